import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManualClock } from '@tandem/platform';
import { verifies } from '@tandem/testkit';
import { describe, expect, test } from 'vitest';
import { demoSource } from '../testing/demo-workspace.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { startTestDaemon, startTestWorkspace } from '../testing/test-daemon.js';

const portFileOf = (root: string) => join(root, '.venvs/dev_workspace/cache/finecode/wm_port');

describe('the port file', () => {
  verifies(
    ['wm/transport/port-file', 'wm/shutdown/port-file', 'wm/shutdown/stops'],
    'holds digits only while the daemon listens, and is gone after it',
    async () => {
      const { daemon, workspaceRoot, connect } = await startTestDaemon();
      expect(daemon.portFile).toBe(portFileOf(workspaceRoot));
      expect(await readFile(daemon.portFile, 'utf8')).toBe(String(daemon.port));
      expect(await connect().request('server/shutdown', {})).toEqual({});
      expect(await daemon.stopped).toBe('a client asked for it');
      expect(existsSync(daemon.portFile)).toBe(false);
    },
  );

  test('that belongs to another daemon by now is left alone', async () => {
    const { daemon } = await startTestDaemon();
    await writeFile(daemon.portFile, '12345');
    await daemon.stop('test');
    expect(await readFile(daemon.portFile, 'utf8')).toBe('12345');
  });

  test('of a daemon that was killed is replaced', async () => {
    const workspaceRoot = await temporaryDirectory();
    await mkdir(join(portFileOf(workspaceRoot), '..'), { recursive: true });
    await writeFile(portFileOf(workspaceRoot), '1');
    const { daemon } = await startTestDaemon({ workspaceRoot });
    expect(await readFile(daemon.portFile, 'utf8')).toBe(String(daemon.port));
  });

  test('of a private daemon lies where it was asked for; any number runs beside the shared one', async () => {
    const { daemon: shared, workspaceRoot } = await startTestDaemon();
    const dir = await temporaryDirectory();
    const privates = await Promise.all(
      ['a', 'b'].map((name) => startTestDaemon({ workspaceRoot, portFile: join(dir, name) })),
    );
    const ports = [shared, ...privates.map(({ daemon }) => daemon)].map(({ port }) => port);
    expect(new Set(ports).size).toBe(3);
    expect(await readFile(join(dir, 'b'), 'utf8')).toBe(String(ports[2]));
    expect(await readFile(shared.portFile, 'utf8')).toBe(String(shared.port));
    await privates[0]?.daemon.stop('test');
    expect(existsSync(join(dir, 'a'))).toBe(false);
    expect(existsSync(shared.portFile)).toBe(true);
  });

  test('that cannot be written is a clear error, and nothing keeps listening', async () => {
    const portFile = join(await temporaryDirectory(), 'no such folder', 'port');
    await expect(startTestDaemon({ portFile })).rejects.toThrow(portFile);
  });
});

describe('one shared daemon', () => {
  test('a second one finds the first', async () => {
    const { workspaceRoot, daemon } = await startTestDaemon();
    await expect(startTestDaemon({ workspaceRoot })).rejects.toThrow(`already on port ${daemon.port}`);
  });

  test('another may take over as soon as it stops', async () => {
    const { workspaceRoot, daemon } = await startTestDaemon();
    await daemon.stop('test');
    const { connect } = await startTestDaemon({ workspaceRoot });
    expect(await connect().request('workspace/listProjects', {})).toEqual([]);
  });
});

describe('the end', () => {
  verifies(
    ['wm/auto-stop/option', 'wm/auto-stop/grace'],
    'comes by itself: with the last client, or when none came',
    async () => {
      const { daemon, connect } = await startTestDaemon({ disconnectTimeoutSec: 0 });
      const client = connect();
      await client.request('server/getInfo', {});
      await client.close();
      expect(await daemon.stopped).toBe('the last client is gone');

      const clock = createManualClock();
      const { daemon: lonely } = await startTestDaemon({ clock });
      await clock.advance(30_000);
      expect(await lonely.stopped).toBe('no client came');
    },
  );

  test('is prompt whatever the clients do, and stops runners', async () => {
    const { daemon, wm, connectSocket, workspaceRoot, runners } = await startTestWorkspace();
    const deaf = connectSocket().pause();
    deaf.on('error', () => undefined);
    const params = { actionSource: demoSource('big'), project: workspaceRoot, params: { bytes: 30_000_000 } };
    const json = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'actions/run', params });
    deaf.write(`Content-Length: ${json.length}\r\n\r\n${json}`);
    const waiting = wm.request('actions/run', { actionSource: demoSource('wait'), project: workspaceRoot });
    waiting.catch(() => undefined);
    await runners.until('waiting');
    expect(await wm.request('server/shutdown', {})).toEqual({});
    await daemon.stopped;
    await expect(waiting).rejects.toThrow();
    expect(runners.living.size).toBe(0);
  });
});

test('what is created for the daemon git does not see; what others made is left as it is', async () => {
  const { workspaceRoot } = await startTestDaemon();
  expect(await readFile(join(workspaceRoot, '.venvs', '.gitignore'), 'utf8')).toBe('*\n');

  const other = await temporaryDirectory();
  await mkdir(join(other, '.venvs', 'dev'), { recursive: true });
  await startTestDaemon({ workspaceRoot: other });
  expect(existsSync(join(other, '.venvs', '.gitignore'))).toBe(false);
});

test('the log of a daemon is for its user alone', async () => {
  const { daemon, workspaceRoot } = await startTestDaemon();
  expect(daemon.logFile).toBe(join(workspaceRoot, '.venvs/dev_workspace/logs/wm_server/wm_server.log'));
  expect((await stat(daemon.logFile)).mode & 0o777).toBe(0o600);
  expect(await readFile(daemon.logFile, 'utf8')).toContain('"listening"');
});
