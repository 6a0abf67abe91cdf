// `npm run bench [-- SUITE…]`: bundles the benchmarks and runs them from the root of the checkout.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureReady } from './ensure.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
await ensureReady();
const { build } = await import('esbuild');
const outdir = path.join(root, 'node_modules', '.cache', 'tandem-bench');
await build({
  entryPoints: {
    main: path.join(root, 'bench/src/main.ts'),
    'echo-server': path.join(root, 'bench/src/rpc/echo-server.ts'),
  },
  outdir,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: ['vscode-jsonrpc', 'edn-data', 'jsedn'],
  absWorkingDir: root,
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [path.join(outdir, 'main.js'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
