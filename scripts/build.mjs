// Bundles the executable. One CommonJS file per command: a command pays at start-up only for what it uses,
// and CommonJS starts faster than ES modules.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export async function buildAll(root) {
  const source = path.join(root, 'bin', 'tandem', 'src');
  const commands = readdirSync(path.join(source, 'commands')).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const result = await build({
    entryPoints: {
      tandem: path.join(source, 'launcher.ts'),
      program: path.join(source, 'program.ts'),
      ...Object.fromEntries(
        commands.map((name) => [
          `commands/${path.basename(name, '.ts')}`,
          path.join(source, 'commands', name),
        ]),
      ),
    },
    outdir: path.join(root, 'dist'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    // `import()` of CommonJS would start the ES module loader; `require` does not.
    supported: { 'dynamic-import': false },
    minify: true,
    keepNames: true,
    legalComments: 'none',
    sourcemap: false,
    define: { TANDEM_VERSION: JSON.stringify(version), 'import.meta.dirname': '__dirname' },
    external: ['esbuild'],
    plugins: [separateEntryPoints(source)],
    logLevel: 'warning',
    write: false,
    absWorkingDir: root,
  });
  const api = await build({
    entryPoints: { 'extension-api': path.join(root, 'packages', 'extension-api', 'src', 'index.ts') },
    outdir: path.join(root, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: ['zod'],
    logLevel: 'warning',
    write: false,
    absWorkingDir: root,
  });
  publish([...result.outputFiles, ...api.outputFiles], path.join(root, 'dist'));
}

/** The types that an extension author's editor reads; only a package needs them, a checkout does not. */
function writeTypes(root) {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(
    process.execPath,
    [tsc, '-p', path.join(root, 'packages', 'extension-api', 'tsconfig.types.json')],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  );
  if (status !== 0) throw new Error('the types of the extension API do not compile');
}

/** Imports of one entry point by another stay imports, so that nothing is bundled twice or loaded early. */
function separateEntryPoints(source) {
  return {
    name: 'separate-entry-points',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path: specifier, resolveDir, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const target = path.relative(source, path.resolve(resolveDir, specifier)).split(path.sep).join('/');
        const isEntry = target === 'program.js' || /^commands\/[a-z-]+\.js$/.test(target);
        return isEntry ? { path: `./${target.replace(/\.js$/, '.cjs')}`, external: true } : undefined;
      });
    },
  };
}

/** Each file is replaced in one step: a command that starts during a build finds the old or the new one, whole. */
function publish(files, outDir) {
  const written = new Set();
  for (const file of files) {
    mkdirSync(path.dirname(file.path), { recursive: true });
    const temporary = `${file.path}.${process.pid}`;
    const isExecutable = path.basename(file.path) === 'tandem.cjs';
    writeFileSync(temporary, file.contents, { mode: isExecutable ? 0o755 : 0o644 });
    renameSync(temporary, file.path);
    written.add(file.path);
  }
  for (const name of readdirSync(outDir, { recursive: true })) {
    const filePath = path.join(outDir, String(name));
    if (/\.[cm]js$/.test(filePath) && !written.has(filePath)) rmSync(filePath);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  await buildAll(root);
  if (process.argv.includes('--types')) writeTypes(root);
}
