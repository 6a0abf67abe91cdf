import { readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { noteFileImport, notePackageImport, noteSettingsOf } from './import-places.js';
import type { InputFiles } from './input-files.js';
import { PackageManifests } from './package-manifest.js';

/** Names under which extension code imports the API; all mean the runner's own copy. */
export const apiSpecifiers: readonly string[] = ['tandem/extension-api', '@tandem/extension-api'];

/** Stands for `import.meta`, which the one CommonJS text has no room for. */
export const importMetaName = '__tandemImportMeta';

const esModuleNamespace = 'es-module';
const alreadyAsked = Symbol('already asked');

/**
 * Decides what becomes part of the loaded text and what Node loads as usual. Extension code goes in: files of the
 * project, linked packages, TypeScript, and installed packages that depend on `tandem`. Other installed packages
 * stay outside: they need not survive bundling, and a reload is not about them. What goes in is noted in `inputs`.
 */
export function extensionBoundary(nodeModulesDirs: readonly string[], inputs: InputFiles): Plugin {
  return {
    name: 'extension-boundary',
    setup(build) {
      const manifests = new PackageManifests();
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.pluginData === alreadyAsked) return undefined;
        noteImport(args, nodeModulesDirs, inputs);
        return resolveImport(build, manifests, nodeModulesDirs, args);
      });
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        inputs.note(path);
        if (!isInstalled(path)) noteSettingsOf(inputs, path);
        return /\.[cm]?[jt]sx?$/.test(path) ? loadFile(path) : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: esModuleNamespace }, ({ path }) => esModuleBridge(path));
    },
  };
}

function noteImport(
  { path, importer, resolveDir }: OnResolveArgs,
  nodeModulesDirs: readonly string[],
  inputs: InputFiles,
): void {
  if (isFileImport(path)) {
    noteFileImport(inputs, path, resolveDir);
    return;
  }
  const packageName = packageNameOf(path);
  if (packageName === undefined || apiSpecifiers.includes(path)) return;
  notePackageImport(inputs, packageName, resolveDir, isInstalled(importer) ? [] : nodeModulesDirs);
}

async function resolveImport(
  build: PluginBuild,
  manifests: PackageManifests,
  nodeModulesDirs: readonly string[],
  args: OnResolveArgs,
): Promise<OnResolveResult | undefined> {
  if (apiSpecifiers.includes(args.path)) return { path: args.path, external: true };
  if (args.namespace === esModuleNamespace) return { path: args.path, external: true };
  if (args.path.endsWith('.node')) return { path: args.path, external: true };
  if (isFileImport(args.path)) return undefined;

  const { importer, kind } = args;
  const resolveDir = isInstalled(importer)
    ? args.resolveDir
    : ((await homeOf(args.path, nodeModulesDirs)) ?? args.resolveDir);
  const found = await build.resolve(args.path, { importer, kind, resolveDir, pluginData: alreadyAsked });
  if (found.errors.length > 0) return undefined;
  const isEntry = importer === '' || importer === '<stdin>';
  if (isEntry || found.external || (await isExtensionCode(manifests, found.path))) {
    return { path: found.path, external: found.external, namespace: found.namespace };
  }
  const needsBridge = kind !== 'require-call' && (await manifests.isEsModule(found.path));
  return needsBridge
    ? { path: found.path, namespace: esModuleNamespace }
    : { path: found.path, external: true };
}

/** The folder to look from for a package that one of these folders has. */
async function homeOf(specifier: string, nodeModulesDirs: readonly string[]): Promise<string | undefined> {
  const packageName = packageNameOf(specifier);
  if (packageName === undefined) return undefined;
  for (const dir of nodeModulesDirs) {
    const found = await stat(join(dir, packageName)).catch(() => undefined);
    if (found !== undefined) return dirname(dir);
  }
  return undefined;
}

function isFileImport(specifier: string): boolean {
  return specifier.startsWith('.') || isAbsolute(specifier);
}

function packageNameOf(specifier: string): string | undefined {
  return isBuiltin(specifier) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

function isInstalled(filePath: string): boolean {
  return /[\\/]node_modules[\\/]/.test(filePath);
}

async function isExtensionCode(manifests: PackageManifests, filePath: string): Promise<boolean> {
  if (!isInstalled(filePath)) return true;
  if (/\.[cm]?tsx?$/.test(filePath)) return true;
  return manifests.dependsOn(filePath, 'tandem');
}

/**
 * An ES module that comes through `require` looks to its importer like CommonJS, whose default import is the whole
 * module. Re-exporting by name, from a module that is none of Node's kinds, gives each export its own meaning back.
 */
function esModuleBridge(path: string): OnLoadResult {
  const from = JSON.stringify(path);
  return {
    contents: `export * from ${from}; import * as loaded from ${from}; export default loaded.default;`,
    loader: 'js',
    resolveDir: dirname(path),
  };
}

async function loadFile(path: string): Promise<OnLoadResult> {
  const text = await readFile(path, 'utf8');
  return { contents: placeNames(path, text) + text, loader: loaderFor(path) };
}

/** What a file says about its own place must stay true when it becomes part of one text. */
function placeNames(path: string, text: string): string {
  if (text.startsWith('#!')) return '';
  const place = { filename: path, dirname: dirname(path), url: pathToFileURL(path).href };
  const names: string[] = [];
  if (text.includes('__filename')) names.push(`const __filename = ${JSON.stringify(place.filename)};`);
  if (text.includes('__dirname')) names.push(`const __dirname = ${JSON.stringify(place.dirname)};`);
  if (text.includes('import.meta')) names.push(`const ${importMetaName} = ${JSON.stringify(place)};`);
  return names.join('');
}

function loaderFor(path: string): Loader {
  if (path.endsWith('.tsx')) return 'tsx';
  if (/\.[cm]?ts$/.test(path)) return 'ts';
  return path.endsWith('.jsx') ? 'jsx' : 'js';
}
