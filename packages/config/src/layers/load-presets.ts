import { dirname, join, resolve } from 'node:path';
import { checkPresetFile, checkPresetUserFile } from '../checks/check-files.js';
import { type Complaint, type ConfigProblem, problemFrom } from '../checks/problem.js';
import type { ConfigDocument, DocumentReader } from '../document/config-document.js';
import { type ConfigFiles, exists } from '../document/config-files.js';
import {
  childString,
  childTable,
  childTables,
  namedTables,
  type TableNode,
  tableOf,
  withEntry,
  withoutEntry,
} from '../document/config-node.js';
import type { LocatedFile, Origin } from '../document/origin.js';
import type { PresetFinder } from './find-preset.js';
import { mergeLayers } from './merge-layers.js';
import { normaliseLayer } from './normalise-layer.js';

interface LoadedPreset {
  readonly name: string;
  readonly file: string;
  readonly layer: TableNode;
}

export interface LoadedPresets {
  /** In merge order: what a preset extends comes before it. */
  readonly presets: readonly LoadedPreset[];
  /** Names that cannot be looked up yet, because nobody answers for Python packages. */
  readonly unresolved: readonly string[];
  readonly problems: readonly ConfigProblem[];
  readonly filePaths: readonly string[];
}

export interface PresetReference {
  readonly source: string;
  readonly declaredIn: LocatedFile;
  readonly origin: Origin;
}

export interface LoadPresetsOptions {
  readonly projectDir: string;
  readonly documents: DocumentReader;
  readonly finder: PresetFinder;
  readonly files: ConfigFiles;
  readonly signal: AbortSignal | undefined;
}

/**
 * Follows presets depth first in the order of their declaration, each once. So the result depends on what the files
 * say and on nothing else.
 */
export async function loadPresets(
  references: readonly PresetReference[],
  options: LoadPresetsOptions,
): Promise<LoadedPresets> {
  const loader = new PresetLoader(options);
  await loader.load(references);
  return loader;
}

export function presetReferences(finecode: TableNode, declaredIn: LocatedFile): readonly PresetReference[] {
  return childTables(finecode, 'presets').flatMap((preset) => {
    const source = childString(preset, 'source');
    return source === undefined ? [] : [{ source, declaredIn, origin: preset.origin }];
  });
}

class PresetLoader implements LoadedPresets {
  readonly presets: LoadedPreset[] = [];
  readonly unresolved: string[] = [];
  readonly problems: ConfigProblem[] = [];
  readonly filePaths: string[] = [];
  readonly #options: LoadPresetsOptions;
  /** Marked before descending, so a preset that extends itself through others ends here. */
  readonly #visited = new Set<string>();

  constructor(options: LoadPresetsOptions) {
    this.#options = options;
  }

  async load(references: readonly PresetReference[]): Promise<void> {
    // One after the other: the order of the result is the order of the walk.
    for (const reference of references) await this.#follow(reference);
  }

  async #follow(reference: PresetReference): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const found = await this.#options.finder.find(reference.source, dirname(reference.declaredIn.filePath));
    switch (found.kind) {
      case 'found':
        return this.#read(reference, found.file);
      case 'unknown':
        if (!this.unresolved.includes(reference.source)) this.unresolved.push(reference.source);
        return;
      case 'not-found':
        this.#complain(reference, found);
    }
  }

  async #read(reference: PresetReference, file: string): Promise<void> {
    if (this.#visited.has(file)) return;
    this.#visited.add(file);
    const userPath = join(dirname(file), 'finecode-user.toml');
    this.filePaths.push(file, userPath);
    const document = await this.#document(file);
    if (document === undefined) return;
    const userDocument = await this.#document(userPath);
    this.problems.push(...checkPresetFile(document));
    if (userDocument !== undefined) this.problems.push(...checkPresetUserFile(userDocument));
    const own =
      childTable(childTable(document.root, 'tool'), 'finecode') ?? tableOf([], document.root.origin);
    await this.load([
      ...presetReferences(own, document),
      ...(userDocument === undefined ? [] : presetReferences(userDocument.root, userDocument)),
    ]);
    const { projectDir, files } = this.#options;
    const layers = [normaliseLayer(own, file, projectDir)];
    if (userDocument !== undefined) {
      layers.push(normaliseLayer(withoutEntry(userDocument.root, 'dependency-groups'), userPath, projectDir));
    }
    const layer = await withoutMissingPaths(layers.reduce(mergeLayers), projectDir, files);
    this.presets.push({ name: reference.source, file, layer });
  }

  async #document(filePath: string): Promise<ConfigDocument | undefined> {
    const reading = await this.#options.documents.read(filePath);
    if (reading.kind === 'broken') this.problems.push(reading.problem);
    return reading.kind === 'parsed' ? reading.document : undefined;
  }

  #complain(reference: PresetReference, complaint: Complaint): void {
    this.problems.push(problemFrom(reference.origin, reference.declaredIn, complaint));
  }
}

/** A preset may name a sibling folder of its own checkout; where it is installed, that folder is not there. */
async function withoutMissingPaths(
  layer: TableNode,
  projectDir: string,
  files: ConfigFiles,
): Promise<TableNode> {
  let environments = childTable(layer, 'env');
  for (const [env, table] of namedTables(environments)) {
    for (const [name, dependency] of namedTables(childTable(table, 'dependencies'))) {
      const path = childString(dependency, 'path');
      if (path === undefined || (await exists(files, resolve(projectDir, path)))) continue;
      environments = withoutDependency(environments, env, name);
    }
  }
  return environments === undefined ? layer : withEntry(layer, 'env', environments);
}

function withoutDependency(
  environments: TableNode | undefined,
  env: string,
  name: string,
): TableNode | undefined {
  const table = childTable(environments, env);
  const dependencies = childTable(table, 'dependencies');
  if (environments === undefined || table === undefined || dependencies === undefined) return environments;
  return withEntry(environments, env, withEntry(table, 'dependencies', withoutEntry(dependencies, name)));
}
