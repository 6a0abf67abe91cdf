import { createMemoryFileSystem } from '@tandem/platform';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readProject, runnerLogging, selectEnvironments, type ValidProject } from '../index.js';
import { interpreterId, parseInterpreter } from './interpreter.js';
import { compareVersions } from './select-environments.js';

describe('an interpreter', () => {
  const check = (text: string, expected: string | undefined) => {
    const interpreter = parseInterpreter(text);
    expect(interpreter && interpreterId(interpreter)).toBe(expected);
  };
  test('is CPython unless it says otherwise', () => check(' 3.12 ', 'cpython@3.12'));
  test('is written in small letters', () => check('PyPy@3.10', 'pypy@3.10'));
  for (const text of ['', '@', 'pypy@', '@3.12', 'a@b@c', '  '])
    test(`is not "${text}"`, () => check(text, undefined));
});

const matrixProject = `
[project]
name = "shop"
[dependency-groups]
dev = ["pytest"]
[tool.finecode.env.dev]
interpreters = ["3.11", "cpython@3.12", "3.11", "pypy@3.10"]
install_project = true
[tool.finecode.env.dev.default_interpreters]
ci = "all"
local = "newest"
ide = ["3.11"]
[tool.finecode.action.test]
source = "Test"
handlers = [{ name = "t", source = "T", env = "dev", dependencies = ["t"] }]
[tool.finecode.action.lint]
source = "Lint"
handlers = [{ name = "l", source = "L", env = "tools" }]
[[tool.finecode.service]]
interface = "I"
source = "S"
env = "dev"
`;

describe('an interpreter matrix', () => {
  test('becomes one environment per interpreter, everywhere', async () => {
    const { project, rawConfig } = await readValid(matrixProject);
    const children = ['dev@cpython-3.11', 'dev@cpython-3.12', 'dev@pypy-3.10'];
    expect(project.actions[0]?.handlers.map(({ name, env }) => `${name} ${env}`)).toEqual(
      children.map((env) => `t ${env}`),
    );
    expect(project.services.map(({ env }) => env)).toEqual(children);
    expect(project.environments.map(({ name, matrix }) => [name, matrix?.base, matrix?.interpreter])).toEqual(
      [
        ['dev@cpython-3.11', 'dev', 'cpython@3.11'],
        ['dev@cpython-3.12', 'dev', 'cpython@3.12'],
        ['dev@pypy-3.10', 'dev', 'pypy@3.10'],
        ['runtime', undefined, undefined],
        ['tools', undefined, undefined],
      ],
    );
    expect(Object.keys(rawConfig['dependency-groups'] ?? {})).toEqual([...children, 'runtime', 'tools']);
    expect(rawConfig).toMatchObject({
      'dependency-groups': { 'dev@pypy-3.10': ['pytest', 't'] },
      tool: { finecode: { env: { 'dev@pypy-3.10': { interpreter: 'pypy@3.10', install_project: true } } } },
    });
    expect(JSON.stringify(rawConfig)).not.toContain('"interpreters"');
  });
});

describe('a selection', () => {
  const check = async (
    request: Parameters<typeof selectEnvironments>[1],
    expected: string,
    unknown: readonly string[] = [],
  ) => {
    const { project } = await readValid(matrixProject);
    const { selected, unknownEnvs, unknownInterpreters } = selectEnvironments(project.environments, request);
    expect(selected.map(({ name }) => name).join(' ')).toBe(expected);
    expect([...unknownEnvs, ...unknownInterpreters]).toEqual(unknown);
  };
  const all = 'dev@cpython-3.11 dev@cpython-3.12 dev@pypy-3.10';

  test('follows the policy of exactly this place', () =>
    check({ devEnv: 'ide' }, 'dev@cpython-3.11 runtime tools'));
  test('follows the one for CI', () => check({ devEnv: 'ci' }, `${all} runtime tools`));
  test('follows the one for a person otherwise', () =>
    check({ devEnv: 'cli' }, 'dev@cpython-3.12 runtime tools'));
  test('takes a whole matrix by its base, against any policy', () =>
    check({ devEnv: 'cli', envs: ['dev'] }, all));
  test('takes one column', () => check({ devEnv: 'cli', envs: ['dev@pypy-3.10'] }, 'dev@pypy-3.10'));
  test('takes a plain environment alone', () => check({ devEnv: 'cli', envs: ['tools'] }, 'tools'));
  test('takes one interpreter of every matrix', () =>
    check({ devEnv: 'cli', interpreters: ['PyPy@3.10'] }, 'dev@pypy-3.10 runtime tools'));
  test('takes what both selectors allow', () =>
    check({ devEnv: 'cli', envs: ['dev'], interpreters: ['3.11'] }, 'dev@cpython-3.11'));
  test('names what it does not know', () =>
    check({ devEnv: 'cli', envs: ['gone'], interpreters: ['2.7'] }, '', ['gone', '2.7']));
});

test('versions are ordered by number, words after numbers', () => {
  const ordered = ['3', '3.9', '3.10', '3.10.1', '3.11', '3.rc1', '10'];
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
      expect(shuffled.toSorted(compareVersions)).toEqual(ordered);
    }),
  );
});

describe('how loud a runner is', () => {
  const settings =
    '[tool.finecode.er.logging]\ndefault_level = "WARNING"\nlog_groups = { a = "INFO", b = "INFO" }\n[tool.finecode.er.envs.dev-x.logging]\ndefault_level = "ERROR"\nlog_groups = { b = "DEBUG" }';
  const check = async (
    text: string,
    env: Readonly<Record<string, string>>,
    envName: string,
    expected: object,
  ) => expect(runnerLogging((await readValid(text)).project.runners, envName, env)).toEqual(expected);

  test('is INFO unless something is said', () =>
    check('[tool.finecode]', {}, 'dev', { level: 'INFO', logGroups: {} }));
  test('is told for all environments', () =>
    check(settings, {}, 'docs', { level: 'WARNING', logGroups: { a: 'INFO', b: 'INFO' } }));
  test('is told for one', () =>
    check(settings, {}, 'dev-x', { level: 'ERROR', logGroups: { a: 'INFO', b: 'DEBUG' } }));
  test('is told by variables, the one for this environment first', async () => {
    const env = {
      FINECODE_ER_LOG_LEVEL: 'TRACE',
      FINECODE_ER_LOG_GROUP_A_C: 'X',
      FINECODE_ER_ENV_DEV_X_LOG_GROUP_B: 'Y',
    };
    await check(settings, env, 'dev-x', { level: 'TRACE', logGroups: { a: 'INFO', b: 'Y', 'a.c': 'X' } });
    await check(settings, { ...env, FINECODE_ER_ENV_DEV_X_LOG_LEVEL: 'OFF' }, 'dev-x', {
      level: 'OFF',
      logGroups: { a: 'INFO', b: 'Y', 'a.c': 'X' },
    });
  });
});

async function readValid(pyproject: string): Promise<ValidProject> {
  const reading = await readProject('/p', {
    files: createMemoryFileSystem({ '/p/pyproject.toml': pyproject }),
  });
  if (reading.kind !== 'valid') throw new Error(`expected a valid project: ${JSON.stringify(reading)}`);
  return reading;
}
