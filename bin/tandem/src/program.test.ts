import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeProgram } from './completion/describe-program.js';
import { createProgram } from './program.js';
import { executable, run, runTandem } from './testing/run-tandem.js';

const manifest: { version: string } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
);

describe('the command line', () => {
  test.each(['--version', '-V'])('%s prints the version alone', async (flag) => {
    expect(await runTandem([flag])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  test('no argument, --help and help teach the same', async () => {
    const [none, flag, command] = await Promise.all([
      runTandem([]),
      runTandem(['--help']),
      runTandem(['help']),
    ]);
    expect(flag.stdout).toContain('Usage: tandem');
    expect(none).toEqual(flag);
    expect(command).toEqual(flag);
    expect(flag.code).toBe(0);
  });

  test('every command explains itself, with an example where it takes arguments', () => {
    const program = createProgram('0');
    for (const { path: words, options } of describeProgram(program)) {
      if (words === '') continue;
      expect(options.map(({ word }) => word)).toContain('--help');
      expect(options.every(({ summary }) => summary !== '')).toBe(true);
    }
    for (const command of program.commands) expect(command.summary(), command.name()).not.toBe('');
  });

  test.each([
    [['conformence'], "unknown command 'conformence'", 'Did you mean conformance?'],
    [['--hepl'], "unknown option '--hepl'", 'Did you mean --help?'],
    [['completion', 'bsh'], "'bsh'", 'Allowed choices are bash, zsh, fish'],
    [['conformance', 'wm', '--conect', 'x'], "unknown option '--conect'", 'Did you mean --connect?'],
    [['completion'], "missing required argument 'shell'", '--help'],
  ])('%j is a usage error that helps', async (args, problem, advice) => {
    const { code, stdout, stderr } = await runTandem(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(problem);
    expect(stderr).toContain(advice);
  });

  test('a reader that goes away, and a disk that is full, give no stack trace', async () => {
    const shell = async (line: string) =>
      run('bash', ['-c', line.replaceAll('TANDEM', `${process.execPath} ${executable}`)]);
    const piped = await shell('TANDEM --help | true; echo $PIPESTATUS');
    expect(['0\n', '141\n']).toContain(piped.stdout);
    expect(piped.stderr).toBe('');
    const full = await shell('TANDEM --help > /dev/full');
    expect(full).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^tandem: the output cannot be written: .*\n$/),
    });
  });

  test('the executable loads nothing but itself for --version', () => {
    expect(readFileSync(executable, 'utf8').match(/\brequire\(/g)).toHaveLength(1);
  });
});
