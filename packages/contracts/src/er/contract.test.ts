import { expect, test } from 'vitest';
import { decode, encode } from '../core/codec.js';
import { runnerDevEnv } from '../vocabulary/runs.js';
import { erContract } from './contract.js';

type Method = keyof typeof erContract.methods;

function namesOf(direction: string, kind: string, origin: string): readonly string[] {
  return Object.entries(erContract.methods)
    .filter(([, spec]) => spec.direction === direction && spec.kind === kind && spec.origin === origin)
    .map(([name]) => name)
    .sort();
}

test('pin: the methods of the document', () => {
  expect(namesOf('toServer', 'request', 'contract')).toEqual([
    'actions/getPayloadSchemas',
    'actions/mergeResults',
    'actions/reload',
    'actions/resolveSource',
    'actions/run',
    'actions/runHandlers',
    'finecodeRunner/getInfo',
    'finecodeRunner/resolveActionMeta',
    'finecodeRunner/updateConfig',
    'initialize',
    'packages/resolvePath',
    'shutdown',
  ]);
  expect(namesOf('toServer', 'notification', 'contract')).toEqual([
    'exit',
    'initialized',
    'textDocument/didChange',
    'textDocument/didClose',
    'textDocument/didOpen',
  ]);
  expect(namesOf('both', 'notification', 'contract')).toEqual(['$/cancelRequest', '$/progress']);
  expect(namesOf('toClient', 'request', 'contract')).toEqual([
    'finecode/runActionInProject',
    'finecode/runActionInWorkspace',
    'projects/getRawConfig',
    'workspace/applyEdit',
  ]);
  expect(namesOf('toClient', 'notification', 'contract')).toEqual([]);
});

test('pin: the methods that only real peers know', () => {
  expect(namesOf('toServer', 'request', 'peers')).toEqual(['finecodeRunner/updateLogging']);
  expect(namesOf('toClient', 'request', 'peers')).toEqual([
    'finecode/getActionsForParent',
    'finecode/listWorkspaceActions',
    'workspace/getProjectPaths',
    'workspace/getWorkspaceEditablePackages',
  ]);
  expect(namesOf('toClient', 'notification', 'peers')).toEqual(['er/logRecords', 'er/userMessage']);
});

test('pin: error codes', () => {
  const codes = Object.fromEntries(Object.entries(erContract.errors).map(([name, { code }]) => [name, code]));
  expect(codes).toEqual({
    parseError: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    internalError: -32603,
    unresolvableSource: -32603,
    packageNotFound: -32603,
    duplicateAction: -32603,
    staleEntryPoints: -32001,
    projectNotFound: -32603,
    actionNotFound: -32603,
    limitReached: -32603,
    actionFailed: -32603,
    requestCancelled: -32800,
  });
});

function checkParams(method: Method, sent: unknown, expected: unknown): void {
  expect(decode(erContract.methods[method].params, sent)).toEqual({ kind: 'valid', value: expected });
}

function checkResult(method: Method, sent: unknown, expected: unknown = sent): void {
  const spec = erContract.methods[method];
  expect(spec.kind).toBe('request');
  if (spec.kind === 'request') expect(decode(spec.result, sent)).toEqual({ kind: 'valid', value: expected });
}

const meta = { trigger: 'user', devEnv: 'cli', orchestrationDepth: 1 };

test('initialize as a real Workspace Manager sends it', () => {
  checkParams(
    'initialize',
    {
      capabilities: { general: null, experimental: null },
      processId: 19293,
      clientInfo: { name: 'FineCode_WorkspaceManager', version: '0.1.0' },
      locale: null,
      rootPath: null,
      rootUri: null,
      initializationOptions: null,
      trace: 'verbose',
      workDoneToken: null,
      workspaceFolders: [{ uri: 'file:///w', name: 'w' }],
    },
    {
      capabilities: { general: null, experimental: null },
      processId: 19293,
      clientInfo: { name: 'FineCode_WorkspaceManager', version: '0.1.0' },
      trace: 'verbose',
      workDoneToken: null,
      workspaceFolders: [{ uri: 'file:///w', name: 'w' }],
    },
  );
  checkResult('initialize', {
    capabilities: { textDocumentSync: 1 },
    serverInfo: { name: 'FineCode_Extension_Runner_Server', version: 'v1' },
  });
  checkResult('shutdown', null);
});

test('options of a run, in every age of the protocol', () => {
  const expected = {
    actionName: 'lint',
    params: {},
    options: { meta, resultFormats: ['json'], walRunId: 'r', partialResultToken: 7, progressToken: 'p' },
  };
  checkParams('actions/run', expected, expected);
  const { options } = expected;
  const { walRunId, ...later } = options;
  checkParams('actions/run', { ...expected, options: { ...later, runId: walRunId } }, expected);
  checkParams(
    'actions/run',
    {
      action_name: 'lint',
      params: null,
      options: {
        meta: { trigger: 'user', dev_env: 'cli', orchestration_depth: 1 },
        result_formats: ['json'],
        wal_run_id: 'r',
        partial_result_token: 7,
        progress_token: 'p',
        traceparent: null,
      },
    },
    expected,
  );
  checkParams(
    'actions/run',
    { actionName: 'lint', options: null },
    {
      actionName: 'lint',
      params: {},
      options: {
        meta: { trigger: 'unknown', devEnv: 'cli', orchestrationDepth: 0 },
        resultFormats: ['json'],
      },
    },
  );
});

