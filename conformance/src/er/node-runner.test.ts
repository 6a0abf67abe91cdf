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

test('our own runner passes every check', { timeout: 300_000 }, async () => {
  const command = runner.command();
  const checks = await runKitForChecks({ protocol: 'er', target: { kind: 'command', command } });
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(checks.filter(({ status }) => status === 'not-applicable').map(({ id }) => id)).toEqual([]);
});
