import { createMemoryFileSystem } from '@tandem/platform';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PresetLookup, type ProjectReading, readProject } from '../index.js';

type Tree = Readonly<Record<string, string>>;

/** Each preset appends its own name to one list, so the list tells the order. */
const preset = (name: string, ...extended: readonly string[]) =>
  `[tool.finecode]\npresets = [${extended.map((source) => `{ source = "${source}" }`).join(', ')}]\n[[tool.finecode.service]]\ninterface = "${name}"\nsource = "S"\nenv = "dev"\n`;

const project = (...sources: readonly string[]) =>
  `[finecode]\npresets = [${sources.map((source) => `{ source = "${source}" }`).join(', ')}]\n`;

const read = (tree: Tree, resolve?: (name: string) => PresetLookup): Promise<ProjectReading> =>
  readProject('/w/p', {
    files: createMemoryFileSystem(tree),
    ...(resolve === undefined
      ? {}
      : { presets: { resolvePresetPath: async (name: string) => resolve(name) } }),
  });

const orderOf = (reading: ProjectReading) =>
  reading.kind === 'valid' ? reading.project.services.map((service) => service.interface).join(' ') : reading;

describe('the order of presets', () => {
  const check = async (tree: Tree, expected: string) => expect(orderOf(await read(tree))).toBe(expected);

  test('is depth first, what is extended before what extends it', () =>
    check(
      {
        '/w/p/finecode.toml': project('./a', './b'),
        '/w/p/a/preset.toml': preset('a', './a1', './a2'),
        '/w/p/a/a1/preset.toml': preset('a1'),
        '/w/p/a/a2/preset.toml': preset('a2', './deep'),
        '/w/p/a/a2/deep/preset.toml': preset('deep'),
        '/w/p/b/preset.toml': preset('b'),
      },
      'a1 deep a2 a b',
    ));
  test('has a preset that two others extend once, where it is first needed', () =>
    check(
      {
        '/w/p/finecode.toml': project('./left', './right'),
        '/w/p/left/preset.toml': preset('left', '../base'),
        '/w/p/right/preset.toml': preset('right', '../base'),
        '/w/p/base/preset.toml': preset('base'),
      },
      'base left right',
    ));
  test('ends where presets extend each other in a circle', () =>
    check(
      {
        '/w/p/finecode.toml': project('./a'),
        '/w/p/a/preset.toml': preset('a', '../b'),
        '/w/p/b/preset.toml': preset('b', '../c', '../b'),
        '/w/p/c/preset.toml': preset('c', '../a'),
      },
      'c b a',
    ));
  test('includes what a user file beside a preset adds', () =>
    check(
      {
        '/w/p/finecode.toml': project('./a'),
        '/w/p/a/preset.toml': preset('a'),
        '/w/p/a/finecode-user.toml':
          'presets = [{ source = "./mine" }]\n[[service]]\ninterface = "user"\nsource = "S"\nenv = "dev"',
        '/w/p/a/mine/preset.toml': preset('mine'),
      },
      'mine a user',
    ));
  test('depends on what the files say alone, however slowly each is found', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const graph = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        graph,
        fc.shuffledSubarray(names, { minLength: 1 }),
        fc.scheduler(),
        async (edges, roots, scheduler) => {
          const tree = Object.fromEntries(
            names.map((name) => [
              `/lib/${name}/preset.toml`,
              preset(name, ...edges.filter(([from]) => from === name).map(([, to]) => to)),
            ]),
          );
          const files = createMemoryFileSystem({ ...tree, '/w/p/finecode.toml': project(...roots) });
          const readWith = (delay: (dir: string) => Promise<string>) =>
            readProject('/w/p', {
              files,
              presets: {
                resolvePresetPath: async (name) => ({ kind: 'found', dir: await delay(`/lib/${name}`) }),
              },
            });
          const reading = readWith((dir) => scheduler.schedule(Promise.resolve(dir)));
          await scheduler.waitFor(reading);
          expect(orderOf(await reading)).toEqual(expectedOrder(roots, edges));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a preset is found', () => {
  const check = async (tree: Tree, file: string, resolve?: (name: string) => PresetLookup) =>
    expect(await read(tree, resolve)).toMatchObject({ kind: 'valid', project: { presets: [{ file }] } });

  test('among the npm packages above the file that names it', () =>
    check(
      {
        '/w/p/finecode.toml': project('@acme/strict'),
        '/w/node_modules/@acme/strict/preset.toml': preset('s'),
      },
      '/w/node_modules/@acme/strict/preset.toml',
    ));
  test('among the npm packages of the environment for tooling', () =>
    check(
      {
        '/w/p/finecode.toml': project('strict'),
        '/w/p/.venvs/dev_workspace/node_modules/strict/preset.toml': preset('s'),
      },
      '/w/p/.venvs/dev_workspace/node_modules/strict/preset.toml',
    ));
  const lookup = (): PresetLookup => ({ kind: 'found', dir: '/lib/strict' });
  const both = {
    '/w/node_modules/strict/preset.toml': preset('npm'),
    '/lib/strict/preset.toml': preset('python'),
  };
  test('for a Python project among Python packages first', () =>
    check(
      { ...both, '/w/p/finecode.toml': project('strict'), '/w/p/pyproject.toml': '' },
      '/lib/strict/preset.toml',
      lookup,
    ));
  test('for a Node project among npm packages first', () =>
    check(
      { ...both, '/w/p/finecode.toml': project('strict'), '/w/p/package.json': '{}' },
      '/w/node_modules/strict/preset.toml',
      lookup,
    ));
  for (const place of [
    '/lib/strict/preset.toml',
    '/lib/strict/strict/preset.toml',
    '/lib/strict/src/strict/preset.toml',
  ]) {
    test(`of a Python package in ${place}`, () =>
      check({ '/w/p/finecode.toml': project('strict'), [place]: preset('s') }, place, lookup));
  }
});

describe('a preset that is not found', () => {
  const tree = {
    '/w/p/pyproject.toml': '[project]\nname = "shop"',
    '/w/p/finecode.toml': '[finecode]\npresets = [\n  { source = "strict" },\n]',
  };
  const check = async (
    extra: Tree,
    resolve: (name: string) => PresetLookup,
    message: string,
    fix: string,
  ) => {
    const place = { file: '/w/p/finecode.toml', line: 3, column: 3, key: 'finecode.presets[0]' };
    expect(await read({ ...tree, ...extra }, resolve)).toMatchObject({
      kind: 'invalid',
      problems: [{ ...place, message, fix }],
    });
  };

  test('is not installed', () =>
    check(
      {},
      () => ({ kind: 'not-installed' }),
      'preset "strict" is not installed',
      `Add it to the project's dependencies, then run "tandem prepare-envs --project shop"`,
    ));
  test('could not be looked up', () =>
    check(
      {},
      () => ({ kind: 'failed', message: 'the runner exited' }),
      'preset "strict" could not be looked up: the runner exited',
      'Run "tandem prepare-envs --project shop"',
    ));
  test('is a package that is no preset', () =>
    check(
      {},
      () => ({ kind: 'found', dir: '/lib/strict' }),
      'package "strict" holds no preset.toml (looked for /lib/strict/preset.toml, /lib/strict/strict/preset.toml, /lib/strict/src/strict/preset.toml)',
      'Name a package that is a preset',
    ));
  test('is a folder that is not there', async () => {
    expect(await read({ '/w/p/finecode.toml': project('./gone') })).toMatchObject({
      kind: 'invalid',
      problems: [
        {
          line: 2,
          column: 12,
          message: 'there is no /w/p/gone/preset.toml',
          fix: 'Create it or correct the path "./gone"',
        },
      ],
    });
  });
  test('is left out, with the actions it brings, while nobody answers for Python packages', async () => {
    const action = '[finecode.action.lint.handlers.h]\nconfig.x = 1\n[finecode.action.own]\nsource = "Own"';
    expect(
      await read({ '/w/p/pyproject.toml': '', '/w/p/finecode.toml': `${project('strict')}${action}` }),
    ).toMatchObject({
      kind: 'valid',
      project: { unresolvedPresets: ['strict'], actions: [{ name: 'own', handlers: [] }] },
    });
  });
});

test('a Node project is told at once about a package that npm does not know', async () => {
  const text = project('stirct');
  expect(await read({ '/w/p/finecode.toml': text })).toMatchObject({
    kind: 'invalid',
    problems: [{ line: 2, message: 'preset "stirct" is not installed' }],
  });
  const withPython = `${text}[finecode.env.py]\nruntime = "python"`;
  expect(await read({ '/w/p/finecode.toml': withPython })).toMatchObject({
    project: { unresolvedPresets: ['stirct'] },
  });
});

describe('a broken preset', () => {
  test('is a problem of the project, at the place in the preset', async () => {
    const tree = {
      '/w/p/finecode.toml': project('./a', './b'),
      '/w/p/a/preset.toml': '[tool.finecode]\nenv = 1',
      '/w/p/b/preset.toml': 'x',
    };
    expect(await read(tree)).toMatchObject({
      kind: 'invalid',
      problems: [
        { file: '/w/p/a/preset.toml', line: 2, column: 1, key: 'tool.finecode.env' },
        { file: '/w/p/b/preset.toml', line: 1, key: '' },
      ],
      watchPaths: expect.arrayContaining([
        '/w/p/a/preset.toml',
        '/w/p/a/finecode-user.toml',
        '/w/p/b/preset.toml',
      ]),
    });
  });
  test('that sets nothing, and groups that nobody installs, are warned about', async () => {
    const tree = {
      '/w/p/finecode.toml': project('./a'),
      '/w/p/a/preset.toml': '[action.x]\nsource = "X"',
      '/w/p/a/finecode-user.toml': '[dependency-groups]\ndev = ["x"]',
    };
    expect(await read(tree)).toMatchObject({
      kind: 'valid',
      warnings: [
        { file: '/w/p/a/preset.toml', message: 'this preset sets nothing' },
        { file: '/w/p/a/finecode-user.toml', line: 1, column: 2, key: 'dependency-groups' },
      ],
    });
  });
});

/** The rule in its shortest form: visit once, what is extended first. */
function expectedOrder(roots: readonly string[], edges: readonly (readonly [string, string])[]): string {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const [from, to] of edges) if (from === name) visit(to);
    order.push(name);
  };
  roots.forEach(visit);
  return order.join(' ');
}
