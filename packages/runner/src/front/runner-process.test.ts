import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { bundleRunner, startRunnerProcess } from '../testing/runner-process.js';

let bundlePath: string;
beforeAll(async () => {
  bundlePath = await bundleRunner();
});

test('the example project runs over stdio', async () => {
  const dir = fileURLToPath(new URL('../../../../examples/hello', import.meta.url));
  await using runner = startRunnerProcess(bundlePath, { projectPath: dir, envName: 'dev' });
  const { client } = runner;
  expect(await client.sendRequest('initialize', { processId: process.pid, capabilities: {} })).toEqual({
    capabilities: { textDocumentSync: 2 },
    serverInfo: { name: 'tandem-node-runner' },
  });
  await client.sendNotification('initialized', {});
  const handler = { name: 'greet', source: './handlers/greet.ts', config: { greeting: 'Hi' }, env: 'dev' };
  expect(
    await client.sendRequest('finecodeRunner/updateConfig', {
      workingDir: dir,
      projectName: 'hello',
      projectDefPath: `${dir}/finecode.toml`,
      config: {
        actions: [{ name: 'hello', source: './actions.ts#hello', handlers: [handler], config: {} }],
        action_handler_configs: {},
      },
    }),
  ).toEqual({});
  expect(await client.sendRequest('finecodeRunner/resolveActionMeta', {})).toEqual({
    './actions.ts#hello': { canonical_source: './actions.ts#hello', runs_concurrently: false, scope: 'project' },
  });
  const json = { greetings: ['Hi, you! This is hello.'] };
  expect(
    await client.sendRequest('actions/run', {
      actionName: 'hello',
      params: { name: 'you' },
      options: { resultFormats: ['json', 'string'] },
    }),
  ).toEqual({
    status: 'success',
    result_by_format: JSON.stringify({ json, string: json.greetings[0] }),
    resultByFormat: { json, string: json.greetings[0] },
    returnCode: 0,
  });
  expect(await client.sendRequest('shutdown')).toBeNull();
  await client.sendNotification('exit');
  expect(await runner.exited).toEqual({ code: 0, signal: null });
});