test('the id of a run is sent under the names of both ages', () => {
  expect(
    encode(erContract.methods['actions/run'].params, { actionName: 'lint', options: { walRunId: 'r' } }),
  ).toEqual({
    actionName: 'lint',
    options: { walRunId: 'r', runId: 'r' },
  });
});

test('answers to a run', () => {
  checkResult('actions/run', { error: 'Action nope not found' });
  checkResult('actions/run', { status: 'success', resultByFormat: { json: { bad: false } }, returnCode: 0 });
  checkResult('actions/run', { status: 'streamed', result_by_format: '{}', returnCode: 0 });
  checkResult('actions/run', {
    status: 'stopped',
    resultByFormat: { styled_text_json: { parts: ['x'] } },
    returnCode: 1,
  });
  checkResult(
    'actions/runHandlers',
    { status: 'success', result: { a: 1 }, result_by_format: {}, return_code: 0, context: { counter: 1 } },
    { status: 'success', result: { a: 1 }, resultByFormat: {}, returnCode: 0, context: { counter: 1 } },
  );
  checkResult('actions/mergeResults', { merged: { messages: {} } });
  checkResult('actions/mergeResults', { error: 'Action "nope" not found' });
});

test('an answer of the wrong shape is named', () => {
  const { result } = erContract.methods['actions/run'];
  const decoded = decode(result, { status: 'done', returnCode: 0 });
  expect(decoded.kind === 'invalid' && decoded.problems.map(({ path }) => path)).toEqual(['status']);
});

test('action meta, flat and nested', () => {
  const entry = { canonical_source: 'x.a.A', runs_concurrently: true };
  checkResult('finecodeRunner/resolveActionMeta', { 'x.A': entry });
  checkResult('finecodeRunner/resolveActionMeta', {});
  checkResult('finecodeRunner/resolveActionMeta', { actions: entry });
  checkResult(
    'finecodeRunner/resolveActionMeta',
    {
      actions: {
        'x.A': { ...entry, scope: 'project', parentActionSource: null, language: null, fileLoc: 'a.py:45' },
      },
      handlerLocations: { 'x.H': null },
    },
    {
      actions: { 'x.A': { ...entry, scope: 'project', fileLoc: 'a.py:45' } },
      handlerLocations: { 'x.H': null },
    },
  );
});

test('a configuration as a real Workspace Manager sends it', () => {
  const handler = { name: 'h', source: 'x.H', config: { shout: true }, env: 'dev', dependencies: ['x'] };
  const sent = {
    workingDir: '/w',
    projectName: 'w',
    projectDefPath: '/w/pyproject.toml',
    config: {
      actions: [{ name: 'a', source: 'x.A', handlers: [handler], config: {} }],
      action_handler_configs: { 'x.H': { shout: true } },
      services: [{ interface: 'x.I', source: 'x.S', env: 'dev', dependencies: [], config: {} }],
      handlers_to_initialize: { a: ['h'] },
      logging: { defaultLevel: 'INFO', logGroups: {} },
      telemetry: { otlp_endpoint: null },
    },
  };
  checkParams('finecodeRunner/updateConfig', sent, { ...sent, config: { ...sent.config, telemetry: {} } });
  const decoded = decode(erContract.methods['finecodeRunner/updateConfig'].params, { ...sent, config: {} });
  expect(decoded.kind === 'invalid' && decoded.problems.map(({ path }) => path)).toEqual([
    'config.actions',
    'config.action_handler_configs',
  ]);
});

test('requests of a real runner', () => {
  checkParams(
    'finecode/runActionInWorkspace',
    {
      actionSource: 'x.a.A',
      payload: { name: 'ws' },
      meta,
      projectPaths: null,
      concurrently: true,
      traceparent: null,
    },
    { actionSource: 'x.a.A', payload: { name: 'ws' }, meta, projectPaths: null, concurrently: true },
  );
  const nested = { actionSource: 'x.a.A', payload: {}, meta };
  checkParams('finecode/runActionInProject', nested, nested);
  checkParams(
    'finecode/runActionInProject',
    { ...nested, parentRunId: 'run-1' },
    { ...nested, parentRunId: 'run-1' },
  );
  checkResult('projects/getRawConfig', { config: '{"tool":{}}' });
  checkResult('projects/getRawConfig', { config: { tool: {} } });
  checkResult('finecode/runActionInProject', { result: null, returnCode: 0 });
  const records = [{ timestamp: 1794704154.5, level: 'INFO', group: 'x.handlers', message: 'H1' }];
  checkParams('er/logRecords', { records }, { records });
});

test('progress values, as text and as objects', () => {
  for (const value of ['{"json":{}}', { type: 'report', percentage: 33 }, { json: { a: 1 } }]) {
    checkParams('$/progress', { token: 't', value }, { token: 't', value });
  }
});

test('runners know one name of a git hook', () => {
  expect(runnerDevEnv('precommit')).toBe('git_hook');
  expect(runnerDevEnv('ide')).toBe('ide');
});
