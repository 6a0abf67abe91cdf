import { join } from 'node:path';
import type { BuildOptions, Message } from 'esbuild';
import type { LoadPlace } from '../core/extension-loader.js';
import { extensionBoundary, importMetaName } from './extension-boundary.js';
import { InputFiles } from './input-files.js';

export interface Bundle {
  /** CommonJS text that exports, by specifier, a function that loads the module. */
  readonly code: string;
  /** Why modules are not in it, by specifier. */
  readonly failures: ReadonlyMap<string, string>;
  /** What it was made of, and what its failures were missing. */
  readonly inputs: InputFiles;
}

/** Puts modules and the extension code they import into one text, so that they share every module. */
export async function bundleModules(specifiers: readonly string[], place: LoadPlace): Promise<Bundle> {
  const inputs = new InputFiles();
  const together = await build(specifiers, place, inputs);
  if (together.kind === 'built') return { code: together.code, failures: new Map(), inputs };

  // One broken file must not take the others along: find out which modules fail when alone.
  const failures = new Map<string, string>();
  const alone = await Promise.all(specifiers.map((specifier) => build([specifier], place, inputs)));
  for (const [index, specifier] of specifiers.entries()) {
    const attempt = alone[index];
    if (attempt?.kind === 'failed') failures.set(specifier, attempt.message);
  }
  if (failures.size === 0) throw new Error(together.message);
  const sound = await build(
    specifiers.filter((specifier) => !failures.has(specifier)),
    place,
    inputs,
  );
  if (sound.kind === 'failed') throw new Error(sound.message);
  return { code: sound.code, failures, inputs };
}

type Attempt =
  | { readonly kind: 'built'; readonly code: string }
  | { readonly kind: 'failed'; readonly message: string };

async function build(specifiers: readonly string[], place: LoadPlace, inputs: InputFiles): Promise<Attempt> {
  const esbuild = await import('esbuild');
  try {
    const { outputFiles } = await esbuild.build(buildOptions(specifiers, place, inputs));
    return { kind: 'built', code: outputFiles[0]?.text ?? '' };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return {
      kind: 'failed',
      message: error.errors.map((problem) => describeProblem(problem, place)).join('\n'),
    };
  }
}

function buildOptions(
  specifiers: readonly string[],
  { projectDir, nodeModulesDirs }: LoadPlace,
  inputs: InputFiles,
) {
  const entries = specifiers.map((specifier) => {
    const quoted = JSON.stringify(specifier);
    return `${quoted}: () => import(${quoted})`;
  });
  return {
    stdin: { contents: `module.exports = {${entries.join(',\n')}};`, resolveDir: projectDir, loader: 'js' },
    absWorkingDir: projectDir,
    outfile: join(projectDir, 'extensions.cjs'),
    nodePaths: [...nodeModulesDirs],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Imports that stay must go through the `require` we hand out, also those made at run time.
    supported: { 'dynamic-import': false },
    define: { 'import.meta': importMetaName },
    sourcemap: 'inline',
    sourcesContent: false,
    keepNames: true,
    logLevel: 'silent',
    plugins: [extensionBoundary(nodeModulesDirs, inputs)],
  } satisfies BuildOptions;
}

function isBuildFailure(error: unknown): error is { readonly errors: readonly Message[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function describeProblem({ text, location }: Message, { projectDir }: LoadPlace): string {
  if (location === null) return text;
  if (location.file === '<stdin>') return `${text} (looked up from ${projectDir})`;
  const filePath = join(projectDir, location.file);
  return `${filePath}:${location.line}:${location.column + 1}: ${text}`;
}
