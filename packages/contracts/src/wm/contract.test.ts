import { expect, expectTypeOf, test } from 'vitest';
import { decode, encode } from '../core/codec.js';
import type { MethodNames, ParamsIn, ResultOut } from '../core/contract.js';
import type { Handlers } from '../core/serve.js';
import { wmContract } from './contract.js';
import { streamTokens } from './run.js';
import { NodeType } from './tree.js';

type Method = keyof typeof wmContract.methods;

function namesOf(direction: string, kind: string, origin: string): readonly string[] {
  return Object.entries(wmContract.methods)
    .filter(([, spec]) => spec.direction === direction && spec.kind === kind && spec.origin === origin)
    .map(([name]) => name)
    .sort();
}

test('pin: the methods of the document', () => {
  expect(namesOf('toServer', 'request', 'contract')).toEqual([
    'actions/getPayloadSchemas',
    'actions/getTree',
    'actions/list',
    'actions/reload',
    'actions/run',
    'actions/runBatch',
    'runners/checkEnv',
    'runners/list',
    'runners/removeEnv',
    'runners/restart',
    'server/getInfo',
    'server/shutdown',
    'workspace/addDir',
    'workspace/findProjectForFile',
    'workspace/getProjectRawConfig',
    'workspace/listProjects',
    'workspace/removeDir',
    'workspace/setConfigOverrides',
    'workspace/startRunners',
  ]);
  expect(namesOf('toServer', 'notification', 'contract')).toEqual([
    'documents/changed',
    'documents/closed',
    'documents/opened',
  ]);
  expect(namesOf('toClient', 'notification', 'contract')).toEqual([
    'actions/partialResult',
    'actions/progress',
    'actions/treeChanged',
    'server/userMessage',
  ]);
  expect(namesOf('toClient', 'request', 'contract')).toEqual([]);
});

test('pin: the methods that only real peers know', () => {
  expect(namesOf('toServer', 'request', 'peers')).toEqual([
    'client/initialize',
    'server/getResourceUsage',
    'server/reset',
    'server/subscribeLogs',
    'server/unsubscribeLogs',
    'workspace/getWorkspaceEditablePackages',
    'workspace/getWorkspacePackages',
    'workspace/prepareEnvs',
    'workspace/reloadConfig',
  ]);
  expect(namesOf('toClient', 'request', 'peers')).toEqual(['ide/startDebugging', 'workspace/applyEdit']);
  expect(namesOf('toClient', 'notification', 'peers')).toEqual(['server/logRecords']);
});

test('pin: error codes', () => {
  const codes = Object.fromEntries(Object.entries(wmContract.errors).map(([name, { code }]) => [name, code]));
  expect(codes).toEqual({
    parseError: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    projectNotFound: -32602,
    actionNotFound: -32602,
    internalError: -32603,
    configInvalid: -32603,
    runnerNotReady: -32603,
    actionFailed: -32603,
    requestCancelled: -32800,
    notImplemented: -32002,
  });
});

test('pin: node types', () => {
  expect(NodeType).toEqual({
    directory: 0,
    project: 1,
    action: 2,
    actionGroup: 3,
    preset: 4,
    envGroup: 5,
    env: 6,
  });
});

function checkParams(method: Method, sent: unknown, expected: unknown): void {
  expect(decode(wmContract.methods[method].params, sent)).toEqual({ kind: 'valid', value: expected });
}

function checkBadParams(method: Method, sent: unknown, ...paths: readonly string[]): void {
  const decoded = decode(wmContract.methods[method].params, sent);
  expect(decoded.kind === 'invalid' ? decoded.problems.map(({ path }) => path) : decoded).toEqual(paths);
}

const runDefaults = {
  resultFormats: ['json'],
  trigger: 'unknown',
  devEnv: 'cli',
  mergeResults: false,
  envSelectors: [],
  interpreterSelectors: [],
};

test('params as the document shows them', () => {
  checkParams(
    'workspace/addDir',
    { dirPath: '/w', startRunners: false, projects: ['a'] },
    {
      dirPath: '/w',
      startRunners: false,
      projects: ['a'],
      initializeAllHandlers: true,
    },
  );
  const overrides = { lint: { ruff: { line_length: 120 }, '': { level: 'high' } } };
  checkParams('workspace/setConfigOverrides', { overrides }, { overrides });
  checkParams(
    'actions/run',
    { actionSource: 'x.Lint', project: '/p' },
    {
      actionSource: 'x.Lint',
      project: '/p',
      params: {},
      options: runDefaults,
    },
  );
  checkParams(
    'actions/runBatch',
    { actionSources: ['x.Lint'] },
    {
      actionSources: ['x.Lint'],
      params: {},
      paramsByProject: {},
      options: { ...runDefaults, resultFormats: ['string'], trigger: 'user', concurrently: false },
    },
  );
  checkParams('runners/restart', { project: '/p', env: 'dev' }, { project: '/p', env: 'dev', debug: false });
});

