import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packageDir = fileURLToPath(new URL('../..', import.meta.url));
const entry = `
  import { runnerMain } from '@tandem/runner';
  const [projectPath, envName, logFilePath] = process.argv.slice(2);
  runnerMain({ projectPath, envName, logFilePath, logLevel: 'debug' }).then((code) => process.exit(code));
`;

export interface NodeRunner extends AsyncDisposable {
  /** A shell command line that starts the runner for the probe project; with a log file if there is one to write. */
  command(logFilePath?: string): string;
}

/** Bundles our runner the way the executable does, where it finds its packages. */
export async function buildNodeRunner(): Promise<NodeRunner> {
  const cacheDir = join(packageDir, '..', 'node_modules', '.cache', 'conformance-tests');
  await mkdir(cacheDir, { recursive: true });
  const bundleDir = await mkdtemp(join(cacheDir, 'runner-'));
  const outfile = join(bundleDir, 'runner.cjs');
  await build({
    stdin: { contents: entry, resolveDir: packageDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['esbuild'],
    outfile,
    logLevel: 'error',
  });
  // Reading the system's certificates would be most of the start-up time of Node 20.
  const run = `NODE_EXTRA_CA_CERTS= exec '${process.execPath}' '${outfile}' '{probeProject}' dev`;
  return {
    command: (logFilePath) => (logFilePath === undefined ? run : `${run} '${logFilePath}'`),
    [Symbol.asyncDispose]: () => rm(bundleDir, { recursive: true, force: true }),
  };
}
