import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('the core knows no wire', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./runner-core.ts', import.meta.url))],
    absWorkingDir: fileURLToPath(new URL('../../../..', import.meta.url)),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
  });
  const packages = Object.keys(metafile.inputs).map(
    (path) => /^(packages|node_modules)\/[^/]+/.exec(path)?.[0],
  );
  expect([...new Set(packages)].sort()).toEqual([
    'node_modules/vscode-languageserver-textdocument',
    'node_modules/zod',
    'packages/extension-api',
    'packages/platform',
    'packages/runner',
  ]);
});
