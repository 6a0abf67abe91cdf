import { join } from 'node:path';
import { checkProjectFiles } from '../checks/check-files.js';
import { checkIgnoredSources } from '../checks/check-merged.js';
import { type ConfigProblem, hasErrors } from '../checks/problem.js';
import { type ProjectFiles, projectFileNames, readProjectFiles } from '../discovery/project-files.js';
import { createDocumentReader, type DocumentReader } from '../document/config-document.js';
import type { ConfigFiles } from '../document/config-files.js';
import {
  childString,
  childTable,
  namedTables,
  type TableNode,
  tableOf,
  withoutEntry,
} from '../document/config-node.js';
import type { LocatedFile, Origin } from '../document/origin.js';
import { createPresetFinder, type PresetResolver } from '../layers/find-preset.js';
import {
  type LoadedPresets,
  loadPresets,
  type PresetReference,
  presetReferences,
} from '../layers/load-presets.js';
import { mergeLayers } from '../layers/merge-layers.js';
import { normaliseLayer } from '../layers/normalise-layer.js';
import {
  type HandlerOverrides,
  type Override,
  overridesFromEnvironment,
  overridesFromTable,
} from '../layers/overrides.js';
import { type MergedProject, type SettledProject, settleProject } from './settle-project.js';

export interface ReadProjectOptions {
  readonly files: ConfigFiles;
  /** Shared with `discoverProjects` so that one pass parses each file once. */
  readonly documents?: DocumentReader;
  /** Without it, presets that are Python packages are left out and listed in `unresolvedPresets`. */
  readonly presets?: PresetResolver;
  /** Presets that lie under everything else, such as the one that creates environments. */
  readonly basePresets?: readonly string[];
  /** Variables to look for `FINECODE_CONFIG_*` in. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Win over everything, the environment variables included. */
  readonly overrides?: HandlerOverrides;
  /** Version of the Python runner to install into every Python environment. */
  readonly pythonRunnerVersion?: string;
  readonly signal?: AbortSignal;
}

export type ProjectReading = ValidProject | InvalidProject | UnconcernedProject;

interface ReadProject {
  readonly dir: string;
  readonly name: string;
  /** Files whose change, appearance or disappearance calls for reading the project again. */
  readonly watchPaths: readonly string[];
}

export interface ValidProject extends ReadProject, SettledProject {
  readonly kind: 'valid';
  readonly warnings: readonly ConfigProblem[];
  /** What `overrideProject` starts from. */
  readonly merged: MergedProject;
}

export interface InvalidProject extends ReadProject {
  readonly kind: 'invalid';
  /** At least one of them is an error. */
  readonly problems: readonly ConfigProblem[];
}

/** A Python project that never mentions FineCode. */
interface UnconcernedProject extends ReadProject {
  readonly kind: 'no-finecode';
}

/** Reads, merges and checks the configuration of one project. Bad configuration is a value, never a rejection. */
export async function readProject(projectDir: string, options: ReadProjectOptions): Promise<ProjectReading> {
  const documents = options.documents ?? createDocumentReader(options.files);
  const files = await readProjectFiles(projectDir, documents);
  const ownPaths = projectFileNames.map((name) => join(projectDir, name));
  const { dir, name } = files;
  if (!files.usesFinecode) return { kind: 'no-finecode', dir, name, watchPaths: ownPaths };

  const environment = overridesFromEnvironment(options.env ?? {});
  const ownProblems = [...checkProjectFiles(files), ...environment.problems];
  if (hasErrors(ownProblems)) {
    return { kind: 'invalid', dir, name, problems: ownProblems, watchPaths: ownPaths };
  }

  const presets = await loadDeclaredPresets(files, documents, options);
  const problems = [...ownProblems, ...presets.problems];
  const watchPaths = [...ownPaths, ...presets.filePaths];
  if (hasErrors(problems)) return { kind: 'invalid', dir, name, problems, watchPaths };

  const merged = mergeProject(files, presets, environment.overrides, options.pythonRunnerVersion);
  const { settled, problems: found } = settleProject(merged, overridesFromTable(options.overrides ?? {}));
  const allProblems = [...problems, ...found, ...ignoredSources(merged)];
  if (hasErrors(allProblems)) return { kind: 'invalid', dir, name, problems: allProblems, watchPaths };
  return { kind: 'valid', dir, name, ...settled, warnings: allProblems, watchPaths, merged };
}

