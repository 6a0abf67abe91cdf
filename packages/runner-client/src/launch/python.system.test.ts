import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '@tandem/platform';
import { expect, test } from 'vitest';
import { peculiarRunner } from '../testing/fixture-runner.js';
import {
  actionCall,
  createTestLauncher,
  never,
  runnerStart,
  startRunner,
  temporaryDirectory,
} from '../testing/launch.js';

const runnerPackage = fileURLToPath(new URL('../fixtures/python', import.meta.url));

/** A project whose env "dev" is this machine's Python. */
async function pythonProject(): Promise<string> {
  const projectDir = await temporaryDirectory();
  const binDir = join(projectDir, '.venvs', 'dev', 'bin');
  await mkdir(binDir, { recursive: true });
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  await symlink(python.trim(), join(binDir, 'python'));
  return projectDir;
}

function environmentWith(PYTHONPATH: string | undefined) {
  return {
    environment: {
      ...readEnvironment(),
      variables: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH },
    },
  };
}

test('a real Python with a runner is found, started, spoken to and ended', async () => {
  const projectDir = await pythonProject();
  const environment = environmentWith(runnerPackage);
  const { launcher } = createTestLauncher(peculiarRunner('none'), environment);
  expect(await launcher.checkEnv(runnerStart(projectDir, { runtime: 'python' }), never())).toBe(true);

  const { runner } = await startRunner(
    peculiarRunner('none'),
    { projectDir, runtime: 'python' },
    environment,
  );
  const meta = await runner.configure({ actions: [], handlerConfigs: {}, services: [] }, never());
  expect([...meta.values()]).toMatchObject([{ canonicalSource: 'x.lint.Lint', location: 'x/lint.py:7' }]);
  expect(await runner.run(actionCall('lint', { params: { é: '😀' } }), {}, never())).toMatchObject({
    kind: 'finished',
    result: { json: { project: projectDir, env: 'dev', params: { é: '😀' }, runId: 'run-1' } },
  });
  await runner.stop();
  expect(await runner.exited).toMatchObject({ kind: 'stopped' });
});

test('a real Python without a runner is an environment to prepare', async () => {
  const projectDir = await pythonProject();
  const environment = environmentWith(undefined);
  const { launcher } = createTestLauncher(peculiarRunner('none'), environment);
  expect(await launcher.checkEnv(runnerStart(projectDir, { runtime: 'python' }), never())).toBe(false);
  await expect(
    startRunner(peculiarRunner('none'), { projectDir, runtime: 'python' }, environment),
  ).rejects.toMatchObject({
    code: 'env-not-found',
    message: expect.stringContaining('it has no extension runner installed'),
  });
});
