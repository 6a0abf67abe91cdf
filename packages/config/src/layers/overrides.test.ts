import { createMemoryFileSystem } from '@tandem/platform';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HandlerOverrides, overrideProject, readProject, type ValidProject } from '../index.js';
import { overridesFromEnvironment } from './overrides.js';

describe('variables', () => {
  const check = (
    env: Readonly<Record<string, string>>,
    expected: readonly (readonly [string, string, string, unknown])[],
  ) => {
    const { overrides, problems } = overridesFromEnvironment(env);
    expect(problems).toEqual([]);
    expect(overrides.map(({ action, handler, param, value }) => [action, handler, param, value])).toEqual(
      expected,
    );
  };
  test('name an action and a setting, in small letters', () => {
    check({ FINECODE_CONFIG_LINT__LINE_LENGTH: '120' }, [['lint', '', 'line_length', 120]]);
  });
  test('may name a handler, and further double underscores belong to the setting', () => {
    check({ FINECODE_CONFIG_LINT__RUFF__A__B: '{"x": [1]}' }, [['lint', 'ruff', 'a__b', { x: [1] }]]);
  });
  test('for one handler come after those for all, so that they win', () => {
    check({ FINECODE_CONFIG_LINT__A__X: '1', FINECODE_CONFIG_LINT__X: '2' }, [
      ['lint', '', 'x', 2],
      ['lint', 'a', 'x', 1],
    ]);
  });
  test('of other names mean nothing', () => check({ FINECODE_CONFIGURATION: 'x', PATH: '/bin' }, []));
});

const tree = {
  '/p/finecode.toml': `
[finecode.action.lint]
source = "Lint"
[finecode.action.lint.handlers.a]
source = "A"
env = "dev"
config = { level = 1, rules = { x = true } }
[finecode.action.lint.handlers.b]
source = "B"
env = "dev"
[finecode.action.other]
source = "Other"
handlers = [{ name = "a", source = "A", env = "dev", config = { level = 1 } }]
[[finecode.action_handler]]
source = "A"
config.level = 0
`,
};

const configsOf = ({ project }: ValidProject) =>
  Object.fromEntries(
    project.actions.flatMap((action) =>
      action.handlers.map((handler) => [`${action.name}.${handler.name}`, handler.config]),
    ),
  );

describe('overrides', () => {
  test('reach the handlers they name, in that action alone', async () => {
    const reading = await readValid({ lint: { a: { level: 9, rules: { y: true } }, '': { quiet: true } } });
    expect(configsOf(reading)).toEqual({
      'lint.a': { level: 9, rules: { y: true }, quiet: true },
      'lint.b': { quiet: true },
      'other.a': { level: 1 },
    });
  });
  test('for one handler win over those for all, wherever they stand', async () => {
    expect(configsOf(await readValid({ lint: { a: { level: 1 }, '': { level: 2 } } }))).toMatchObject({
      'lint.a': { level: 1 },
      'lint.b': { level: 2 },
    });
  });
  test('can be changed and withdrawn without reading the project again', async () => {
    const plain = await readValid({});
    const overridden = overrideProject(plain, { lint: { a: { level: 9 } } });
    expect(configsOf(overridden)['lint.a']).toMatchObject({ level: 9 });
    expect(overrideProject(overridden, {}).rawConfig).toEqual(plain.rawConfig);
  });
  test('for actions and handlers that are not there change nothing', async () => {
    const reading = await readValid({ gone: { a: { x: 1 } }, lint: { gone: { x: 1 } } });
    expect(reading.rawConfig).toEqual((await readValid({})).rawConfig);
  });
  test('always win, whatever the files say', async () => {
    const plain = await readValid({});
    const overrides = fc.dictionary(
      fc.constantFrom('lint', 'other'),
      fc.dictionary(
        fc.constantFrom('a', 'b'),
        fc.dictionary(
          fc.constantFrom('level', 'rules', '__proto__', 'new'),
          fc.jsonValue().map((value) => value as string),
        ),
      ),
    );
    fc.assert(
      fc.property(overrides, (table) => {
        const configs = configsOf(overrideProject(plain, table));
        for (const [action, handlers] of Object.entries(table)) {
          for (const [handler, params] of Object.entries(handlers)) {
            const config = configs[`${action}.${handler}`];
            if (action === 'other' && handler === 'b') continue;
            for (const [param, value] of Object.entries(params)) {
              expect(Object.getOwnPropertyDescriptor(config ?? {}, param)?.value).toEqual(value);
            }
          }
        }
      }),
    );
  });
});

async function readValid(overrides: HandlerOverrides): Promise<ValidProject> {
  const reading = await readProject('/p', { files: createMemoryFileSystem(tree), overrides });
  if (reading.kind !== 'valid') throw new Error(`expected a valid project: ${JSON.stringify(reading)}`);
  return reading;
}
