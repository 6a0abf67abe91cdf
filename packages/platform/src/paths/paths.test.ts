import { describe, expect, test } from 'vitest';
import {
  type Environment,
  environmentVariable,
  fixedEnvironment,
  readEnvironment,
} from '../environment/environment.js';
import type { OperatingSystem } from '../operating-system.js';
import { isInside, pathKey } from './path-key.js';
import { type UserDirectories, userDirectories } from './user-directories.js';
import { venvLayout } from './venv.js';

test('the layout of a virtual environment', () => {
  const check = (os: OperatingSystem, venvDir: string, expected: readonly string[]) => {
    const layout = venvLayout(venvDir, os);
    expect([layout.binDir, layout.pythonPath, layout.programPath('ruff')]).toEqual(expected);
  };
  check('linux', '/p/.venvs/dev', [
    '/p/.venvs/dev/bin',
    '/p/.venvs/dev/bin/python',
    '/p/.venvs/dev/bin/ruff',
  ]);
  check('darwin', '/p/v', ['/p/v/bin', '/p/v/bin/python', '/p/v/bin/ruff']);
  check('win32', 'C:\\p\\v', [
    'C:\\p\\v\\Scripts',
    'C:\\p\\v\\Scripts\\python.exe',
    'C:\\p\\v\\Scripts\\ruff.exe',
  ]);
});

describe('the folders of a user', () => {
  function check(environment: Partial<Environment>, expected: UserDirectories): void {
    expect(userDirectories(fixedEnvironment(environment), 'tandem')).toEqual(expected);
  }

  test('Linux', () => {
    check(
      {},
      {
        configDir: '/home/user/.config/tandem',
        stateDir: '/home/user/.local/state/tandem',
        cacheDir: '/home/user/.cache/tandem',
        runtimeDir: '/tmp/tandem-1000',
      },
    );
    const variables = {
      XDG_CONFIG_HOME: '/c',
      XDG_STATE_HOME: '/s',
      XDG_CACHE_HOME: 'relative',
      XDG_RUNTIME_DIR: '/run/user/1000',
    };
    check(
      { variables },
      {
        configDir: '/c/tandem',
        stateDir: '/s/tandem',
        cacheDir: '/home/user/.cache/tandem',
        runtimeDir: '/run/user/1000/tandem',
      },
    );
  });

  test('macOS', () => {
    check(
      { os: 'darwin', homeDir: '/Users/ann', tempDir: '/var/folders/x/T', userId: 501 },
      {
        configDir: '/Users/ann/Library/Application Support/tandem',
        stateDir: '/Users/ann/Library/Application Support/tandem/State',
        cacheDir: '/Users/ann/Library/Caches/tandem',
        runtimeDir: '/var/folders/x/T/tandem-501',
      },
    );
  });

  test('Windows', () => {
    const expected = (local: string, roaming: string): UserDirectories => ({
      configDir: `${roaming}\\tandem`,
      stateDir: `${local}\\tandem\\State`,
      cacheDir: `${local}\\tandem\\Cache`,
      runtimeDir: `${local}\\tandem\\Runtime`,
    });
    const user = { os: 'win32', homeDir: 'C:\\Users\\ann', userId: undefined } as const;
    check(user, expected('C:\\Users\\ann\\AppData\\Local', 'C:\\Users\\ann\\AppData\\Roaming'));
    check({ ...user, variables: { LocalAppData: 'D:\\L', APPDATA: 'D:\\R' } }, expected('D:\\L', 'D:\\R'));
  });
});

describe('path keys', () => {
  const same = (one: string, other: string, os: OperatingSystem, expected: boolean) =>
    expect(pathKey(one, os) === pathKey(other, os)).toBe(expected);

  test('letter case', () => {
    same('/a/B', '/a/b', 'linux', false);
    same('/a/B', '/a/b', 'darwin', true);
    same('C:\\A', 'c:/a', 'win32', true);
  });

  test('accents, slashes and dots', () => {
    same('/caf\u00e9', '/cafe\u0301', 'darwin', true);
    same('/caf\u00e9', '/cafe\u0301', 'linux', false);
    same('/a/b/', '/a/./b', 'linux', true);
    same('/a/../b', '/b', 'linux', true);
    same('/', '//', 'linux', true);
    same('C:\\', 'C:', 'win32', false);
  });

  test('inside', () => {
    const check = (path: string, dirPath: string, os: OperatingSystem, expected: boolean) =>
      expect(isInside(path, dirPath, os)).toBe(expected);
    check('/repo/a', '/repo', 'linux', true);
    check('/repo', '/repo/', 'linux', true);
    check('/repository', '/repo', 'linux', false);
    check('/repo/../etc', '/repo', 'linux', false);
    check('/anything', '/', 'linux', true);
    check('/Repo/a', '/repo', 'darwin', true);
    check('C:\\Repo\\a', 'c:\\repo', 'win32', true);
    check('D:\\repo', 'C:\\', 'win32', false);
    check('C:\\repo', 'C:\\', 'win32', true);
  });
});

describe('environment', () => {
  test('the real one is that of this process', () => {
    expect(readEnvironment()).toMatchObject({
      cwd: process.cwd(),
      userId: process.getuid?.(),
      stdout: { isTTY: false, columns: undefined },
    });
    expect(readEnvironment().variables['PATH']).toBe(process.env['PATH']);
  });

  test('names of variables ignore letter case on Windows alone', () => {
    const check = (os: OperatingSystem, name: string, expected: string | undefined) =>
      expect(environmentVariable({ os, variables: { Path: 'p' } }, name)).toBe(expected);
    check('win32', 'PATH', 'p');
    check('win32', 'OTHER', undefined);
    check('linux', 'PATH', undefined);
    check('linux', 'Path', 'p');
  });
});
