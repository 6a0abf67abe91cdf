import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tandem-author-'));
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'preserve',
    target: 'es2023',
    allowImportingTsExtensions: true,
    types: [],
    paths: { 'tandem/extension-api': [join(repository, 'packages/extension-api/src/index.ts')] },
  };
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function compile(): Promise<string> {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', dir]);
    return 'compiles';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

test('the example compiles under the strictest settings', async () => {
  await cp(join(repository, 'examples/hello'), dir, { recursive: true });
  expect(await compile()).toBe('compiles');
});

test('every step of the guide compiles under the strictest settings', async () => {
  const guide = await readFile(join(repository, 'docs/guides/write-an-extension.md'), 'utf8');
  for (const [, file = '', text = ''] of guide.matchAll(/^```ts file=(\S+)\n([\s\S]*?)^```$/gm)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
    expect(await compile()).toBe('compiles');
  }
});

test('a mistake does not compile', async () => {
  await cp(join(repository, 'examples/hello'), dir, { recursive: true });
  const handlerPath = join(dir, 'handlers/greet.ts');
  const handler = await readFile(handlerPath, 'utf8');
  await writeFile(handlerPath, handler.replace('greetings: [', 'greetings: [1, '));
  expect(await compile()).toMatch(/handlers\/greet\.ts.*error TS2322/);
});
