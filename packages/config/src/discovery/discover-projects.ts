import { dirname, join, relative, sep } from 'node:path';
import { type DirectoryEntry, PlatformError } from '@tandem/platform';
import { createDocumentReader, type DocumentReader } from '../document/config-document.js';
import { type ConfigFiles, exists } from '../document/config-files.js';
import { type IgnoreRules, parseGitignore } from './gitignore.js';
import { readProjectFiles } from './project-files.js';

export interface DiscoveredProject {
  /** Absolute path of the folder; it is the identity of the project. */
  readonly dir: string;
  readonly name: string;
  readonly usesFinecode: boolean;
}

export interface DiscoverOptions {
  readonly files: ConfigFiles;
  /** Shared with `readProject` so that one pass parses each file once. */
  readonly documents?: DocumentReader;
  readonly signal?: AbortSignal;
}

export interface Discovery {
  /** Sorted by path. */
  readonly projects: readonly DiscoveredProject[];
  /** Folders below the first that could not be listed; whatever they hold is not in `projects`. */
  readonly unreadable: readonly { readonly dir: string; readonly reason: string }[];
}

/** Finds every project below a folder in one walk. Rejects only when the folder itself cannot be listed. */
export async function discoverProjects(rootDir: string, options: DiscoverOptions): Promise<Discovery> {
  const { files, signal } = options;
  const documents = options.documents ?? createDocumentReader(files);
  const pending: Folder[] = [{ dir: rootDir, ignores: await ignoresAbove(rootDir, files) }];
  const projectDirs: string[] = [];
  const unreadable: { dir: string; reason: string }[] = [];
  while (pending.length > 0) {
    signal?.throwIfAborted();
    const visits = await Promise.all(pending.splice(-foldersAtOnce).map((folder) => visit(folder, files)));
    for (const { dir, fileNames, isProject, subfolders, failure } of visits) {
      if (failure !== undefined && dir === rootDir) throw failure;
      if (failure !== undefined) unreadable.push({ dir, reason: failure.message });
      if (isProject) {
        documents.noteFolder(dir, fileNames);
        projectDirs.push(dir);
      }
      for (const subfolder of subfolders) pending.push(subfolder);
    }
  }
  projectDirs.sort();
  const projects = await Promise.all(projectDirs.map((dir) => identify(dir, documents)));
  return { projects: projects.filter((project) => project !== undefined), unreadable };
}

/** Enough to keep the thread pool busy, few enough to hold little in memory. */
const foldersAtOnce = 64;

const skippedFolders: ReadonlySet<string> = new Set([
  '.venv',
  '.venvs',
  '.git',
  'node_modules',
  '__pycache__',
  '.tox',
  'dist',
  'build',
  '.mypy_cache',
  '.ruff_cache',
  '.pytest_cache',
  '__testdata__',
  'finecode_config_dump',
]);

interface Folder {
  readonly dir: string;
  /** Outermost first: a deeper file overrules the ones above it. */
  readonly ignores: readonly FolderIgnores[];
}

interface FolderIgnores {
  readonly dir: string;
  readonly rules: IgnoreRules;
}

interface Visit {
  readonly dir: string;
  readonly fileNames: ReadonlySet<string>;
  readonly isProject: boolean;
  readonly subfolders: readonly Folder[];
  readonly failure?: PlatformError;
}

async function visit({ dir, ignores }: Folder, files: ConfigFiles): Promise<Visit> {
  try {
    const entries = await files.readDirectory(dir);
    const fileNames = new Set(
      entries.filter((entry) => entry.kind !== 'directory').map((entry) => entry.name),
    );
    const allIgnores = fileNames.has('.gitignore') ? [...ignores, ...(await ignoresIn(dir, files))] : ignores;
    const subfolders = entries
      .filter((entry) => isEntered(dir, entry, allIgnores))
      .map((entry) => ({ dir: join(dir, entry.name), ignores: allIgnores }));
    return { dir, fileNames, isProject: await holdsProject(dir, fileNames, files), subfolders };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { dir, fileNames: new Set(), isProject: false, subfolders: [], failure: error };
  }
}

async function holdsProject(
  dir: string,
  fileNames: ReadonlySet<string>,
  files: ConfigFiles,
): Promise<boolean> {
  if (fileNames.has('pyproject.toml') || fileNames.has('finecode.toml')) return true;
  if (!fileNames.has('package.json')) return false;
  // Most packages have no such field; looking for its name is far cheaper than parsing them all.
  const text = await files.readTextIfExists(join(dir, 'package.json'));
  return text?.includes('"finecode"') === true;
}

function isEntered(dir: string, entry: DirectoryEntry, ignores: readonly FolderIgnores[]): boolean {
  if (entry.kind !== 'directory' || skippedFolders.has(entry.name)) return false;
  return !isIgnored(join(dir, entry.name), ignores);
}

function isIgnored(path: string, ignores: readonly FolderIgnores[]): boolean {
  for (const { dir, rules } of ignores.toReversed()) {
    const verdict = rules.verdictOn(relative(dir, path).split(sep).join('/'));
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
}

async function ignoresIn(dir: string, files: ConfigFiles): Promise<readonly FolderIgnores[]> {
  const text = await files.readTextIfExists(join(dir, '.gitignore'));
  return text === undefined ? [] : [{ dir, rules: parseGitignore(text) }];
}

/**
 * A folder inside a repository obeys the ignore files above it too, unless they ignore the folder itself: then
 * somebody asked for it by name.
 */
async function ignoresAbove(rootDir: string, files: ConfigFiles): Promise<readonly FolderIgnores[]> {
  const ancestors = await foldersUpToRepository(rootDir, files);
  const ignores = (await Promise.all(ancestors.map((dir) => ignoresIn(dir, files)))).flat();
  return isInIgnoredFolder(rootDir, ancestors[0], ignores) ? [] : ignores;
}

async function foldersUpToRepository(rootDir: string, files: ConfigFiles): Promise<readonly string[]> {
  const ancestors: string[] = [];
  for (let dir = rootDir; !(await exists(files, join(dir, '.git'))); ) {
    const parent = dirname(dir);
    if (parent === dir) return [];
    ancestors.unshift(parent);
    dir = parent;
  }
  return ancestors;
}

function isInIgnoredFolder(dir: string, top: string | undefined, ignores: readonly FolderIgnores[]): boolean {
  for (let folder = dir; top !== undefined && folder !== top; folder = dirname(folder)) {
    const above = ignores.filter((ignore) => folder !== ignore.dir && folder.startsWith(ignore.dir));
    if (isIgnored(folder, above)) return true;
  }
  return false;
}

/** Undefined for a package that mentions the word in another place than the field. */
async function identify(dir: string, documents: DocumentReader): Promise<DiscoveredProject | undefined> {
  const { name, usesFinecode, ecosystem } = await readProjectFiles(dir, documents);
  return ecosystem === 'python' || usesFinecode ? { dir, name, usesFinecode } : undefined;
}
