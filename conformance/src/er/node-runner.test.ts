import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNodeRunner, type NodeRunner } from '../testing/build-node-runner.js';
import { runKitForChecks } from '../testing/run-kit.js';

let runner: NodeRunner;
beforeAll(async () => {
  runner = await buildNodeRunner();
});
afterAll(async () => {
  await runner[Symbol.asyncDispose]();
});

async function check(command: string, only?: readonly string[], announcesPort = false) {
  const target = { kind: 'command', command, announcesPort } as const;
  const options = { protocol: 'er', target, slowRequest: undefined };
  const checks = await runKitForChecks(only === undefined ? options : { ...options, only });
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
  return checks.filter(({ status }) => status === 'not-applicable').map(({ id }) => id);
}

test('our own runner passes every check', { timeout: 600_000 }, async () => {
  const needSlowRequest = ['cancelling/slow-request', 'concurrency/slow-request'];
  expect(
    await check(runner.command({ logFilePath: '{probeProject}/runner.log', logLevel: 'debug' })),
  ).toEqual(needSlowRequest);
});

test('over TCP it prints its port and then speaks as it does over stdio', async () => {
  const only = [
    'framing/many-in-one-chunk',
    'lifecycle/exit',
    'run/success',
    'cancel/handler-stops',
    'stdio',
  ];
  const overStdio = ['stdio/protocol-only', 'stdio/end-of-input'];
  expect(await check(runner.command({ tcp: true }), only, true)).toEqual(overStdio);
});

test('without a log file it says so, and nothing can be said about what is in it', async () => {
  expect(await check(runner.command(), ['info', 'runlog'])).toEqual(['runlog/run-id']);
});
