import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TargetSpec } from '../../target/target.js';
import { nodeProbeFiles, probeFileName } from './node-probe-files.js';
import { type Probe, readProbe } from './probe.js';

/** Stands in a command line for the folder of the probe project that the kit brings along. */
export const probeProjectPlaceholder = '{probeProject}';

export interface ProbeProject extends AsyncDisposable {
  readonly dir: string;
  /** The file that describes it. */
  readonly filePath: string;
  readonly probe: Probe;
}

export interface PreparedTarget extends AsyncDisposable {
  readonly target: TargetSpec;
  readonly probe: Probe | undefined;
}

/** The probe that the user chose: their own, or ours put in place for the command that asks for it. */
export async function openProbe(
  chosen: { readonly target: TargetSpec; readonly probeFile?: string | undefined },
  tempDir: string,
): Promise<PreparedTarget> {
  const { target, probeFile } = chosen;
  if (target.kind === 'command' && target.command.includes(probeProjectPlaceholder)) {
    const project = await createNodeProbe(tempDir);
    return {
      target: { ...target, command: target.command.replaceAll(probeProjectPlaceholder, project.dir) },
      probe: project.probe,
      [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
    };
  }
  const probe = probeFile === undefined ? undefined : await readProbe(probeFile);
  return { target, probe, async [Symbol.asyncDispose]() {} };
}

/** Writes the probe project for Node runners into a new folder, which disposing removes. */
export async function createNodeProbe(tempDir: string): Promise<ProbeProject> {
  // A runner may answer with the real path where it was given a link.
  const dir = await realpath(await mkdtemp(join(tempDir, 'tandem-probe-')));
  for (const [name, text] of Object.entries(nodeProbeFiles)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  const filePath = join(dir, probeFileName);
  return {
    dir,
    filePath,
    probe: await readProbe(filePath),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
