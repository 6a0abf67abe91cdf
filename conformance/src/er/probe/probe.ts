import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as z from 'zod';

/** Definitions that a probe project offers; `README.md` says what each of them does. */
export const probeSources = [
  'note',
  'together',
  'alias',
  'missing',
  'adds',
  'counts',
  'marks',
  'silent',
  'tells-meta',
  'tells-config',
  'tells-project',
  'tells-service',
  'tells-starts',
  'fails',
  'stops',
  'parts',
  'waits',
  'began',
  'ended',
  'reads',
  'writes',
  'nested',
  'everywhere',
  'chosen',
  'asks-config',
  'versioned',
] as const;
export type ProbeSource = (typeof probeSources)[number];

const Place = z.string().min(1);

const ProbeFile = z.strictObject({
  projectDir: Place.default('.'),
  projectDefPath: Place,
  envName: z.string().min(1),
  sources: z.partialRecord(z.enum(probeSources), z.string().min(1)).default({}),
  service: z.strictObject({ interface: z.string(), source: z.string() }).optional(),
  package: z.strictObject({ name: z.string(), dir: Place }).optional(),
  document: Place.optional(),
  reload: z.strictObject({ file: Place, from: z.string().min(1), to: z.string().min(1) }).optional(),
  runLog: Place.optional(),
});

/** A project on disk, for the runner that is checked, whose handlers do known things. All paths are absolute. */
export type Probe = Readonly<z.infer<typeof ProbeFile>>;

export type ProbePart = ProbeSource | 'service' | 'package' | 'document' | 'reload';

/** The description of a probe project cannot be used. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}

/** Reads the description of a probe project; its paths count from the folder of the file. */
export async function readProbe(filePath: string): Promise<Probe> {
  const parsed = ProbeFile.safeParse(await readJson(filePath));
  if (!parsed.success)
    throw new ProbeError(`The probe ${filePath} is not valid:\n${z.prettifyError(parsed.error)}`);
  const probe = parsed.data;
  const projectDir = resolve(dirname(filePath), probe.projectDir);
  const inProject = (path: string) => resolve(projectDir, path);
  return {
    ...probe,
    projectDir,
    projectDefPath: inProject(probe.projectDefPath),
    ...(probe.package && { package: { ...probe.package, dir: inProject(probe.package.dir) } }),
    ...(probe.document && { document: inProject(probe.document) }),
    ...(probe.reload && { reload: { ...probe.reload, file: inProject(probe.reload.file) } }),
    ...(probe.runLog && { runLog: inProject(probe.runLog) }),
  };
}

export function hasPart(probe: Probe, part: ProbePart): boolean {
  return part in probe ? probe[part as keyof Probe] !== undefined : part in probe.sources;
}

async function readJson(filePath: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(filePath, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ProbeError(`The probe ${filePath} cannot be read: ${why}`, { cause });
  }
}