test('params as real clients send them', () => {
  checkParams(
    'runners/restart',
    { runnerWorkingDir: '/p', envName: 'dev', debug: true },
    {
      project: '/p',
      env: 'dev',
      debug: true,
    },
  );
  checkParams('actions/getTree', { parent_node_id: '/p' }, { parentNodeId: '/p' });
  checkParams(
    'workspace/addDir',
    { dirPath: '/w', projects: null },
    {
      dirPath: '/w',
      startRunners: true,
      initializeAllHandlers: true,
    },
  );
  checkParams(
    'actions/run',
    { actionSource: 'x.Lint', project: '', options: null, progressToken: null },
    {
      actionSource: 'x.Lint',
      project: '',
      params: {},
      options: runDefaults,
    },
  );
  checkParams(
    'documents/opened',
    { uri: 'file:///a.py', version: 1, text: 'x\n' },
    {
      uri: 'file:///a.py',
      version: 1,
      text: 'x\n',
    },
  );
  checkParams(
    'documents/changed',
    { uri: 'u', version: 2, contentChanges: [{ range: null, rangeLength: null, text: 'X' }] },
    {
      uri: 'u',
      version: 2,
      contentChanges: [{ text: 'X' }],
    },
  );
  checkParams('runners/checkEnv', { project: '/p', env: 'dev' }, { project: '/p', envName: 'dev' });
});

test('bad params, by the path of what is wrong', () => {
  checkBadParams('actions/run', {}, 'actionSource', 'project');
  checkBadParams('actions/run', { actionSource: '', project: '/p' }, 'actionSource');
  checkBadParams(
    'actions/run',
    { actionSource: 'x', project: '/p', options: { trigger: 'bad' } },
    'options.trigger',
  );
  checkBadParams(
    'actions/run',
    { actionSource: 'x', project: '/p', options: { devEnv: 'moon', resultFormats: ['json', 'xml'] } },
    'options.resultFormats[1]',
    'options.devEnv',
  );
  checkBadParams(
    'actions/run',
    { actionSource: 'x', project: '/p', partialResultToken: 1.5 },
    'partialResultToken',
  );
  checkBadParams('actions/runBatch', { actionSources: [] }, 'actionSources');
  checkBadParams('workspace/setConfigOverrides', { overrides: { lint: { ruff: 1 } } }, 'overrides.lint.ruff');
  checkBadParams('workspace/getProjectRawConfig', {}, 'project');
  checkBadParams('runners/checkEnv', {}, 'project', 'envName');
  checkBadParams(
    'documents/changed',
    { uri: 'u', version: 1, contentChanges: [{ text: 1 }] },
    'contentChanges[0].text',
  );
});

test('every value of devEnv that one of the documents knows', () => {
  for (const devEnv of ['ide', 'cli', 'ai', 'precommit', 'git_hook', 'ci']) {
    checkParams(
      'actions/run',
      { actionSource: 'x', project: '', options: { devEnv } },
      {
        actionSource: 'x',
        project: '',
        params: {},
        options: { ...runDefaults, devEnv },
      },
    );
  }
});

test('tokens count beside the options and among them, with their type', () => {
  const tokensOf = (sent: object) => {
    const decoded = decode(wmContract.methods['actions/run'].params, {
      actionSource: 'x',
      project: '',
      ...sent,
    });
    return decoded.kind === 'valid' ? streamTokens(decoded.value) : decoded;
  };
  expect(tokensOf({ partialResultToken: 7 })).toEqual({ partialResultToken: 7 });
  expect(tokensOf({ options: { progressToken: '7' } })).toEqual({ progressToken: '7' });
  expect(tokensOf({ partialResultToken: 'a', options: { partialResultToken: 'b' } })).toEqual({
    partialResultToken: 'a',
  });
  expect(tokensOf({})).toEqual({});
});

function checkResult(method: Method, sent: unknown, expected: unknown = sent): void {
  const spec = wmContract.methods[method];
  expect(spec.kind).toBe('request');
  if (spec.kind === 'request') expect(decode(spec.result, sent)).toEqual({ kind: 'valid', value: expected });
}

