import { describe, expect, it } from 'vitest';
import { decode } from '../core/codec.js';
import { type ApexHostToolName, apexHostTools, HostToolResult } from './host-tools.js';

function read(name: ApexHostToolName, input: unknown) {
  return decode(apexHostTools[name].input, input);
}

describe('host tools', () => {
  it('are these, with these approvals', () => {
    const approvals = Object.entries(apexHostTools).map(([name, { approval }]) => `${name} ${approval}`);
    expect(approvals).toEqual([
      'execute_command execute',
      'read_file read',
      'write_to_file edit',
      'replace_in_file edit',
      'search_files read',
      'list_files read',
      'list_code_definition_names read',
      'browser_action browser',
      'use_mcp_tool mcp',
      'access_mcp_resource mcp',
      'ask_followup_question none',
      'plan_mode_respond none',
      'attempt_completion none',
    ]);
  });

  it.each<[ApexHostToolName, unknown, unknown]>([
    [
      'execute_command',
      { command: 'ls', requires_approval: 'false' },
      { command: 'ls', requires_approval: false },
    ],
    [
      'execute_command',
      { command: 'ls', requires_approval: true },
      { command: 'ls', requires_approval: true },
    ],
    ['read_file', { path: 'a' }, { path: 'a' }],
    ['write_to_file', { path: 'a', content: '' }, { path: 'a', content: '' }],
    ['replace_in_file', { path: 'a', diff: 'd' }, { path: 'a', diff: 'd' }],
    ['search_files', { path: '.', regex: 'x' }, { path: '.', regex: 'x' }],
    ['list_files', { path: '.', recursive: 'true' }, { path: '.', recursive: true }],
    ['list_code_definition_names', { path: '.' }, { path: '.' }],
    ['browser_action', { action: 'click', coordinate: '1,2' }, { action: 'click', coordinate: '1,2' }],
    [
      'use_mcp_tool',
      { server_name: 's', tool_name: 't', arguments: '{"a":1}' },
      { server_name: 's', tool_name: 't', arguments: { a: 1 } },
    ],
    [
      'use_mcp_tool',
      { server_name: 's', tool_name: 't', arguments: {} },
      { server_name: 's', tool_name: 't', arguments: {} },
    ],
    ['access_mcp_resource', { server_name: 's', uri: 'u' }, { server_name: 's', uri: 'u' }],
    ['ask_followup_question', { question: 'q', options: '["a"]' }, { question: 'q', options: ['a'] }],
    ['plan_mode_respond', { response: 'r', options: ['a'] }, { response: 'r', options: ['a'] }],
    ['attempt_completion', { result: 'r' }, { result: 'r' }],
  ])('%s reads %o', (name, input, expected) => {
    expect(read(name, input)).toEqual({ kind: 'valid', value: expected });
  });

  it.each<[ApexHostToolName, unknown, string]>([
    ['execute_command', { command: '' }, 'command'],
    ['execute_command', { command: 'ls', requires_approval: 'no' }, 'requires_approval'],
    ['read_file', {}, 'path'],
    ['write_to_file', { path: 'a' }, 'content'],
    ['browser_action', { action: 'drag' }, 'action'],
    ['use_mcp_tool', { server_name: 's', tool_name: 't', arguments: '{' }, 'arguments'],
    ['use_mcp_tool', { server_name: 's', tool_name: 't', arguments: '[1]' }, 'arguments'],
    ['ask_followup_question', { question: 'q', options: '"a"' }, 'options'],
  ])('%s refuses %o', (name, input, path) => {
    const decoded = read(name, input);
    expect(decoded.kind === 'invalid' && decoded.problems.map((problem) => problem.path)).toContain(path);
  });

  it('give text, or blocks of text and images', () => {
    const check = (value: unknown, expected: boolean) => {
      expect([value, HostToolResult.safeParse(value).success]).toEqual([value, expected]);
    };
    check('done', true);
    check(
      [
        { type: 'text', text: 'a' },
        { type: 'image', data: '', mimeType: 'image/png' },
      ],
      true,
    );
    check([{ type: 'audio', data: '' }], false);
    check({ text: 'a' }, false);
  });
});
