import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorAnswer, hearsBodies, says } from '../testing/json-rpc/flaw-tools.js';
import { startReferenceServer } from '../testing/reference-server.js';
import { runKitForChecks } from '../testing/run-kit.js';

/** A server that reads configurations and knows nothing of Node. */
const withoutNode = () =>
  hearsBodies((body, wire) => {
    const { id, method, params } = JSON.parse(body);
    const needsRunner =
      method === 'workspace/startRunners' ||
      (method === 'workspace/addDir' && params.startRunners !== false) ||
      (method === 'actions/run' && params.actionSource !== undefined && existsSync(String(params.project)));
    if (needsRunner) says(errorAnswer(id, -32603), wire);
    return needsRunner;
  });

test('of a server that cannot run the probe, only what needs no runner is judged', async () => {
  await using server = await startReferenceServer('wm', withoutNode);
  const target = { kind: 'connect', ...server } as const;
  const only = ['adding', 'starting', 'running', 'parts', 'documents', 'events'];
  const checks = await runKitForChecks({ protocol: 'wm', target, only });
  const failed = checks.flatMap(({ id, status }) => (status === 'failed' ? [id] : []));
  expect(failed).toEqual([]);
  const reasons = checks.flatMap(({ status, reason }) => (status === 'not-applicable' ? [reason] : []));
  for (const reason of reasons)
    expect(reason).toMatch(/does not (start the runners|run the handlers) of the probe/);
  expect(checks.filter(({ status }) => status === 'passed').map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'adding/result',
      'running/without-action',
      'documents/no-answer',
      'events/status',
    ]),
  );
});
