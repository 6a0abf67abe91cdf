import * as extensionApi from '@tandem/extension-api';
import { describe, expect, test } from 'vitest';
import type { LoadedModules } from '../core/extension-loader.js';
import { createTempProject, type TempProject } from '../testing/temp-project.js';
import { createModuleLoader } from './module-loader.js';

const placeOf = (project: TempProject) => ({
  projectDir: project.dir,
  nodeModulesDirs: [project.path('.venvs/dev/node_modules')],
});

function load(project: TempProject, ...specifiers: string[]): Promise<LoadedModules> {
  return createModuleLoader().load(specifiers, placeOf(project));
}

async function check(
  files: Readonly<Record<string, string>>,
  specifier: string,
  expected: unknown,
): Promise<void> {
  await using project = await createTempProject(files);
  const exports = await (await load(project, specifier)).exportsOf(specifier);
  expect({ ...exports }).toEqual(expected);
}

describe('what can be loaded', () => {
  test('TypeScript with types, JavaScript modules and CommonJS', async () => {
    await check({ 'a.ts': 'interface A { x: number }\nexport const a: A = { x: 1 };' }, './a.ts', {
      a: { x: 1 },
    });
    await check({ 'a.mjs': 'export const a = 1;' }, './a.mjs', { a: 1 });
    await check({ 'a.cjs': 'exports.a = 1;' }, './a.cjs', { a: 1, default: { a: 1 } });
    await check({ 'a.tsx': 'export const a = <T,>(x: T) => x;' }, './a.tsx', { a: expect.any(Function) });
  });

  test('imports of files and JSON, with or without an extension', async () => {
    await check(
      {
        'a.ts': "import { b } from './b.js';\nimport data from './data.json';\nexport const a = [b, data.n];",
        'b.ts': 'export const b = 1;',
        'data.json': '{"n": 2}',
      },
      './a.ts',
      { a: [1, 2] },
    );
  });

  test('installed packages of both kinds, each import meaning what it means in Node', async () => {
    await check(
      {
        'package.json': '{"type": "module"}',
        'a.js': [
          "import cjs, { named as cjsNamed } from 'cjs';",
          "import esm, { named as esmNamed } from 'esm';",
          "import * as whole from 'esm';",
          'export const a = [cjs.named, cjsNamed, esm, esmNamed, whole.named];',
          "export const lazily = (await_) => import('esm').then(({ default: d }) => d);",
        ].join('\n'),
        'node_modules/cjs/package.json': '{"main": "x.js"}',
        'node_modules/cjs/x.js': "exports.named = 'cjs named';",
        'node_modules/esm/package.json': '{"type": "module", "exports": {"import": "./x.js"}}',
        'node_modules/esm/x.js': "export default 'esm default'; export const named = 'esm named';",
      },
      './a.js',
      {
        a: ['cjs named', 'cjs named', 'esm default', 'esm named', 'esm named'],
        lazily: expect.any(Function),
      },
    );
  });

  test('an extension installed as a package, in the project or in the environment', async () => {
    const manifest = '{"name": "ext", "type": "module", "exports": "./src/x.ts"}';
    const module = 'export const a: number = 1;';
    await check({ 'node_modules/ext/package.json': manifest, 'node_modules/ext/src/x.ts': module }, 'ext', {
      a: 1,
    });
    const inEnv = '.venvs/dev/node_modules/ext';
    await check({ [`${inEnv}/package.json`]: manifest, [`${inEnv}/src/x.ts`]: module }, 'ext', { a: 1 });
  });

  test('a package that is there twice, from the place that comes first', async () => {
    const installed = (dir: string, version: string) => ({
      [`${dir}/node_modules/ext/package.json`]: '{"main": "x.js"}',
      [`${dir}/node_modules/ext/x.js`]: `exports.from = '${version}';`,
    });
    await using project = await createTempProject({
      ...installed('.', 'project'),
      ...installed('.venvs/dev', 'env'),
      'a.ts': "import { sep } from 'path';\nexport { from } from 'ext';\nexport { sep };",
    });
    const fromOf = async (...dirs: readonly string[]) => {
      const place = { projectDir: project.dir, nodeModulesDirs: dirs.map((dir) => project.path(dir)) };
      const modules = await createModuleLoader().load(['./a.ts', 'ext'], place);
      const [inFile, asEntry] = [await modules.exportsOf('./a.ts'), await modules.exportsOf('ext')];
      return [inFile['from'], asEntry['from']];
    };
    expect(await fromOf('.venvs/dev/node_modules')).toEqual(['env', 'env']);
    expect(await fromOf('.venvs/dev/node_modules', 'node_modules')).toEqual(['env', 'env']);
    expect(await fromOf('node_modules')).toEqual(['project', 'project']);
    expect(await fromOf('nowhere/node_modules')).toEqual(['project', 'project']);
  });

  test('files know their own place', async () => {
    await using project = await createTempProject({
      'sub/a.ts': 'export const a = [import.meta.url, import.meta.dirname, __filename];',
      'b.ts': "export { a } from './sub/a.ts';\nexport const b = import.meta.filename;",
    });
    const { a, b } = await (await load(project, './b.ts')).exportsOf('./b.ts');
    expect(b).toBe(project.path('b.ts'));
    const [url, dirname, filename] = a as string[];
    expect([new URL(url ?? '').href, dirname, filename]).toEqual([
      expect.stringMatching(/^file:\/\/.*%20project%20%231%20%C3%A9-.*\/sub\/a\.ts$/),
      project.path('sub'),
      project.path('sub/a.ts'),
    ]);
  });
});

