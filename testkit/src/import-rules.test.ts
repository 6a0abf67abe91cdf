import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(path.join(os.tmpdir(), 'tandem-imports-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Lints a tree that has these files and this checkout's settings; answers `rule path` for each complaint. */
function complaints(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(path.join(scratch, 'tree-'));
  for (const name of ['biome.json', 'biome.imports.json', '.gitignore']) {
    copyFileSync(path.join(root, name), path.join(folder, name));
  }
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), `${source}\n`);
  }
  const biome = path.join(root, 'node_modules/.bin/biome');
  const args = ['lint', '--reporter=github', '--max-diagnostics=none'];
  const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
  return [...stdout.matchAll(/title=lint\/(\w+\/\w+),file=([^,]+),/g)].map(
    ([, rule, file]) => `${rule} ${path.relative(folder, file ?? '')}`,
  );
}

const forbidden = [
  ['packages/wire', '@tandem/platform'],
  ['packages/wire', '../../platform/src/index.js'],
  ['packages/platform', '@tandem/wire'],
  ['packages/contracts', '@tandem/platform'],
  ['packages/extension-api', '@tandem/platform'],
  ['packages/config', '@tandem/wire'],
  ['packages/config', 'node:child_process'],
  ['packages/workspace', '@tandem/contracts'],
  ['packages/workspace', 'node:net'],
  ['packages/runner', '@tandem/workspace'],
  ['packages/runner-client', '@tandem/workspace-client'],
  ['packages/workspace-client', '@tandem/workspace'],
  ['surfaces/wm-server', '@tandem/cli'],
  ['surfaces/wm-server', '@tandem/runner-client'],
  ['surfaces/cli', '@tandem/wm-server'],
  ['surfaces/cli', '@tandem/runner'],
  ['conformance', '@tandem/runner'],
  ['testkit', '@tandem/wire'],
  ['bench', '@tandem/workspace'],
] as const;

const ruleName = 'style/noRestrictedImports';

test('each forbidden import is caught, types included', () => {
  const planted = forbidden.map(([folder, specifier], index) => ({
    file: `${folder}/src/planted-${index}.ts`,
    source: `import type { X } from '${specifier}';\nexport type Y = X;`,
  }));
  const found = complaints(Object.fromEntries(planted.map(({ file, source }) => [file, source])));
  expect([...found].sort()).toEqual(planted.map(({ file }) => `${ruleName} ${file}`).sort());
});

test('every package and surface has rules', () => {
  const files = ['packages', 'surfaces'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/src/planted.ts`),
  );
  const found = complaints(Object.fromEntries(files.map((file) => [file, "import '@tandem/bin';"])));
  expect([...found].sort()).toEqual(files.map((file) => `${ruleName} ${file}`).sort());
});

test('cycles are caught', () => {
  const found = complaints({
    'packages/wire/src/a.ts': "import { b } from './b.js';\nexport const a = () => b();",
    'packages/wire/src/b.ts': "import { a } from './a.js';\nexport const b = () => a();",
  });
  expect(found).toContain('suspicious/noImportCycles packages/wire/src/a.ts');
});

test('what is allowed passes', () => {
  expect(
    complaints({
      'packages/workspace/src/a.ts': "import type { X } from '@tandem/config';\nexport type Y = X;",
      'packages/wire/src/a.test.ts': "import { soakPlan } from '@tandem/testkit';\nsoakPlan;",
      'bin/tandem/src/a.ts': "import type { X } from '@tandem/wm-server';\nexport type Y = X;",
    }),
  ).toEqual([]);
});
