import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { groupOf } from '../check.js';
import { listChecks } from '../protocols.js';
import { runKitForChecks } from '../testing/run-kit.js';

const program = fileURLToPath(new URL('../../../dist/tandem.cjs', import.meta.url));
// Reading the system's certificates would be most of the start-up time of Node 20.
const start = `NODE_EXTRA_CA_CERTS= exec '${process.execPath}' '${program}' start-wm-server --workdir '{probeWorkspace}'`;

const skippedHere = [
  // No request of the server itself takes long, and it has no standard streams to check.
  'cancelling/slow-request',
  'concurrency/slow-request',
  'stdio/protocol-only',
  'stdio/end-of-input',
];
const needDisconnectTimeout = ['last-client', 'other-client', 'return', 'longer'].map(
  (name) => `stopping/${name}`,
);

async function check(command: string, only: readonly string[]) {
  const target = { kind: 'command', command } as const;
  const checks = await runKitForChecks({ protocol: 'wm', target, slowRequest: undefined, only });
  return {
    failed: checks.filter(({ status }) => status === 'failed'),
    skipped: checks.flatMap(({ id, status }) => (status === 'not-applicable' ? [id] : [])),
  };
}

describe('our own server passes every check', () => {
  const groups = [...new Set(listChecks('wm').map(({ id }) => groupOf(id)))];

  test.concurrent.each(groups)('%s', { timeout: 300_000 }, async (group) => {
    const command = `${start} --port-file '{portFile}' --disconnect-timeout {disconnectTimeout}`;
    const { failed, skipped } = await check(command, [group]);
    expect(failed).toEqual([]);
    expect(skipped).toEqual(skippedHere.filter((id) => groupOf(id) === group));
  });
});

test('as the shared server of a workspace it is found where all look for it', async () => {
  const { failed, skipped } = await check(start, ['portfile', 'stopping']);
  expect(failed).toEqual([]);
  expect(skipped).toEqual(needDisconnectTimeout);
});
