import type { RunnerStart } from '@tandem/workspace';
import { expect, test } from 'vitest';
import { runnerStart } from '../testing/launch.js';
import { type NodeRunnerCommand, runnerCommand } from './runner-command.js';

const nodeRunner = { command: '/bin/node', args: ['tandem.cjs', 'runner', 'start'] };

function check(
  start: Partial<RunnerStart>,
  expected: readonly string[],
  runner: NodeRunnerCommand = nodeRunner,
  os: 'linux' | 'win32' = 'linux',
): void {
  const environment = { os, variables: {} };
  const { command, args } = runnerCommand({ ...runnerStart('/p q'), ...start }, runner, environment);
  expect([command, ...args]).toEqual(expected);
}

test('our own runner', () => {
  const program = ['tandem.cjs', 'runner', 'start', '--project-path=/p q', '--env-name=dev'];
  check({}, ['/bin/node', ...program]);
  check({ debug: true, writeAheadLog: true }, ['/bin/node', ...program, '--debug']);
  check({ nodeModulesDirs: ['/a', '/b'] }, [
    '/bin/node',
    ...program,
    '--node-modules=/a',
    '--node-modules=/b',
  ]);
  check({}, ['/bin/node', '--max-old-space-size=512', ...program, '--log-file=/logs/dev'], {
    ...nodeRunner,
    maxHeapMiB: 512,
    logFilePath: ({ envName }) => `/logs/${envName}`,
  });
});

test('a Python runner', () => {
  const module = ['-m', 'finecode_extension_runner.cli', 'start', '--log-level=INFO'];
  const place = ['--project-path=/p q', '--env-name=dev'];
  check({ runtime: 'python' }, ['/p q/.venvs/dev/bin/python', ...module, ...place]);
  check({ runtime: 'python', debug: true, writeAheadLog: true }, [
    '/p q/.venvs/dev/bin/python',
    ...module,
    ...place,
    '--wal',
    '--debug',
  ]);
  check(
    { runtime: 'python', projectDir: 'C:\\p', envDir: 'C:\\p\\.venvs\\dev' },
    ['C:\\p\\.venvs\\dev\\Scripts\\python.exe', ...module, '--project-path=C:/p', '--env-name=dev'],
    nodeRunner,
    'win32',
  );
});

test('what the environment of a runner lacks, and what Python gets besides', () => {
  const environment = { os: 'linux', variables: { VIRTUAL_ENV: '/v', PATH: '/bin' } } as const;
  const envOf = (runtime: 'node' | 'python') =>
    runnerCommand(runnerStart('/p', { runtime }), nodeRunner, environment).env;
  expect(envOf('node')).toEqual({ PATH: '/bin' });
  expect(envOf('python')).toEqual({ PATH: '/bin', PYTHONUNBUFFERED: '1' });
});