test('results as the document shows them', () => {
  checkResult('workspace/listProjects', [{ name: 'a', path: '/a', status: 'CONFIG_INVALID' }]);
  checkResult('workspace/findProjectForFile', { project: null });
  checkResult('actions/run', { returnCode: 0 });
  checkResult('actions/run', { resultByFormat: { json: { messages: {} }, string: 'ok' }, returnCode: 1 });
  checkResult('actions/getPayloadSchemas', {
    schemas: { 'x.A': null, 'x.B': { properties: {}, required: [] } },
  });
  checkResult('runners/list', {
    runners: [{ project: '/p', env: 'e', status: 'NO_VENV', readable_id: 'p::e' }],
  });
});

test('results as real servers send them', () => {
  checkResult(
    'runners/list',
    { runners: [{ projectPath: '/p', envName: 'e', status: 'REPAIRING', readableId: '/p (e)' }] },
    { runners: [{ project: '/p', env: 'e', status: 'REPAIRING', readable_id: '/p (e)' }] },
  );
  checkResult('workspace/listProjects', [{ name: 'plain', path: '/w', status: 'NO_FINECODE' }]);
  checkResult(
    'actions/list',
    {
      actions: [
        {
          name: 'a',
          source: 'x.A',
          scope: null,
          project: '/p',
          handlers: [{ name: 'h', source: 'x.H', env: 'e' }],
        },
      ],
    },
    {
      actions: [
        { name: 'a', source: 'x.A', project: '/p', handlers: [{ name: 'h', source: 'x.H', env: 'e' }] },
      ],
    },
  );
  checkResult('actions/getTree', {
    nodes: [
      {
        nodeId: '/w',
        name: 'w',
        nodeType: 1,
        status: 'CONFIG_VALID',
        subnodes: [{ nodeId: '/w::x.A', name: 'a', source: 'x.A', nodeType: 2, status: '', subnodes: [] }],
      },
    ],
  });
  const styled = { parts: [{ text: 'Greetings', foreground: 'green', bold: true }, '\n'] };
  checkResult('actions/runBatch', {
    results: { '/w': { 'x.A': { resultByFormat: { styled_text_json: styled }, returnCode: 0 } } },
    returnCode: 0,
  });
});

test('notifications as real servers send them', () => {
  checkParams(
    'actions/progress',
    { token: 'p', value: { type: 'begin', title: 'Slow', percentage: 0, total: null } },
    {
      token: 'p',
      value: { type: 'begin', title: 'Slow', percentage: 0 },
    },
  );
  checkParams(
    'actions/progress',
    { token: 1, value: { type: 'end', message: null } },
    { token: 1, value: { type: 'end' } },
  );
  const run = { token: 't', value: { project: '/w', resultByFormat: { json: {} } } };
  checkParams('actions/partialResult', run, run);
  const result = { resultByFormat: { json: {} }, returnCode: 1 };
  const batch = { token: 't', value: { project: '/w', results: { 'x.A': result }, returnCode: 1 } };
  checkParams('actions/partialResult', batch, batch);
  const message = { message: 'Runner failed', type: 'DEBUG' };
  checkParams('server/userMessage', message, message);
});

test('what old clients read is sent beside what the document says', () => {
  const runner = { project: '/p', env: 'e', status: 'RUNNING', readable_id: 'p::e' } as const;
  expect(encode(wmContract.methods['runners/list'].result, { runners: [runner] })).toEqual({
    runners: [{ ...runner, projectPath: '/p', envName: 'e', readableId: 'p::e' }],
  });
  expect(encode(wmContract.methods['runners/restart'].params, { project: '/p', env: 'e' })).toEqual({
    project: '/p',
    runnerWorkingDir: '/p',
    env: 'e',
    envName: 'e',
  });
});

test('types: what a server must handle and a caller may leave out', () => {
  type Wm = typeof wmContract;
  expectTypeOf<keyof Handlers<Wm, 'toClient'>>().toEqualTypeOf<
    | 'actions/partialResult'
    | 'actions/progress'
    | 'actions/treeChanged'
    | 'ide/startDebugging'
    | 'server/logRecords'
    | 'server/userMessage'
    | 'workspace/applyEdit'
  >();
  expectTypeOf<MethodNames<Wm, 'toServer', 'notification'>>().toEqualTypeOf<
    'documents/opened' | 'documents/changed' | 'documents/closed'
  >();
  expectTypeOf<{ dirPath: string }>().toExtend<ParamsIn<Wm, 'workspace/addDir'>>();
  expectTypeOf<{ actionSource: string; project: string }>().toExtend<ParamsIn<Wm, 'actions/run'>>();
  expectTypeOf<ResultOut<Wm, 'actions/run'>['returnCode']>().toBeNumber();
  expectTypeOf<ResultOut<Wm, 'workspace/findProjectForFile'>>().toEqualTypeOf<{ project: string | null }>();
});
