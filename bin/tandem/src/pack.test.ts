import { mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, runTandem } from './testing/run-tandem.js';

const root = path.resolve(import.meta.dirname, '../../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tandem pack é-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('npm pack yields one package whose executable works in a folder elsewhere', async () => {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], root);
  expect(packed.code, packed.stderr).toBe(0);
  const described: unknown = JSON.parse(packed.stdout);
  const [archive] = Object.values(
    described as Record<string, { filename: string; files: { path: string }[] }>,
  );
  const paths = archive?.files.map((file) => file.path) ?? [];
  expect(paths).toContain('dist/tandem.cjs');
  expect(
    paths.filter(
      (file) =>
        !/^(dist\/.*\.cjs|dist\/extension-api\.mjs|dist\/extension-api\/.*\.d\.ts|package\.json|README\.md|LICENSE)$/.test(
          file,
        ),
    ),
  ).toEqual([]);

  const installArgs = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder];
  const installed = await run('npm', [...installArgs, path.join(folder, archive?.filename ?? '')], folder);
  expect(installed.code, installed.stderr).toBe(0);

  const file = path.join(folder, 'node_modules', '.bin', 'tandem');
  const here = await runTandem(['--version']);
  expect(await runTandem(['--version'], { cwd: folder, file })).toEqual(here);
  expect(await run(file, ['--version'], os.tmpdir())).toEqual(here);
  expect((await run(file, ['help'], folder)).stdout).toContain('Usage: tandem');
  const useApi = "import { defineAction } from 'tandem/extension-api'; console.log(typeof defineAction)";
  const api = await run(process.execPath, ['--input-type=module', '-e', useApi], folder);
  expect(api).toMatchObject({ code: 0, stdout: 'function\n' });
  expect(paths).toContain('dist/extension-api/index.d.ts');
});

test('the launcher of a checkout works through a symbolic link from another folder', async () => {
  const link = path.join(folder, 'my-tandem');
  await symlink(path.join(root, 'tandem'), link);
  const { code, stdout } = await run(link, ['--version'], folder);
  expect({ code, stdout }).toEqual({ code: 0, stdout: (await runTandem(['--version'])).stdout });
});