/** The same project under other overrides, without reading anything again. */
export function overrideProject(project: ValidProject, overrides: HandlerOverrides): ValidProject {
  return { ...project, ...settleProject(project.merged, overridesFromTable(overrides)).settled };
}

function loadDeclaredPresets(
  files: ProjectFiles,
  documents: DocumentReader,
  options: ReadProjectOptions,
): Promise<LoadedPresets> {
  const finder = createPresetFinder({
    projectDir: files.dir,
    projectName: files.name,
    prefersNode: files.ecosystem !== 'python',
    usesPython: files.ecosystem === 'python' || namesPythonEnvironment(files),
    files: options.files,
    resolver: options.presets,
  });
  const { signal } = options;
  const references = declaredPresets(files, options.basePresets ?? []);
  return loadPresets(references, { projectDir: files.dir, documents, finder, files: options.files, signal });
}

function namesPythonEnvironment({ layers }: ProjectFiles): boolean {
  const environments = layers.flatMap(({ table }) => namedTables(childTable(table, 'env')));
  return environments.some(([, environment]) => childString(environment, 'runtime') === 'python');
}

function declaredPresets(files: ProjectFiles, basePresets: readonly string[]): readonly PresetReference[] {
  const anchor = anchorOf(files);
  const origin: Origin = { kind: 'derived', rule: 'a preset that every project has' };
  return [
    ...basePresets.map((source) => ({ source, declaredIn: anchor, origin })),
    ...files.layers.flatMap(({ document, table }) => presetReferences(table, document)),
    ...(files.userFile === undefined ? [] : presetReferences(files.userFile.root, files.userFile)),
  ];
}

function mergeProject(
  files: ProjectFiles,
  presets: LoadedPresets,
  environmentOverrides: readonly Override[],
  pythonRunnerVersion: string | undefined,
): MergedProject {
  // A preset's own list of presets has been followed; the result lists what the project asked for.
  const presetLayers = presets.presets.map(({ layer }) => withoutEntry(layer, 'presets'));
  const ownLayers = files.layers.map(({ document, table }) =>
    normaliseLayer(table, document.filePath, files.dir),
  );
  const userLayers = userLayer(files);
  const empty = tableOf([], { kind: 'derived', rule: 'nothing is configured' });
  const finecode = [...presetLayers, ...ownLayers, ...userLayers].reduce(mergeLayers, empty);
  return { files, presets, finecode, anchor: anchorOf(files), environmentOverrides, pythonRunnerVersion };
}

function userLayer({ userFile, dir }: ProjectFiles): readonly TableNode[] {
  if (userFile === undefined) return [];
  return [normaliseLayer(withoutEntry(userFile.root, 'dependency-groups'), userFile.filePath, dir)];
}

function ignoredSources({ files, finecode, anchor }: MergedProject): readonly ConfigProblem[] {
  const layers = [
    ...files.layers.map(({ table }) => table),
    ...(files.userFile === undefined ? [] : [files.userFile.root]),
  ];
  return layers.flatMap((layer) => checkIgnoredSources(finecode, layer, anchor));
}

/** Where to point when a problem belongs to no line of any file. */
function anchorOf(files: ProjectFiles): LocatedFile {
  const known = files.layers[0]?.document ?? files.finecodeFile ?? files.pyproject ?? files.packageJson;
  return known ?? { filePath: files.definitionFile, positionOf: () => ({ line: 1, column: 1 }) };
}
