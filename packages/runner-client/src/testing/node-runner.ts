import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packageDir = fileURLToPath(new URL('../..', import.meta.url));
const entry = `
  import { parseArgs } from 'node:util';
  import { runnerMain } from '@tandem/runner';
  const { values } = parseArgs({ allowPositionals: true, options: {
    'project-path': { type: 'string' }, 'env-name': { type: 'string' }, debug: { type: 'boolean' },
    'node-modules': { type: 'string', multiple: true },
  } });
  const { 'project-path': projectPath, 'env-name': envName, 'node-modules': nodeModulesDirs, debug } = values;
  runnerMain({ projectPath, envName, nodeModulesDirs, debug }).then((code) => process.exit(code));
`;

/** Our own runner as one file, as the executable has it. */
export async function bundleNodeRunner(): Promise<AsyncDisposable & { readonly path: string }> {
  const cacheDir = join(packageDir, '..', '..', 'node_modules', '.cache', 'runner-client-tests');
  await mkdir(cacheDir, { recursive: true });
  const dir = await mkdtemp(join(cacheDir, 'bundle-'));
  const path = join(dir, 'runner.cjs');
  await build({
    stdin: { contents: entry, resolveDir: packageDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['esbuild'],
    outfile: path,
  });
  return { path, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
