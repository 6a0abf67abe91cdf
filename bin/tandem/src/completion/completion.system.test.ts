import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, runTandem } from '../testing/run-tandem.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tandem-completion-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function completionFile(shell: 'zsh' | 'fish', name: string): Promise<string> {
  const { stdout } = await runTandem(['completion', shell]);
  const filePath = path.join(folder, name);
  await writeFile(filePath, stdout);
  return filePath;
}

test.each([
  ['tandem conf', 'conformance'],
  ['tandem completion z', 'zsh'],
  ['tandem conformance --conn', '--connect'],
])('fish completes "%s" with %s', async (line, expected) => {
  const script = await completionFile('fish', 'tandem.fish');
  const { stdout, stderr } = await run('fish', [
    '--no-config',
    '-c',
    `source ${script}; complete --do-complete '${line}'`,
  ]);
  expect(stderr).toBe('');
  expect(stdout.split('\n').map((row) => row.split('\t')[0])).toContain(expected);
});

test.each([
  ['tandem conf', 'tandem conformance'],
  ['tandem completion f', 'tandem completion fish'],
  ['tandem conformance --conn', 'tandem conformance --connect'],
])('zsh completes "%s" to "%s"', async (line, expected) => {
  await completionFile('zsh', '_tandem');
  // zsh completes only in its line editor, so a real one runs in a pseudo-terminal.
  const driver = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=(${folder} \\$fpath); autoload -Uz compinit; compinit -u -d ${folder}/dump; print -r -- READY"
zpty -r shell output '*READY*READY*'
zpty -w -n shell $'${line}\\t\\x15print -r -- DONE\\n'
zpty -r shell output '*DONE*DONE*'
print -r -- "$output"`;
  const { stdout } = await run('zsh', ['-f', '-c', driver]);
  expect(stdout).toContain(expected);
});
