import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NodeRunnerCommand } from '../launch/runner-command.js';

const fixture = fileURLToPath(new URL('../fixtures/runner.mjs', import.meta.url));

/** A runner with one peculiarity, started as our own would be. */
export function peculiarRunner(peculiarity: string): NodeRunnerCommand {
  return { command: process.execPath, args: [fixture, peculiarity] };
}

/** Makes `.venvs/dev/bin/python` of a project that very runner: no Python needed. */
export async function installAsPython(projectDir: string, peculiarity: string): Promise<void> {
  const binDir = join(projectDir, '.venvs', 'dev', 'bin');
  await mkdir(binDir, { recursive: true });
  const pythonPath = join(binDir, 'python');
  await writeFile(pythonPath, `#!/bin/sh\nexec "${process.execPath}" "${fixture}" ${peculiarity} "$@"\n`);
  await chmod(pythonPath, 0o755);
}
