import { fileURLToPath } from 'node:url';
import type { RunnerConfig } from '@tandem/workspace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionCall, never, startRunner } from '../testing/launch.js';
import { bundleNodeRunner } from '../testing/node-runner.js';

let bundle: Awaited<ReturnType<typeof bundleNodeRunner>>;
beforeAll(async () => {
  bundle = await bundleNodeRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const helloDir = fileURLToPath(new URL('../../../../examples/hello', import.meta.url));
const helloConfig: RunnerConfig = {
  actions: [
    {
      name: 'hello',
      source: './actions.ts#hello',
      config: {},
      handlers: [
        {
          name: 'greet',
          source: './handlers/greet.ts',
          envName: 'dev',
          config: { greeting: 'Hi' },
          dependencies: [],
        },
      ],
    },
  ],
  handlerConfigs: {},
  services: [],
};

const nodeRunner = () => ({ command: process.execPath, args: [bundle.path, 'runner', 'start'] });

test('our own runner starts, takes its configuration, runs and stops', async () => {
  const { runner } = await startRunner(nodeRunner(), { projectDir: helloDir, projectName: 'hello' });
  const meta = await runner.configure(helloConfig, never());
  expect([...meta]).toMatchObject([['./actions.ts#hello', { runsConcurrently: false }]]);
  const call = actionCall('hello', { params: { name: 'you' }, resultFormats: ['json', 'string'] });
  expect(await runner.run(call, {}, never())).toEqual({
    kind: 'finished',
    result: { json: { greetings: ['Hi, you! This is hello.'] }, string: 'Hi, you! This is hello.' },
    returnCode: 0,
  });
  await runner.stop();
  expect(await runner.exited).toMatchObject({ kind: 'stopped' });
});
