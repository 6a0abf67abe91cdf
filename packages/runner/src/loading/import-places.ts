import { dirname, join, resolve } from 'node:path';
import type { InputFiles } from './input-files.js';

/** In the order in which they are tried. */
const triedEndings = ['.tsx', '.ts', '.jsx', '.js', '.css', '.json'];
const sourceEndings: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Notes where an import of a file looks, up to where it finds one: a file that appears before that is what it means then. */
export function noteFileImport(inputs: InputFiles, specifier: string, fromDir: string): void {
  const path = resolve(fromDir, specifier);
  const [ending = ''] = /\.[cm]?jsx?$/.exec(path) ?? [];
  const places = [
    path,
    ...triedEndings.map((tried) => path + tried),
    ...(sourceEndings[ending] ?? []).map((source) => path.slice(0, -ending.length) + source),
    join(path, 'package.json'),
    ...triedEndings.map((tried) => join(path, `index${tried}`)),
  ];
  for (const place of places) if (inputs.note(place)) return;
}

/** The same for an import of a package. */
export function notePackageImport(
  inputs: InputFiles,
  packageName: string,
  fromDir: string,
  nodeModulesDirs: readonly string[],
): void {
  const dirs = [...nodeModulesDirs, ...foldersUp(fromDir).map((dir) => join(dir, 'node_modules'))];
  for (const dir of dirs) if (inputs.note(join(dir, packageName, 'package.json'))) return;
}

/** Notes the settings of the folders that a file is in; they decide what its imports and its syntax mean. */
export function noteSettingsOf(inputs: InputFiles, filePath: string): void {
  for (const dir of foldersUp(dirname(filePath))) {
    inputs.note(join(dir, 'tsconfig.json'));
    // Folders above a package have no say in it, but often the settings that it extends.
    inputs.note(join(dir, 'package.json'));
  }
}

function foldersUp(dir: string): readonly string[] {
  const parent = dirname(dir);
  return parent === dir ? [dir] : [dir, ...foldersUp(parent)];
}
