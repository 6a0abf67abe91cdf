import { describe, expect, it } from 'vitest';
import { wmContract } from '../wm/contract.js';
import { type LspCommandName, lspCommands } from './commands.js';
import { isLspCommand, readCommand } from './read-command.js';

const names = Object.keys(lspCommands) as readonly LspCommandName[];

describe('commands', () => {
  it('are these', () => {
    expect(names).toEqual([
      'finecode.getActions',
      'finecode.getActionsForPosition',
      'finecode.listProjects',
      'finecode.runAction',
      'finecode.runBatch',
      'finecode.runActionOnFile',
      'finecode.runActionOnProject',
      'finecode.reloadAction',
      'finecode.reset',
      'finecode.restartExtensionRunner',
      'finecode.restartAndDebugExtensionRunner',
    ]);
    expect(names.filter((name) => lspCommands[name].origin === 'peers')).toEqual(['finecode.runBatch']);
  });

  it('end in requests of the Workspace Manager', () => {
    for (const name of names) expect(wmContract.methods).toHaveProperty([lspCommands[name].forwardsTo]);
  });

  it('are told from other commands', () => {
    expect(isLspCommand('finecode.reset')).toBe(true);
    expect(isLspCommand('finecode.nothing')).toBe(false);
    expect(isLspCommand('constructor')).toBe(false);
  });
});

describe('arguments', () => {
  it.each(names.flatMap((name) => lspCommands[name].accepted.map((args) => [name, args] as const)))(
    '%s takes %j',
    (name, args) => {
      expect(readCommand(name, args).kind).toBe('valid');
    },
  );

  it.each<[LspCommandName, unknown, unknown]>([
    ['finecode.getActions', undefined, {}],
    ['finecode.getActions', [''], { parentNodeId: '' }],
    ['finecode.getActions', ['/a::actions'], { parentNodeId: '/a::actions' }],
    ['finecode.getActions', [{ parent_node_id: '/a' }], { parentNodeId: '/a' }],
    ['finecode.reset', ['whatever', 7], {}],
    ['finecode.runActionOnFile', { projectPath: '/a::b' }, { projectPath: '/a::b' }],
    ['finecode.runActionOnFile', [{ projectPath: '/a::b' }, undefined, []], { projectPath: '/a::b' }],
    ['finecode.runActionOnFile', [[{ projectPath: '/a::b' }]], { projectPath: '/a::b' }],
    ['finecode.restartExtensionRunner', [{ projectPath: '/a::envs::dev' }], { projectPath: '/a::envs::dev' }],
  ])('%s reads %j', (name, args, value) => {
    expect(readCommand(name, args)).toEqual({ kind: 'valid', value });
  });

  it.each<[LspCommandName, unknown, string]>([
    ['finecode.getActions', [7], ''],
    ['finecode.getActions', [{ parentNodeId: 7 }], 'parentNodeId'],
    ['finecode.runAction', [], 'action'],
    ['finecode.runAction', [{ action: 'a' }], 'project'],
    ['finecode.runAction', [{ action: 'a', project: '/p', params: [] }], 'params'],
    ['finecode.runBatch', [{ actions: [] }], 'actions'],
    ['finecode.runBatch', [{ actions: ['a'], projects: ['/p', 3] }], 'projects[1]'],
    ['finecode.runActionOnFile', [], 'projectPath'],
    ['finecode.runActionOnProject', [{ projectPath: '/no/action' }], 'projectPath'],
    ['finecode.reloadAction', ['/a::b'], ''],
    ['finecode.restartExtensionRunner', [{ projectPath: '::dev' }], 'projectPath'],
  ])('%s refuses %j', (name, args, path) => {
    const decoded = readCommand(name, args);
    expect(decoded.kind === 'invalid' && decoded.problems.map((problem) => problem.path)).toContain(path);
  });
});
