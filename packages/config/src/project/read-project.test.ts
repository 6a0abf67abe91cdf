import { createMemoryFileSystem } from '@tandem/platform';
import { expect, test } from 'vitest';
import { discoverProjects, readProject } from '../index.js';

test('a folder with finecode.toml alone is a project whose actions, handlers and environments are listed', async () => {
  const files = createMemoryFileSystem({
    '/repo/finecode.toml': `
[finecode.action.lint]
source = "./tools/lint.ts#lint"
[finecode.action.lint.handlers.style]
source = "./tools/style.ts#style"
env = "dev"
`,
  });
  const { projects } = await discoverProjects('/repo', { files });
  expect(projects).toEqual([{ dir: '/repo', name: 'repo', usesFinecode: true }]);
  const reading = await readProject('/repo', { files });
  expect(reading).toMatchObject({
    kind: 'valid',
    warnings: [],
    project: {
      name: 'repo',
      actions: [
        {
          name: 'lint',
          source: './tools/lint.ts#lint',
          handlers: [{ name: 'style', source: './tools/style.ts#style', env: 'dev' }],
        },
      ],
      environments: [
        {
          name: 'dev',
          runtime: 'node',
          dir: '/repo/.venvs/dev',
          nodeModulesDirs: ['/repo/.venvs/dev/node_modules'],
        },
      ],
    },
  });
});
