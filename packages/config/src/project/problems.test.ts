import { createMemoryFileSystem, PlatformError } from '@tandem/platform';
import { describe, expect, test } from 'vitest';
import { type ConfigProblem, formatProblem, readProject } from '../index.js';

type Tree = Readonly<Record<string, string>>;
/** `file:line:column key` and what the message and the fix begin with. */
type Expected = readonly [place: string, message: string, fix: string];

const check = async (tree: Tree, ...expected: readonly Expected[]) => {
  const reading = await readProject('/p', { files: createMemoryFileSystem(tree) });
  expect(reading.kind).toBe('invalid');
  const problems = reading.kind === 'invalid' ? reading.problems : [];
  expect(problems.map(summary)).toEqual(
    expected.map(([place, message, fix]) => `${place} | ${message} | ${fix}`),
  );
};

const checkWarning = async (tree: Tree, ...expected: readonly Expected[]) => {
  const reading = await readProject('/p', { files: createMemoryFileSystem(tree) });
  expect(reading.kind).toBe('valid');
  const warnings = reading.kind === 'valid' ? reading.warnings : [];
  expect(warnings.map(summary)).toEqual(
    expected.map(([place, message, fix]) => `${place} | ${message} | ${fix}`),
  );
};

const summary = ({ file, line, column, key, message, fix }: ConfigProblem) =>
  `${file}:${line}:${column} ${key} | ${message} | ${fix}`;

describe('text that cannot be parsed', () => {
  const fix = 'Correct the syntax at this place';
  test('a value is missing', () =>
    check({ '/p/finecode.toml': '[finecode]\npresets = \n' }, [
      '/p/finecode.toml:2:11 ',
      'not valid TOML: invalid value',
      fix,
    ]));
  test('a key stands twice', () =>
    check({ '/p/finecode.toml': '[finecode]\na = 1\n  a = 2\n' }, [
      '/p/finecode.toml:3:3 ',
      'not valid TOML: trying to redefine an already defined table or value',
      fix,
    ]));
  test('pyproject.toml, which may or may not use FineCode', () =>
    check({ '/p/pyproject.toml': '[tool.finecode\n' }, [
      '/p/pyproject.toml:1:15 ',
      'not valid TOML: illegal character in key',
      fix,
    ]));
  test('package.json', () =>
    check({ '/p/package.json': '{\n  "finecode": {},\n}\n' }, [
      '/p/package.json:3:1 ',
      'not valid JSON: expected a key in double quotes, but found "}"',
      fix,
    ]));
  test('package.json that is no object', () =>
    check({ '/p/finecode.toml': '', '/p/package.json': '[]' }, [
      '/p/package.json:1:1 ',
      'not valid JSON: expected an object',
      fix,
    ]));
  test('several files at once', () =>
    check(
      { '/p/finecode.toml': '\na = ]', '/p/finecode-user.toml': 'b = = 1' },
      ['/p/finecode.toml:2:5 ', 'not valid TOML: invalid value', fix],
      ['/p/finecode-user.toml:1:5 ', 'not valid TOML: invalid value', fix],
    ));
});

describe('a value of the wrong type', () => {
  const finecode = (text: string) => ({ '/p/finecode.toml': `[finecode]\n${text}\n` });
  test('a number where a string belongs', () =>
    check(finecode('[finecode.action.a]\nsource = 3'), [
      '/p/finecode.toml:3:1 finecode.action.a.source',
      'expected a string, found the number 3',
      'Put it in quotes: "3"',
    ]));
  test('a string where a list belongs', () =>
    check(finecode('[finecode.action.a.handlers.h]\ndependencies = "x"'), [
      '/p/finecode.toml:3:1 finecode.action.a.handlers.h.dependencies',
      'expected a list, found the string "x"',
      'Write a list: ["x"]',
    ]));
  test('a boolean in quotes', () =>
    check(finecode('[finecode.action.a]\nsource = "A"\nhandlers = [{ name = "h", enabled = "true" }]'), [
      '/p/finecode.toml:4:27 finecode.action.a.handlers[0].enabled',
      'expected true or false, found the string "true"',
      'Write true without quotes',
    ]));
  test('a string where a table belongs', () =>
    check(finecode('action = "lint"'), [
      '/p/finecode.toml:2:1 finecode.action',
      'expected a table, found the string "lint"',
      'Write it as a table: [finecode.action]',
    ]));
  test('handlers that are neither a list nor a table', () =>
    check(finecode('action.a.handlers = true'), [
      '/p/finecode.toml:2:10 finecode.action.a.handlers',
      'expected a list of tables or a table, found true',
      'Write a list of tables or a table',
    ]));
  test('a table where a list belongs', () =>
    check(finecode('[finecode.service]\ninterface = "I"'), [
      '/p/finecode.toml:2:11 finecode.service',
      'expected a list, found a table',
      'Write a list',
    ]));
  test('a word that is none of the choices', () =>
    check(
      finecode('action.a.handlers_mode = "add"\nenv.dev.runtime = "ruby"'),
      [
        '/p/finecode.toml:2:10 finecode.action.a.handlers_mode',
        'expected "merge" or "replace", found "add"',
        'Write "merge" or "replace"',
      ],
      [
        '/p/finecode.toml:3:9 finecode.env.dev.runtime',
        'expected "python" or "node", found "ruby"',
        'Write "python" or "node"',
      ],
    ));
  test('in package.json', () =>
    check({ '/p/package.json': '{\n  "finecode": {\n    "presets": ["strict"]\n  }\n}' }, [
      '/p/package.json:3:17 finecode.presets[0]',
      'expected a table, found the string "strict"',
      'Write it as a table: [finecode.presets[0]]',
    ]));
  test('in place of the whole table', async () => {
    await check({ '/p/package.json': '{"finecode": true}' }, [
      '/p/package.json:1:2 finecode',
      'expected a table, found true',
      'Write it as a table: [finecode]',
    ]);
    await check({ '/p/pyproject.toml': 'tool.finecode = "on"' }, [
      '/p/pyproject.toml:1:6 tool.finecode',
      'expected a table, found the string "on"',
      'Write it as a table: [tool.finecode]',
    ]);
  });
  test('in the manifest around the table', () =>
    check(
      {
        '/p/pyproject.toml':
          '[project]\nname = 1\ndependencies = "x"\n[tool.finecode]\n[dependency-groups]\ndev = "y"',
      },
      [
        '/p/pyproject.toml:2:1 project.name',
        'expected a string, found the number 1',
        'Put it in quotes: "1"',
      ],
      [
        '/p/pyproject.toml:3:1 project.dependencies',
        'expected a list, found the string "x"',
        'Write a list: ["x"]',
      ],
      [
        '/p/pyproject.toml:6:1 dependency-groups.dev',
        'expected a list, found the string "y"',
        'Write a list: ["y"]',
      ],
    ));
});

