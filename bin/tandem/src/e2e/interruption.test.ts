import { expect, test } from 'vitest';
import { openBeacon } from './testing/beacon.js';
import { generateWorkspace } from './testing/generated-workspace.js';
import { untilNoneMention } from './testing/related-processes.js';
import { linesByProject } from './testing/run-results.js';
import { connectToSharedDaemon } from './testing/wm-client.js';

const waitInAlpha = (port: number) => ['run', 'wait', `--port=${port}`, '--project=alpha'];

test('Ctrl-C ends a command with 130 and all that it started', async () => {
  const workspace = await generateWorkspace();
  await using beacon = await openBeacon();
  const command = workspace.start(waitInAlpha(beacon.port));
  const started = await beacon.nextCommand();
  command.interrupt();
  expect(await command.outcome).toMatchObject({ code: 130, signal: null });
  await started.ended;
  await untilNoneMention(workspace.scratchDir);
  expect(await workspace.gitStatus()).toBe('');
});

test('Ctrl-C ends the run in the shared daemon, and not the daemon', async () => {
  const workspace = await generateWorkspace();
  await using beacon = await openBeacon();
  const command = workspace.start([...waitInAlpha(beacon.port), '--shared-server']);
  const { ended } = await beacon.nextCommand();
  command.interrupt();
  expect(await command.outcome).toMatchObject({ code: 130, signal: null });
  await ended;
  await using client = await connectToSharedDaemon(workspace.rootDir);
  expect(await client.request('workspace/listProjects', {})).toHaveLength(3);
});

test.each([
  ['a command', []],
  ['the shared daemon', ['--shared-server']],
])(
  'a runner of %s that is killed during a run is a clear failure; the next run works',
  async (_whose, server) => {
    const workspace = await generateWorkspace();
    await using beacon = await openBeacon();
    const command = workspace.start([...waitInAlpha(beacon.port), ...server]);
    const { runnerPid, ended } = await beacon.nextCommand();
    process.kill(runnerPid, 'SIGKILL');
    const { code, stdout, stderr } = await command.outcome;
    expect(code).toBe(3);
    expect(stdout + stderr).toMatch(/runner for env "dev" of .*alpha.*SIGKILL/s);
    await ended;

    const next = await workspace.tandem(['run', 'echo', '--project=alpha', '--json', ...server]);
    expect(linesByProject(next.stdout)).toEqual({ alpha: ['alpha/dev: nothing'] });
    expect(next.code).toBe(0);
    expect(await workspace.gitStatus()).toBe('');
  },
);

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  '%s ends a command and all that it started',
  async (signal) => {
    const workspace = await generateWorkspace();
    await using beacon = await openBeacon();
    const command = workspace.start(waitInAlpha(beacon.port));
    const { ended } = await beacon.nextCommand();
    process.kill(command.pid, signal);
    await command.outcome;
    await ended;
    await untilNoneMention(workspace.scratchDir);
  },
);

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s ends a daemon and all that it started, and the client is told',
  async (signal) => {
    const workspace = await generateWorkspace();
    await using beacon = await openBeacon();
    const command = workspace.start([...waitInAlpha(beacon.port), '--shared-server']);
    const { ended } = await beacon.nextCommand();
    await using client = await connectToSharedDaemon(workspace.rootDir);
    const { pid = 0 } = await client.request('server/getInfo', {});
    process.kill(pid, signal);
    const { code, stdout, stderr } = await command.outcome;
    expect({ code, stdout, stderr }).toMatchObject({ code: 3 });
    expect(stdout + stderr).toMatch(/Workspace Manager|connection|shutting down/);
    await ended;
    await untilNoneMention(workspace.scratchDir);
  },
);
