import { createMemoryFileSystem } from '@tandem/platform';
import { expect, test } from 'vitest';
import { formatSource, readProject } from '../index.js';

test('every value of the merged configuration says where it came from', async () => {
  const files = createMemoryFileSystem({
    '/p/pyproject.toml': '[project]\nname = "shop"\n\n[dependency-groups]\ndev_workspace = ["finecode"]\n',
    '/p/finecode.toml':
      '[finecode]\npresets = [{ source = "./preset" }]\n[finecode.action.lint.handlers.h]\nconfig.level = "project"\n',
    '/p/finecode-user.toml': '[action.lint.handlers.h]\nenv = "dev"\n',
    '/p/preset/preset.toml':
      '[tool.finecode.action.lint]\nsource = "Lint"\n\n[[tool.finecode.action.lint.handlers]]\nname = "h"\nsource = "H"\ndependencies = ["h>=1"]\nconfig = { level = "preset", kept = true }\n',
  });
  const reading = await readProject('/p', {
    files,
    env: { FINECODE_CONFIG_LINT__FAST: 'true' },
    overrides: { lint: { h: { quiet: [] } } },
    pythonRunnerVersion: '1.0',
  });
  const explained = reading.kind === 'valid' ? reading.sources.list() : [];
  expect(
    explained.map(({ key, value, source }) => `${key} = ${JSON.stringify(value)} <- ${formatSource(source)}`),
  ).toEqual([
    'project.name = "shop" <- /p/pyproject.toml:2:1',
    'project.dependencies[0] = "shop" <- derived: the runtime environment holds the project itself',
    'dependency-groups.dev_workspace[0] = "finecode" <- /p/pyproject.toml:5:18',
    'dependency-groups.runtime[0] = "shop" <- derived: the runtime environment holds the project itself',
    'dependency-groups.dev[0] = "h>=1" <- /p/preset/preset.toml:7:17',
    'dependency-groups.dev[1] = "finecode_extension_runner == 1.0" <- derived: every Python environment with a runner holds the runner',
    'tool.finecode.action.lint.source = "Lint" <- /p/preset/preset.toml:2:1',
    'tool.finecode.action.lint.handlers[0].name = "h" <- /p/finecode-user.toml:1:23',
    'tool.finecode.action.lint.handlers[0].source = "H" <- /p/preset/preset.toml:6:1',
    'tool.finecode.action.lint.handlers[0].dependencies[0] = "h>=1" <- /p/preset/preset.toml:7:17',
    'tool.finecode.action.lint.handlers[0].config.level = "project" <- /p/finecode.toml:4:8',
    'tool.finecode.action.lint.handlers[0].config.kept = true <- /p/preset/preset.toml:8:30',
    'tool.finecode.action.lint.handlers[0].config.fast = true <- environment variable FINECODE_CONFIG_LINT__FAST',
    'tool.finecode.action.lint.handlers[0].config.quiet = [] <- override of this run',
    'tool.finecode.action.lint.handlers[0].env = "dev" <- /p/finecode-user.toml:2:1',
    'tool.finecode.presets[0].source = "./preset" <- /p/finecode.toml:2:14',
    'tool.finecode.env.runtime.dependencies.shop.path = "./" <- derived: the runtime environment holds the project itself',
    'tool.finecode.env.runtime.dependencies.shop.editable = true <- derived: the runtime environment holds the project itself',
  ]);
});

test('a single value can be asked about', async () => {
  const files = createMemoryFileSystem({
    '/p/package.json': '{\n  "finecode": {"env": {"dev.x": {"runtime": "node"}}}\n}',
  });
  const reading = await readProject('/p', { files });
  const sourceOf = (...path: (string | number)[]) =>
    reading.kind === 'valid' ? reading.sources.sourceOf(path) : undefined;
  expect(sourceOf('tool', 'finecode', 'env', 'dev.x', 'runtime')).toEqual({
    kind: 'file',
    file: '/p/package.json',
    line: 2,
    column: 34,
    key: 'finecode.env."dev.x".runtime',
  });
  expect(sourceOf('project', 'name')).toEqual({
    kind: 'derived',
    rule: 'a project without a name is called like its folder',
  });
  expect(sourceOf('tool', 'gone')).toBeUndefined();
});