describe('one copy of everything', () => {
  test('the API is the runner’s own, also for installed packages that bring another', async () => {
    await using project = await createTempProject({
      'a.ts':
        "import { StopRun } from 'tandem/extension-api';\nexport { Theirs } from 'ext';\nexport { StopRun };",
      'node_modules/tandem/package.json': '{"exports": {"./extension-api": "./old.js"}}',
      'node_modules/tandem/old.js': 'exports.StopRun = class Old {};',
      'node_modules/ext/package.json': '{"main": "x.js", "peerDependencies": {"tandem": "*"}}',
      'node_modules/ext/x.js': "exports.Theirs = require('tandem/extension-api').StopRun;",
    });
    const exports = await (await load(project, './a.ts')).exportsOf('./a.ts');
    expect(exports['StopRun']).toBe(extensionApi.StopRun);
    expect(exports['Theirs']).toBe(extensionApi.StopRun);
  });

  test('two modules share what both import', async () => {
    await using project = await createTempProject({
      'a.ts': "export { shared } from './shared.ts';",
      'b.ts': "export { shared } from './shared.ts';",
      'shared.ts': 'export const shared = {};',
    });
    const modules = await load(project, './a.ts', './b.ts', './a.ts');
    expect((await modules.exportsOf('./a.ts'))['shared']).toBe((await modules.exportsOf('./b.ts'))['shared']);
  });

  test('a module runs when it is first asked for, and once', async () => {
    await using project = await createTempProject({
      'a.ts': 'export const a = {};',
      'b.ts': "throw new Error('nobody asked for b');",
    });
    const modules = await load(project, './a.ts', './b.ts');
    expect(await modules.exportsOf('./a.ts')).toBe(await modules.exportsOf('./a.ts'));
  });

  test('loading again gives new code', async () => {
    await using project = await createTempProject({
      'a.ts': "export { b } from './b.ts';",
      'b.ts': 'export const b = 1;',
    });
    const loader = createModuleLoader();
    const place = placeOf(project);
    const first = await loader.load(['./a.ts'], place);
    expect((await first.exportsOf('./a.ts'))['b']).toBe(1);
    await project.write('b.ts', 'export const b = 2;');
    expect((await (await loader.load(['./a.ts'], place)).exportsOf('./a.ts'))['b']).toBe(2);
    expect((await first.exportsOf('./a.ts'))['b']).toBe(1);
  });
});

describe('what goes wrong is told with its place', () => {
  async function checkFailure(
    files: Readonly<Record<string, string>>,
    expected: string | RegExp,
  ): Promise<void> {
    await using project = await createTempProject({ ...files, 'sound.ts': 'export const sound = true;' });
    const modules = await load(project, './a.ts', './sound.ts');
    await expect(modules.exportsOf('./a.ts')).rejects.toThrow(expected);
    expect(await modules.exportsOf('./sound.ts')).toEqual({ sound: true });
  }

  test('in the code, in its imports, and while it runs', async () => {
    await checkFailure(
      { 'a.ts': 'export const a = 1;\nexport const = 2;' },
      /a\.ts:2:14: Expected identifier/,
    );
    await checkFailure({ 'a.ts': "import './b.ts';", 'b.ts': '}' }, /b\.ts:1:1: Unexpected "}"/);
    await checkFailure(
      { 'a.ts': "import { x } from './nowhere.ts'; export const a = x;" },
      /a\.ts:1:19: Could not resolve "\.\/nowhere\.ts"/,
    );
    await checkFailure({ 'a.ts': "import 'not-installed';" }, /a\.ts:1:8: Could not resolve "not-installed"/);
    await checkFailure({}, /Could not resolve "\.\/a\.ts" \(looked up from .*tandem project #1/);
    await checkFailure(
      { 'a.ts': '\n\nthrow new Error("boom");' },
      /"\.\/a\.ts" failed while loading: Error: boom\n +at .*a\.ts:3:7/,
    );
    await checkFailure({ 'a.ts': 'throw 3;' }, '"./a.ts" failed while loading: 3');
    await checkFailure({ 'a.ts': 'await null;' }, /a\.ts:1:1: Top-level await is currently not supported/);
  });

  test('in a stack that a function of the extension threw later', async () => {
    await using project = await createTempProject({
      'a.ts': "import { fail } from './b.ts';\nexport const a = () => fail('x');",
      'b.ts': 'type T = string;\n\nexport function fail(text: T): never {\n  throw new TypeError(text);\n}',
    });
    const modules = await load(project, './a.ts');
    const { a } = await modules.exportsOf('./a.ts');
    try {
      (a as () => void)();
      expect.unreachable();
    } catch (error) {
      const stack = modules.describeStack(error as Error);
      expect(stack).toContain(`at fail (${project.path('b.ts')}:4:9)`);
      expect(stack).toContain(`${project.path('a.ts')}:2:24`);
    }
  });
});
