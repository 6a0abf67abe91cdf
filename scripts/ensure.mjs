// Makes a checkout ready to run: installs and builds when something changed since the last time, else does nothing.
// Uses only what Node itself brings, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const installStamp = path.join(root, 'node_modules', '.tandem-installed');
const buildStamp = path.join(root, 'dist', '.built');
/** Everything whose change asks for a new build; the shell launcher `tandem` looks at the same list. */
const buildInputs = ['packages', 'surfaces', 'bin', 'conformance', 'scripts/build.mjs', 'package.json'];

export async function ensureReady() {
  if (isInstalled() && isBuilt()) return;
  await withLock(async () => {
    if (!isInstalled()) install();
    if (!isBuilt()) await build();
  });
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  if (!existsSync(installStamp) || readFileSync(installStamp, 'utf8') !== lockHash()) return false;
  // The shell launcher compares times, not hashes: let it know that a rewritten but equal lock file was seen.
  if (statSync(installStamp).mtimeMs < statSync(path.join(root, 'package-lock.json')).mtimeMs)
    touch(installStamp, new Date());
  return true;
}

function install() {
  progress('installing dependencies…');
  // `npm ci` insists on optional binaries of other platforms, which a registry mirror may lack.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(npm, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    fail(`npm install failed${error ? `: ${error.message}` : ''}. Fix what it says above and run again.`);
  writeFileSync(installStamp, lockHash());
}

function isBuilt() {
  const built = statSync(buildStamp, { throwIfNoEntry: false });
  if (built === undefined) return false;
  return !buildInputs.some((input) => isNewer(path.join(root, input), built.mtimeMs));
}

function isNewer(entry, timeMs) {
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  if (stats.mtimeMs > timeMs) return true; // of a folder: something in it was added, renamed or removed
  if (!stats.isDirectory()) return false;
  return readdirSync(entry)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .some((name) => isNewer(path.join(entry, name), timeMs));
}

async function build() {
  progress('building…');
  const startedAt = new Date();
  const { buildAll } = await import('./build.mjs');
  await buildAll(root);
  // A source saved while the build ran must look newer than the stamp, so the stamp tells when it began.
  writeFileSync(buildStamp, '');
  touch(buildStamp, startedAt);
}

function touch(filePath, time) {
  utimesSync(filePath, time, time);
}

/** One installer at a time; a lock whose owner is dead is taken over. */
async function withLock(work) {
  const lockDir = path.join(root, 'node_modules', '.tandem-lock');
  mkdirSync(path.dirname(lockDir), { recursive: true });
  while (!tryLock(lockDir)) await new Promise((resolve) => setTimeout(resolve, 100));
  try {
    await work();
  } finally {
    rmSync(lockDir, { recursive: true, force: true });
  }
}

function tryLock(lockDir) {
  const ownerFile = path.join(lockDir, 'pid');
  try {
    mkdirSync(lockDir);
    writeFileSync(ownerFile, String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const owner = existsSync(ownerFile) ? Number(readFileSync(ownerFile, 'utf8')) : 0;
  if (owner > 0 && !isAlive(owner)) rmSync(lockDir, { recursive: true, force: true });
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function progress(text) {
  process.stderr.write(`tandem: ${text}\n`);
}

function fail(text) {
  process.stderr.write(`tandem: ${text}\n`);
  process.exit(1);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await ensureReady();
