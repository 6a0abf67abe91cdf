import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { temporaryDirectory } from './temporary-directory.js';

const sourceDir = join(import.meta.dirname, '..', 'src');

/** Turns TypeScript that imports `./index.js` into one file that plain Node runs: a real process with our real code in it. */
export async function buildProgram(source: string): Promise<string> {
  const result = await build({
    stdin: { contents: source, loader: 'ts', resolveDir: sourceDir, sourcefile: 'program.ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
  });
  const programPath = join(await temporaryDirectory(), 'program.mjs');
  await writeFile(programPath, result.outputFiles[0]?.contents ?? '');
  return programPath;
}
