import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readEnvironment } from '@tandem/platform';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { prepareDaemonPlace, userPlace, workspacePlace } from './daemon-place.js';

async function setup() {
  const root = await temporaryDirectory();
  const runtimeDir = await temporaryDirectory();
  const environment = { ...readEnvironment(), variables: { XDG_RUNTIME_DIR: runtimeDir } };
  return { root, runtimeDir, environment, venvs: join(root, '.venvs') };
}

test('is inside the workspace, where git does not see it', async () => {
  const { root, environment, venvs } = await setup();
  const place = await prepareDaemonPlace(root, environment);
  expect(place).toEqual(workspacePlace(root));
  expect(place.portFile).toBe(join(root, '.venvs/dev_workspace/cache/finecode/wm_port'));
  expect(place.logFile).toBe(join(root, '.venvs/dev_workspace/logs/wm_server/wm_server.log'));
  expect(await readFile(join(venvs, '.gitignore'), 'utf8')).toBe('*\n');
  expect(await prepareDaemonPlace(root, environment)).toEqual(place);
});

test('leaves a folder of environments that others made as it is', async () => {
  const { root, environment, venvs } = await setup();
  await mkdir(join(venvs, 'dev'), { recursive: true });
  await prepareDaemonPlace(root, environment);
  expect((await readdir(venvs)).sort()).toEqual(['dev', 'dev_workspace']);
});

describe('is with the user', () => {
  async function check(prevent: (venvs: string) => Promise<unknown>): Promise<void> {
    const { root, runtimeDir, environment, venvs } = await setup();
    await prevent(venvs);
    const place = await prepareDaemonPlace(root, environment);
    expect(place).toEqual(userPlace(root, environment));
    expect(place.dir.startsWith(join(runtimeDir, 'tandem'))).toBe(true);
    expect(existsSync(dirname(place.portFile))).toBe(true);
    expect((await stat(join(runtimeDir, 'tandem'))).mode & 0o777).toBe(0o700);
  }

  test('when a file is in the way', () => check((venvs) => writeFile(venvs, '')));
  test('when a link leads nowhere', () => check((venvs) => symlink('/no/such/folder', venvs)));
  test.each(['cache/finecode/wm_port', 'logs/wm_server/wm_server.log'])(
    'when the repository brings a link in the place of %s',
    (name) =>
      check(async (venvs) => {
        const filePath = join(venvs, 'dev_workspace', name);
        await mkdir(dirname(filePath), { recursive: true });
        await symlink('/any/file/of/the/user', filePath);
      }),
  );
});

test('differs from workspace to workspace', async () => {
  const { environment } = await setup();
  expect(userPlace('/a', environment).dir).not.toBe(userPlace('/b', environment).dir);
});

test('that everybody can look into is refused', async () => {
  const { root, runtimeDir, environment, venvs } = await setup();
  await writeFile(venvs, '');
  await mkdir(join(runtimeDir, 'tandem'), { mode: 0o755 });
  const attempt = prepareDaemonPlace(root, environment);
  await expect(attempt).rejects.toThrow(
    `${join(runtimeDir, 'tandem')} is not a folder that only you can use`,
  );
});
