import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entry = join(root, 'packages/contracts/src/docs/render-docs.ts');

for (const [path, text] of (await loadEntry()).renderDocs()) {
  const file = join(root, 'docs', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Node 20 cannot import TypeScript; a bundle kept in memory leaves nothing behind. */
async function loadEntry() {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
