import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunnerMainOptions } from '@tandem/runner';
import { build } from 'esbuild';

export interface NodeRunner extends AsyncDisposable {
  /** A shell command line that starts the runner for the probe project. */
  command(options?: Partial<RunnerMainOptions>): string;
}

/** Makes one file of our runner, in a place where it finds the packages that it does not bundle. */
export async function buildNodeRunner(): Promise<NodeRunner> {
  const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/conformance-tests', import.meta.url));
  await mkdir(cacheDir, { recursive: true });
  const directory = await mkdtemp(join(cacheDir, 'runner-'));
  const outfile = join(directory, 'runner.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./node-runner-child.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['esbuild'],
    logLevel: 'error',
  });
  // Reading the system's certificates would be most of the start-up time of Node 20.
  const run = `NODE_EXTRA_CA_CERTS= exec '${process.execPath}' '${outfile}'`;
  const usual = { projectPath: '{probeProject}', envName: 'dev' };
  return {
    command: (options) => `${run} '${JSON.stringify({ ...usual, ...options })}'`,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