describe('something that is missing', () => {
  test('the name of a handler', () =>
    check(
      {
        '/p/finecode.toml': '[finecode.action.a]\nsource = "A"\n[[finecode.action.a.handlers]]\nsource = "H"',
      },
      ['/p/finecode.toml:3:1 finecode.action.a.handlers[0]', '"name" is missing', 'Add name = "…"'],
    ));
  test('what a service needs', () =>
    check(
      { '/p/finecode.toml': '[[finecode.service]]\nsource = "S"' },
      ['/p/finecode.toml:1:1 finecode.service[0]', '"interface" is missing', 'Add interface = "…"'],
      ['/p/finecode.toml:1:1 finecode.service[0]', '"env" is missing', 'Add env = "…"'],
    ));
  test('the source of an action, once all is merged', () =>
    check({ '/p/finecode.toml': '[finecode.action.a]\n' }, [
      '/p/finecode.toml:1:18 finecode.action.a',
      'action "a" has no source',
      'Add source = "…", or the preset that declares this action',
    ]));
  test('source and env of a handler', () =>
    check(
      {
        '/p/finecode.toml':
          '[finecode.action.a]\nsource = "A"\n[finecode.action.a.handlers.h]\nenabled = true',
      },
      [
        '/p/finecode.toml:3:29 finecode.action.a.handlers.h',
        'handler "h" of action "a" has no source',
        'Add source = "…", or the preset that declares this handler',
      ],
      [
        '/p/finecode.toml:3:29 finecode.action.a.handlers.h',
        'handler "h" of action "a" has no env',
        'Add env = "…", or the preset that declares this handler',
      ],
    ));
});

describe('something in the wrong place', () => {
  test('two configurations of one project', () =>
    check({ '/p/pyproject.toml': '[tool.finecode]\n', '/p/finecode.toml': '\n[finecode]\n' }, [
      '/p/finecode.toml:2:2 finecode',
      'the project is configured in two places: here and in /p/pyproject.toml',
      'Keep one of them',
    ]));
  test('tables outside of [finecode]', () =>
    check({ '/p/finecode.toml': '[action.a]\nsource = "A"' }, [
      '/p/finecode.toml:1:2 action',
      '"action" stands outside of [finecode] and would be ignored',
      'Write [finecode.action] or put it under [finecode]',
    ]));
  test('the spelling of pyproject.toml in finecode.toml', () =>
    check({ '/p/finecode.toml': '[tool.finecode]' }, [
      '/p/finecode.toml:1:2 tool',
      'finecode.toml starts at [finecode]',
      'Write [finecode] instead of [tool.finecode]',
    ]));
  test('workspace settings in a project', () =>
    check({ '/p/finecode.toml': '[workspace]' }, [
      '/p/finecode.toml:1:2 workspace',
      'settings of the workspace do not belong here',
      'Move [workspace] to finecode-workspace.toml at the top of the workspace',
    ]));
  test('a wrapped user file', () =>
    check({ '/p/finecode.toml': '', '/p/finecode-user.toml': '[tool.finecode]' }, [
      '/p/finecode-user.toml:1:2 tool',
      'finecode-user.toml has no wrapping table',
      'Write [action.…], [env.…] and so on at the top level',
    ]));
});

