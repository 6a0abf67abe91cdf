import { expect, test } from 'vitest';
import type { EnvironmentVariables } from '../environment/environment.js';
import type { OperatingSystem } from '../operating-system.js';
import { type ChildEnvironmentOptions, childEnvironment } from './child-environment.js';

function check(
  variables: EnvironmentVariables,
  expected: EnvironmentVariables,
  options: ChildEnvironmentOptions = {},
  os: OperatingSystem = 'linux',
): void {
  expect(childEnvironment({ os, variables }, options)).toEqual(expected);
}

test('passes on what belongs to the user', () => {
  const variables = {
    PATH: '/bin',
    HOME: '/root',
    EMPTY: '',
    GITHUB_TOKEN: 't',
    npm_config_registry: 'r',
    GIT_AUTHOR_NAME: 'a',
  };
  check({ ...variables, ABSENT: undefined }, variables);
});

test('drops what is bound to the process that received it (a pin: say so when it changes)', () => {
  const bound = [
    ...['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_UNIQUE_ID'],
    ...[
      'ELECTRON_RUN_AS_NODE',
      'ELECTRON_NO_ATTACH_CONSOLE',
      'ELECTRON_NO_ASAR',
      'VSCODE_PID',
      'VSCODE_IPC_HOOK',
    ],
    ...[
      'INIT_CWD',
      'npm_lifecycle_event',
      'npm_package_json',
      'npm_command',
      'npm_execpath',
      'npm_node_execpath',
    ],
    ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY'],
    ...['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'PYTHONHOME', 'PYTHONEXECUTABLE', '__PYVENV_LAUNCHER__'],
  ];
  check(Object.fromEntries(bound.map((name) => [name, 'x'])), {});
});

test('takes the debugger out of NODE_OPTIONS and leaves the rest', () => {
  check(
    { NODE_OPTIONS: '--inspect-brk=0.0.0.0:9229 --max-old-space-size=99 --inspect' },
    { NODE_OPTIONS: '--max-old-space-size=99' },
  );
  check({ NODE_OPTIONS: '--require ./inspect.js' }, { NODE_OPTIONS: '--require ./inspect.js' });
});

test('keep, drop and set', () => {
  check({ GIT_INDEX_FILE: 'i', GIT_DIR: 'd' }, { GIT_INDEX_FILE: 'i' }, { keep: ['GIT_INDEX_FILE'] });
  check({ OPENAI_API_KEY: 'k', PATH: 'p' }, { PATH: 'p' }, { drop: ['OPENAI_API_KEY'] });
  check({ PATH: 'p' }, { PATH: 'q', NEW: 'n' }, { set: { PATH: 'q', NEW: 'n', GONE: undefined } });
});

test('on Windows a name is the same in any letter case', () => {
  check({ Path: 'p', Key: 'k' }, { PATH: 'q' }, { set: { PATH: 'q' }, drop: ['KEY'] }, 'win32');
  check({ Path: 'p' }, { Path: 'p', PATH: 'q' }, { set: { PATH: 'q' } }, 'linux');
});
