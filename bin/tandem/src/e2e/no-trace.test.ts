import { execFile } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type GeneratedWorkspace, generateWorkspace, projectNames } from './testing/generated-workspace.js';
import { inEach, linesByProject } from './testing/run-results.js';

const looking = [
  ['actions'],
  ['projects'],
  ['dump-config', '--project=alpha'],
  ['run', 'echo'],
  ['run', 'chain', '--shared-server'],
  ['actions', '--shared-server'],
  ['projects', '--shared-server'],
  ['runners'],
  ['stop'],
] as const;

test('no command leaves a trace that git would show', async () => {
  const workspace = await generateWorkspace();
  for (const args of looking) {
    const { code, stdout, stderr } = await workspace.tandem(args);
    expect({ args, code, stdout, stderr }).toMatchObject({ code: 0 });
    expect({ args, status: await workspace.gitStatus() }).toEqual({ args, status: '' });
  }
});

test('a read-only checkout works, alone and with a daemon', async () => {
  const workspace = await generateWorkspace(ordinaryUser());
  await makeReadOnly(workspace);
  for (const args of looking) {
    const { code, stdout, stderr } = await workspace.tandem(args, { uid: ordinaryUser() });
    expect({ args, code, stdout, stderr }).toMatchObject({ code: 0 });
  }
  const server = ['--shared-server', '--json'];
  const outcome = await workspace.tandem(['run', 'gather', ...server], { uid: ordinaryUser() });
  expect(linesByProject(outcome.stdout)).toEqual(
    inEach(projectNames, (name) => [
      `${name}/dev: here alone, nothing`,
      `${name}/tools: there alone, nothing`,
    ]),
  );
  expect(await readdir(workspace.rootDir)).not.toContain('.venvs');
  expect(await workspace.gitStatus()).toBe('');
});

/** Root may write wherever it likes; only somebody else can show that nobody has to. */
function ordinaryUser(): number | undefined {
  return process.getuid?.() === 0 ? 65_534 : undefined;
}

async function makeReadOnly({ scratchDir, rootDir }: GeneratedWorkspace): Promise<void> {
  await chmod(scratchDir, 0o755);
  await promisify(execFile)('chmod', ['-R', 'a-w,a+rX', rootDir]);
}
