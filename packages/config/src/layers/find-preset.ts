import { dirname, join } from 'node:path';
import type { Complaint } from '../checks/problem.js';
import { type ConfigFiles, exists } from '../document/config-files.js';

/** How a Python package is looked up: a runner answers, because only it knows its own environment. */
export type PresetLookup =
  | { readonly kind: 'found'; readonly dir: string }
  | { readonly kind: 'not-installed' }
  | { readonly kind: 'failed'; readonly message: string };

/** Port to whoever knows the Python packages of a project's environment. */
export interface PresetResolver {
  resolvePresetPath(packageName: string): Promise<PresetLookup>;
}

type FoundPreset =
  | { readonly kind: 'found'; readonly file: string }
  /** A Python package, while nobody is there to look it up. */
  | { readonly kind: 'unknown' }
  | ({ readonly kind: 'not-found' } & Complaint);

export interface PresetFinder {
  find(source: string, declaringDir: string): Promise<FoundPreset>;
}

export interface PresetFinderOptions {
  readonly projectDir: string;
  readonly projectName: string;
  readonly prefersNode: boolean;
  /** Whether a name that npm does not know may be a Python package. */
  readonly usesPython: boolean;
  readonly files: ConfigFiles;
  readonly resolver: PresetResolver | undefined;
}

/** Finds `preset.toml` of a folder (`./presets/strict`), an npm package or a Python package. */
export function createPresetFinder(options: PresetFinderOptions): PresetFinder {
  return {
    async find(source, declaringDir) {
      if (/^\.\.?\//.test(source)) return findInFolder(join(declaringDir, source), source, options);
      const searches = isPythonName(source)
        ? options.prefersNode
          ? [findNpm, findPython]
          : [findPython, findNpm]
        : [findNpm];
      const failures: FoundPreset[] = [];
      for (const search of searches) {
        const found = await search(source, declaringDir, options);
        if (found.kind === 'found') return found;
        failures.push(found);
      }
      return failures.find((failure) => failure.kind === 'unknown') ?? failures[0] ?? { kind: 'unknown' };
    },
  };
}

async function findInFolder(
  dir: string,
  source: string,
  { files }: PresetFinderOptions,
): Promise<FoundPreset> {
  const file = join(dir, 'preset.toml');
  if (await exists(files, file)) return { kind: 'found', file };
  return {
    kind: 'not-found',
    message: `there is no ${file}`,
    fix: `Create it or correct the path "${source}"`,
  };
}

/** The way Node itself looks for packages, starting at the file that names the preset. */
async function findNpm(
  source: string,
  declaringDir: string,
  options: PresetFinderOptions,
): Promise<FoundPreset> {
  const folders = [...ancestors(declaringDir), join(options.projectDir, '.venvs', 'dev_workspace')];
  for (const folder of folders) {
    const packageDir = join(folder, 'node_modules', source);
    const file = join(packageDir, 'preset.toml');
    if (await exists(options.files, file)) return { kind: 'found', file };
    if (await exists(options.files, packageDir)) return withoutPresetFile(source, [file]);
  }
  return notInstalled(source, options);
}

async function findPython(
  source: string,
  _declaringDir: string,
  options: PresetFinderOptions,
): Promise<FoundPreset> {
  const lookup = await options.resolver?.resolvePresetPath(source);
  if (lookup === undefined && options.usesPython) return { kind: 'unknown' };
  if (lookup === undefined || lookup.kind === 'not-installed') return notInstalled(source, options);
  if (lookup.kind === 'failed') {
    const message = `preset "${source}" could not be looked up: ${lookup.message}`;
    return { kind: 'not-found', message, fix: `Run ${prepareEnvs(options)}` };
  }
  const candidates = [lookup.dir, join(lookup.dir, source), join(lookup.dir, 'src', source)];
  const places = candidates.map((dir) => join(dir, 'preset.toml'));
  for (const file of places) if (await exists(options.files, file)) return { kind: 'found', file };
  return withoutPresetFile(source, places);
}

function isPythonName(source: string): boolean {
  return /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(source);
}

function ancestors(dir: string): readonly string[] {
  const parent = dirname(dir);
  return parent === dir ? [dir] : [dir, ...ancestors(parent)];
}

function notInstalled(source: string, options: PresetFinderOptions): FoundPreset {
  const message = `preset "${source}" is not installed`;
  return {
    kind: 'not-found',
    message,
    fix: `Add it to the project's dependencies, then run ${prepareEnvs(options)}`,
  };
}

function withoutPresetFile(source: string, places: readonly string[]): FoundPreset {
  const message = `package "${source}" holds no preset.toml (looked for ${places.join(', ')})`;
  return { kind: 'not-found', message, fix: 'Name a package that is a preset' };
}

function prepareEnvs({ projectName }: PresetFinderOptions): string {
  return `"tandem prepare-envs --project ${projectName}"`;
}
