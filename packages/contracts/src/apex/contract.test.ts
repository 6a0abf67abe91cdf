import { describe, expect, it } from 'vitest';
import { decode } from '../core/codec.js';
import { apexContract, apexRequestForms } from './contract.js';
import { apexErrors } from './errors.js';

type Method = keyof typeof apexContract.methods;

function problemsOf(method: Method, params: unknown): readonly string[] {
  const decoded = decode(apexContract.methods[method].params, params);
  return decoded.kind === 'valid' ? [] : decoded.problems.map(({ path }) => path);
}

describe('what the Apex wire shows', () => {
  it('has these messages', () => {
    const lines = Object.entries(apexContract.methods).map(
      ([name, { kind, direction, origin }]) => `${name} ${kind} ${direction} ${origin}`,
    );
    expect(lines).toEqual([
      'initialize notification toServer contract',
      'executeTask request toServer contract',
      'updateConfiguration notification toServer contract',
      'toolResponse notification toServer contract',
      'shutdown notification toServer contract',
      'exit notification toServer peers',
      'cancelTask request toServer peers',
      'reasoning/generatePlan request toServer peers',
      'reasoning/refineSteps request toServer peers',
      'reasoning/selectPersona request toServer peers',
      'reasoning/getPersonaContentByName request toServer peers',
      'reasoning/analyzeAndRecover request toServer peers',
      'reasoning/replanning request toServer peers',
      'knowledge/search request toServer peers',
      '$/logMessage notification toClient contract',
      '$/statusUpdate notification toClient contract',
      '$/partialResult notification toClient contract',
      '$/requestToolExecution request toClient contract',
      '$/taskError notification toClient contract',
    ]);
  });

  it('takes these notifications as requests too', () => {
    expect(Object.keys(apexRequestForms.methods)).toEqual(['initialize', 'toolResponse', 'shutdown']);
    expect(apexRequestForms.methods.initialize.params).toBe(apexContract.methods.initialize.params);
    expect(apexRequestForms.methods.toolResponse.params).toBe(apexContract.methods.toolResponse.params);
  });

  it('has these errors', () => {
    expect(Object.fromEntries(Object.entries(apexErrors).map(([name, { code }]) => [name, code]))).toEqual({
      initialization: -32000,
      taskExecution: -32001,
      configuration: -32002,
      toolExecution: -32003,
      context: -32004,
    });
  });
});

const context = {
  activeEditorContent: null,
  activeEditorPath: '/a.ts',
  selection: null,
  openFiles: ['/a.ts'],
  relevantFiles: [],
};

describe('params of Apex messages', () => {
  it.each<[Method, unknown]>([
    ['initialize', { initialConfig: {}, workspaceRoot: '/repo', environment: {} }],
    ['initialize', { initialConfig: {}, workspaceRoot: null, environment: {} }],
    ['initialize', { processId: 7, rootUri: 'file:///repo', capabilities: {} }],
    ['initialize', { processId: null, rootUri: null }],
    ['executeTask', { taskId: 't', prompt: 'p', context }],
    ['executeTask', { taskId: 't', prompt: 'p', context: {} }],
    ['executeTask', { taskId: 't', prompt: '' }],
    ['updateConfiguration', { updatedConfig: { model: 'm' } }],
    ['toolResponse', { toolCallId: 'c', result: 'ok', error: null }],
    ['toolResponse', { toolCallId: 'c', result: null, error: { code: -32003, message: 'no' } }],
    ['toolResponse', { toolCallId: 'c', error: { message: 'no' } }],
    ['shutdown', {}],
    ['exit', {}],
    ['cancelTask', { taskId: 't' }],
    ['reasoning/generatePlan', { goal: 'g' }],
    ['reasoning/refineSteps', { steps: ['a'], context: { goal: 'g', more: 1 } }],
    ['reasoning/selectPersona', { goal: 'g' }],
    ['reasoning/getPersonaContentByName', { name: 'Senior Engineer' }],
    [
      'reasoning/analyzeAndRecover',
      { task_goal: 'g', agent_state: {}, error_details: 'e', action_history: [] },
    ],
    [
      'reasoning/replanning',
      { task_goal: 'g', current_plan_state: {}, agent_state: {}, obstacle_description: 'o' },
    ],
    ['knowledge/search', { query: 'q' }],
    ['$/logMessage', { type: 'warn', message: 'm' }],
    ['$/statusUpdate', { message: 'm', progress: 1 }],
    ['$/partialResult', { taskId: 't', content: '', type: 'thought' }],
    ['$/requestToolExecution', { toolCallId: 'c', toolName: 'read_file', toolInput: { path: 'a' } }],
    ['$/taskError', { taskId: 't', message: 'm', details: [1] }],
  ])('%s takes %o', (method, params) => {
    expect(problemsOf(method, params)).toEqual([]);
  });

  it.each<[Method, unknown, string]>([
    ['initialize', { workspaceRoot: 5 }, 'workspaceRoot'],
    ['initialize', { processId: 'me' }, 'processId'],
    ['executeTask', { prompt: 'p' }, 'taskId'],
    ['executeTask', { taskId: '', prompt: 'p' }, 'taskId'],
    ['executeTask', { taskId: 't' }, 'prompt'],
    ['executeTask', { taskId: 't', prompt: 'p', context: { openFiles: '/a' } }, 'context.openFiles'],
    ['updateConfiguration', {}, 'updatedConfig'],
    ['toolResponse', { result: 1 }, 'toolCallId'],
    ['toolResponse', { toolCallId: 'c', error: 'no' }, 'error'],
    ['cancelTask', {}, 'taskId'],
    ['reasoning/getPersonaContentByName', { name: '../secrets' }, 'name'],
    ['reasoning/getPersonaContentByName', { name: 'a/b' }, 'name'],
    ['reasoning/getPersonaContentByName', { name: 'a\\b' }, 'name'],
    ['knowledge/search', { query: 'q', num_docs: 0 }, 'num_docs'],
    ['$/logMessage', { type: 'debug', message: 'm' }, 'type'],
    ['$/statusUpdate', { message: 'm', progress: 50 }, 'progress'],
    ['$/partialResult', { taskId: 't', content: 'c', type: 'html' }, 'type'],
    ['$/requestToolExecution', { toolCallId: 'c', toolName: 'x', toolInput: 'y' }, 'toolInput'],
    ['$/taskError', { message: 'm' }, 'taskId'],
  ])('%s refuses %o', (method, params, path) => {
    expect(problemsOf(method, params)).toContain(path);
  });

  it('searches for five results unless told otherwise', () => {
    expect(decode(apexContract.methods['knowledge/search'].params, { query: 'q' })).toEqual({
      kind: 'valid',
      value: { query: 'q', num_docs: 5 },
    });
  });
});
