import { describe, expect, test } from 'vitest';
import { run, runTandem } from '../testing/run-tandem.js';

/** Asks a real bash what it would offer for the last word. */
async function completeInBash(words: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await runTandem(['completion', 'bash']);
  const ask = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_tandem; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await run('bash', ['--norc', '-c', ask]);
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion in bash', () => {
  test.each([
    [['tandem', 'conf'], ['conformance']],
    [
      ['tandem', 'completion', ''],
      ['--help', 'bash', 'zsh', 'fish'],
    ],
    [['tandem', 'completion', 'z'], ['zsh']],
    [
      ['tandem', 'conformance', '--co'],
      ['--connect', '--command'],
    ],
    [['tandem', 'conformance', 'wm', '--js'], ['--json']],
    [['tandem', 'conformance', '--connect', ''], []],
    [['tandem', 'run', '--sha'], ['--shared-server']],
    [['tandem', 'runs', 's'], ['show']],
    [['tandem', 'nothing-such', 'x'], []],
  ])('%j offers %j', async (words, expected) => {
    expect(await completeInBash(words)).toEqual(expected);
  });
});
