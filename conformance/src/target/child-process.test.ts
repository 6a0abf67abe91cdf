import { createProcesses, fixedEnvironment } from '@tandem/platform';
import { expect, test } from 'vitest';
import { describeExit, startCommand } from './child-process.js';
import { TargetError } from './target.js';

test('a command that cannot be started is a target that cannot be reached', async () => {
  const environment = fixedEnvironment({ cwd: '/no/such/directory' });
  const start = startCommand({ processes: createProcesses(), environment }, 'true');
  await expect(start).rejects.toBeInstanceOf(TargetError);
  await expect(start).rejects.toThrow(/Cannot start the command: .*\/no\/such\/directory/);
});

test('how a process ended, for people', () => {
  const check = (exit: Parameters<typeof describeExit>[0], stderr: string, expected: string) =>
    expect(describeExit(exit, stderr)).toBe(expected);
  check({ code: 3, signal: null }, '', 'exited with code 3; it wrote nothing to standard error');
  check(
    { code: null, signal: 'SIGSEGV' },
    'a\nb\n',
    'was ended by SIGSEGV; its standard error ends with:\na\nb',
  );
});