describe('interpreters', () => {
  test('that cannot be read', () =>
    check({ '/p/finecode.toml': '[finecode.env.dev]\ninterpreters = ["3.12", "a@b@c"]' }, [
      '/p/finecode.toml:2:25 finecode.env.dev.interpreters[1]',
      '"a@b@c" is not an interpreter',
      'Write "3.12" or "cpython@3.12"',
    ]));
  test('that differ between the handlers of an action', () =>
    check(
      {
        '/p/finecode.toml':
          '[finecode.env]\na.interpreters = ["3.12"]\n[finecode.action.x]\nsource = "X"\nhandlers = [{ name = "h", source = "H", env = "a" }, { name = "i", source = "I", env = "b" }]',
      },
      [
        '/p/finecode.toml:3:18 finecode.action.x',
        'handlers of action "x" run in environments with different interpreters: a, b',
        'Give these environments the same interpreters, or none',
      ],
    ));
  test('that no policy can choose', () =>
    check(
      {
        '/p/finecode.toml':
          '[finecode.env.a]\ninterpreters = ["3.12"]\ndefault_interpreters = { ci = "some", local = ["3.11"] }',
      },
      [
        '/p/finecode.toml:3:26 finecode.env.a.default_interpreters.ci',
        '"some" is not a choice of interpreters',
        'Write "all", "newest", "oldest" or a list such as ["3.12"]',
      ],
      [
        '/p/finecode.toml:3:39 finecode.env.a.default_interpreters.local',
        'cpython@3.11 is not among the interpreters of this environment',
        'Choose from cpython@3.12',
      ],
    ));
});

describe('keys that nobody knows', () => {
  test('are warned about with the key that was probably meant', () =>
    checkWarning(
      {
        '/p/finecode.toml':
          '[finecode]\npreset = []\n[finecode.action.a]\nsource = "A"\nhandlersMode = "merge"\n[finecode.env.dev]\nzzz = 1\n',
      },
      ['/p/finecode.toml:2:1 finecode.preset', 'unknown key "preset"', 'Did you mean "presets"?'],
      [
        '/p/finecode.toml:5:1 finecode.action.a.handlersMode',
        'unknown key "handlersMode"',
        'Did you mean "handlers_mode"?',
      ],
      [
        '/p/finecode.toml:7:1 finecode.env.dev.zzz',
        'unknown key "zzz"',
        'Known keys here: runtime, node_modules, dependencies, runner, install_project, interpreters, default_interpreters',
      ],
    ));
  test('may be anything inside the settings of a handler', () =>
    checkWarning({
      '/p/finecode.toml': '[[finecode.action_handler]]\nsource = "H"\nconfig = { anything = { at = "all" } }',
    }));
});

test('a file that may not be read is named', async () => {
  const files = createMemoryFileSystem({ '/p/finecode.toml': '' });
  const locked: typeof files = {
    ...files,
    readTextIfExists(path) {
      if (path === '/p/finecode.toml')
        throw new PlatformError('permission-denied', `Cannot read ${path}: this user may not.`);
      return files.readTextIfExists(path);
    },
  };
  expect(await readProject('/p', { files: locked })).toMatchObject({
    kind: 'invalid',
    problems: [
      {
        file: '/p/finecode.toml',
        message: 'Cannot read /p/finecode.toml: this user may not',
        fix: 'Make it readable',
      },
    ],
  });
});

test('a variable with a bad value or name is named', async () => {
  const files = createMemoryFileSystem({ '/p/finecode.toml': '' });
  const env = { FINECODE_CONFIG_LINT__H__LEVEL: 'loud', FINECODE_CONFIG_LINT: '1' };
  const reading = await readProject('/p', { files, env });
  expect(reading.kind === 'invalid' && reading.problems.map(formatProblem)).toEqual([
    'environment: FINECODE_CONFIG_LINT: the name does not say which setting it is for. Name it FINECODE_CONFIG_<ACTION>__<PARAM> or FINECODE_CONFIG_<ACTION>__<HANDLER>__<PARAM>.',
    `environment: FINECODE_CONFIG_LINT__H__LEVEL: the value is not JSON. Write a JSON value; a string needs quotes: FINECODE_CONFIG_LINT__H__LEVEL='"loud"'.`,
  ]);
});

test('a problem reads as one line', async () => {
  const files = createMemoryFileSystem({ '/p/finecode.toml': '[finecode]\nenv = "dev"' });
  const reading = await readProject('/p', { files });
  expect(reading.kind === 'invalid' && reading.problems.map(formatProblem)).toEqual([
    '/p/finecode.toml:2:1: finecode.env: expected a table, found the string "dev". Write it as a table: [finecode.env].',
  ]);
});

test('reading again after the file was corrected works, and says which files to watch', async () => {
  const files = createMemoryFileSystem({ '/p/finecode.toml': '[finecode' });
  const broken = await readProject('/p', { files });
  expect(broken).toMatchObject({ kind: 'invalid', watchPaths: expect.arrayContaining(['/p/finecode.toml']) });
  await files.writeAtomic('/p/finecode.toml', '[finecode]');
  expect((await readProject('/p', { files })).kind).toBe('valid');
});
