import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { createTempProject } from '../testing/temp-project.js';

const packageDir = fileURLToPath(new URL('../..', import.meta.url));
const reloads = 150;

/** Runs in a process of its own, where the collector can be called and nothing else allocates. */
const program = `
  import { createTestCore, actionConfig, runnerConfig, runRequest } from './src/testing/test-core.ts';
  import { createModuleLoader } from './src/loading/module-loader.ts';

  async function main() {
    const { core } = createTestCore({}, { loader: createModuleLoader() });
    const projectDir = process.argv[2];
    const action = { ...actionConfig('big', ['handler']), source: './extension.ts#big' };
    const handlers = action.handlers.map((handler) => ({ ...handler, source: './extension.ts#handler' }));
    await core.updateConfig(runnerConfig({ projectDir, actions: [{ ...action, handlers }] }));
    const heap = [];
    for (let count = 1; count <= ${reloads}; count += 1) {
      await core.reload('big');
      const outcome = await core.run('big', runRequest());
      if (outcome.kind !== 'success') throw new Error(JSON.stringify(outcome));
      if (count % 30 !== 0) continue;
      globalThis.gc();
      await new Promise((resolve) => setImmediate(resolve));
      globalThis.gc();
      heap.push(process.memoryUsage().heapUsed);
    }
    console.log(JSON.stringify(heap));
  }
  main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
`;

test(`the heap stays flat over ${reloads} reloads`, { timeout: 180_000 }, async () => {
  const kilobyte = 'x'.repeat(1024);
  await using project = await createTempProject({
    'extension.ts': `
      import { defineAction, defineHandler, z } from 'tandem/extension-api';
      import { table } from './table.ts';
      export const big = defineAction({ name: 'big', result: { schema: z.object({ size: z.int() }) } });
      export const handler = defineHandler({ action: big, run: () => ({ size: table.join('').length }) });
    `,
    'table.ts': `export const table = [${Array.from({ length: 200 }, (_, row) => `'${row}${kilobyte}'`).join(',\n')}];`,
  });
  const cacheDir = join(packageDir, '..', '..', 'node_modules', '.cache', 'runner-tests');
  await mkdir(cacheDir, { recursive: true });
  const dir = await mkdtemp(join(cacheDir, 'heap-'));
  try {
    await build({
      stdin: { contents: program, resolveDir: packageDir, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      external: ['esbuild'],
      outfile: join(dir, 'heap.cjs'),
    });
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      join(dir, 'heap.cjs'),
      project.dir,
    ]);
    const heap = JSON.parse(stdout) as number[];
    expect(heap).toHaveLength(reloads / 30);
    const growth = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
    // One version of this extension is 0.2 MB of text and as much data; 120 kept versions would be 50 MB.
    expect(growth).toBeLessThan(1024 * 1024);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
