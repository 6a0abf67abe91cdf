import { createMemoryFileSystem } from '@tandem/platform';
import { describe, expect, test } from 'vitest';
import { readWorkspaceFile } from '../index.js';

type Tree = Readonly<Record<string, string>>;
const read = (text: string, tree: Tree = {}, env: Readonly<Record<string, string>> = {}) =>
  readWorkspaceFile('/w', {
    files: createMemoryFileSystem({ '/w/finecode-workspace.toml': text, ...tree }),
    env,
  });

test('without the file everything is as usual', async () => {
  expect(await readWorkspaceFile('/w', { files: createMemoryFileSystem({}) })).toEqual({
    kind: 'valid',
    settings: {
      allPackagesEditable: false,
      editablePackages: {},
      logGroups: {},
      otlpEndpoint: undefined,
      isWalEnabled: false,
    },
    warnings: [],
    watchPaths: ['/w/finecode-workspace.toml'],
  });
});

const full = `
[workspace]
all_workspace_packages_editable = true
editable_packages = ["libs/a", "./libs/b"]
[workspace.wm]
logging.log_groups = { "tandem.runs" = "DEBUG", x = "INFO" }
telemetry.otlp_endpoint = "http://localhost:4317"
wal.enabled = true
`;
const libs = {
  '/w/libs/a/pyproject.toml': '[project]\nname = "a-lib"',
  '/w/libs/b/package.json': '{"name": "@x/b"}',
};

test('the file says it all', async () => {
  expect(await read(full, libs)).toMatchObject({
    kind: 'valid',
    settings: {
      allPackagesEditable: true,
      editablePackages: { 'a-lib': '/w/libs/a', '@x/b': '/w/libs/b' },
      logGroups: { 'tandem.runs': 'DEBUG', x: 'INFO' },
      otlpEndpoint: 'http://localhost:4317',
      isWalEnabled: true,
    },
  });
});

test('variables win over the file', async () => {
  const env = {
    FINECODE_OTLP_ENDPOINT: 'http://other',
    FINECODE_WAL_ENABLED: 'off',
    FINECODE_WM_LOG_GROUP_TANDEM_RUNS: 'ERROR',
  };
  expect(await read(full, libs, env)).toMatchObject({
    settings: {
      otlpEndpoint: 'http://other',
      isWalEnabled: false,
      logGroups: { 'tandem.runs': 'ERROR', x: 'INFO' },
    },
  });
});

describe('what is wrong is named', () => {
  const check = async (text: string, tree: Tree, expected: readonly object[]) =>
    expect(await read(text, tree)).toMatchObject({ kind: 'invalid', problems: expected });

  test('syntax', () => check('[workspace\n', {}, [{ line: 1, column: 11 }]));
  test('types', () =>
    check('[workspace]\nwm.wal.enabled = "yes"', {}, [
      {
        line: 2,
        column: 8,
        key: 'workspace.wm.wal.enabled',
        message: 'expected true or false, found the string "yes"',
      },
    ]));
  test('a package that is not there', () =>
    check('[workspace]\neditable_packages = ["gone"]', {}, [
      {
        line: 2,
        column: 22,
        key: 'workspace.editable_packages[0]',
        message: '/w/gone holds no package with a name',
      },
    ]));
  test('one name in two places', () =>
    check(
      '[workspace]\neditable_packages = ["a", "b"]',
      { '/w/a/package.json': '{"name": "x"}', '/w/b/package.json': '{"name": "x"}' },
      [{ line: 2, column: 27, message: 'package "x" is also in /w/a' }],
    ));
});

test('an unknown key is a warning', async () => {
  expect(await read('[workspace]\neditable_package = []')).toMatchObject({
    kind: 'valid',
    warnings: [{ key: 'workspace.editable_package', fix: 'Did you mean "editable_packages"?' }],
  });
});
