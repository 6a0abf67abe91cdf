import { expect, test } from 'vitest';
import { openBeacon } from './testing/beacon.js';
import { generateWorkspace } from './testing/generated-workspace.js';
import { startOwnDaemon } from './testing/own-daemon.js';

async function startClients() {
  const workspace = await generateWorkspace();
  const daemon = await startOwnDaemon(workspace);
  return { workspace, daemon, project: workspace.projectDir('alpha') };
}

test('parts of a result come while the handler still runs; a cancelled request kills its command', async () => {
  const { daemon, project } = await startClients();
  await using beacon = await openBeacon();
  await using client = await daemon.connect();
  const firstPart = new Promise((resolve) => void client.on('actions/partialResult', resolve));
  const cancelling = new AbortController();
  const answer = client.request(
    'actions/run',
    {
      actionSource: './actions.mts#wait',
      project,
      params: { port: beacon.port },
      partialResultToken: 'parts',
    },
    { signal: cancelling.signal },
  );
  const { ended, runnerPid } = await beacon.nextCommand();
  expect(await firstPart).toMatchObject({
    token: 'parts',
    value: { resultByFormat: { json: { lines: ['alpha/dev: waiting'] } } },
  });

  cancelling.abort();
  await expect(answer).rejects.toThrow(/cancel/i);
  await ended;
  expect(() => process.kill(runnerPid, 0)).not.toThrow();
});

test('a client that goes away takes along what it asked for, and nobody else notices', async () => {
  const { daemon, project } = await startClients();
  await using beacon = await openBeacon();
  await using other = await daemon.connect();
  const client = await daemon.connect();
  const params = { port: beacon.port };
  const run = { actionSource: './actions.mts#wait', project, params };
  const answer = client.request('actions/run', run);
  const { ended } = await beacon.nextCommand();
  await Promise.all([client.close(), expect(answer).rejects.toThrow('closed here')]);
  await ended;
  const echo = { actionSource: './actions.mts#echo', project, params: { text: 'still here' } };
  expect(await other.request('actions/run', echo)).toMatchObject({
    resultByFormat: { json: { lines: ['alpha/dev: still here'] } },
  });
});
