import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface ReferenceChild extends AsyncDisposable {
  /** A shell command line that runs the reference peer of `protocol` with the flaw that `checkId` finds. */
  command(protocol: string, checkId?: string): string;
  /** The same as a daemon. */
  daemonCommand(protocol: string, checkId?: string): string;
}

/** Makes one file of the reference peer, because Node 20 runs no TypeScript. */
export async function buildReferenceChild(): Promise<ReferenceChild> {
  const directory = await mkdtemp(join(tmpdir(), 'reference-child-'));
  await build({
    entryPoints: [fileURLToPath(new URL('./reference-child.ts', import.meta.url))],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  // Reading the system's certificates would be most of the start-up time of Node 20.
  const run = `NODE_EXTRA_CA_CERTS= exec '${process.execPath}' '${join(directory, 'reference-child.mjs')}'`;
  return {
    // Named in the command, the probe project is there; the reference peer learns its place with the configuration.
    command: (protocol, checkId = 'none') => `: '{probeProject}'; ${run} ${protocol} ${checkId}`,
    daemonCommand: (protocol, checkId = 'none') =>
      `${run} ${protocol} ${checkId} '{portFile}' '{disconnectTimeout}'`,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
