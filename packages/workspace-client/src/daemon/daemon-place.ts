import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Environment, systemErrorCode, userDirectories } from '@tandem/platform';
import { WorkspaceClientError } from '../workspace-client-error.js';

/** The files through which the daemon of one workspace and its clients find each other. */
export interface DaemonPlace {
  /** Holds all of them, and whatever else the daemon keeps. */
  readonly dir: string;
  /** Decimal digits; there while a daemon listens. */
  readonly portFile: string;
  /** Held by a daemon as long as it is the shared one. */
  readonly daemonLockFile: string;
  /** Held by a client while it starts a daemon. */
  readonly startLockFile: string;
  /** What a daemon that a client started printed before it had a log. */
  readonly startupOutputFile: string;
  readonly logFile: string;
}

export function workspacePlace(workspaceRoot: string): DaemonPlace {
  return placeIn(join(workspaceRoot, '.venvs', 'dev_workspace'));
}

/** For a workspace that cannot be written to. */
export function userPlace(workspaceRoot: string, environment: Environment): DaemonPlace {
  const key = createHash('sha256').update(workspaceRoot).digest('hex').slice(0, 24);
  return placeIn(join(userDirectories(environment, 'tandem').runtimeDir, 'workspaces', key));
}

/** Makes the folders of the place that the workspace's daemon and its clients use: inside the workspace if possible. */
export async function prepareDaemonPlace(
  workspaceRoot: string,
  environment: Environment,
): Promise<DaemonPlace> {
  return (await prepareInWorkspace(workspaceRoot)) ?? (await prepareWithUser(workspaceRoot, environment));
}

async function prepareInWorkspace(workspaceRoot: string): Promise<DaemonPlace | undefined> {
  const place = workspacePlace(workspaceRoot);
  try {
    await makeVenvsFolder(join(workspaceRoot, '.venvs'));
    await makeFolders(place);
    return (await leadsElsewhere(place)) ? undefined : place;
  } catch (error) {
    // Whatever the system says against it (no permission, read-only, full, not a folder): there is another place.
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

async function prepareWithUser(workspaceRoot: string, environment: Environment): Promise<DaemonPlace> {
  const place = userPlace(workspaceRoot, environment);
  try {
    await makePrivateFolder(userDirectories(environment, 'tandem').runtimeDir, environment);
    await makeFolders(place);
    return place;
  } catch (cause) {
    if (cause instanceof WorkspaceClientError) throw cause;
    const message = `The Workspace Manager of ${workspaceRoot} has no place for its files: neither the workspace nor ${place.dir} can be written to.`;
    throw new WorkspaceClientError('place-unusable', message, { cause });
  }
}

function placeIn(dir: string): DaemonPlace {
  const cacheDir = join(dir, 'cache', 'finecode');
  return {
    dir,
    portFile: join(cacheDir, 'wm_port'),
    daemonLockFile: join(cacheDir, 'tandem_daemon.lock'),
    startLockFile: join(cacheDir, 'tandem_start.lock'),
    startupOutputFile: join(cacheDir, 'wm_startup_stderr.log'),
    logFile: join(dir, 'logs', 'wm_server', 'wm_server.log'),
  };
}

async function makeFolders(place: DaemonPlace): Promise<void> {
  await mkdir(dirname(place.portFile), { recursive: true });
  await mkdir(dirname(place.logFile), { recursive: true });
}

/** A repository may bring links along, in the place of files that we write: to any file of the user who opens it. */
async function leadsElsewhere(place: DaemonPlace): Promise<boolean> {
  const { dir: _dir, ...files } = place;
  const kinds = await Promise.all(
    Object.values(files).map((filePath) => lstat(filePath).catch(() => undefined)),
  );
  return kinds.some((kind) => kind?.isSymbolicLink() === true);
}

/** Git never shows what we put there. A folder that somebody else made, and filled, is theirs to ignore or not. */
async function makeVenvsFolder(dir: string): Promise<void> {
  // Not with its parents: a workspace that does not exist must not come into being by a spelling mistake.
  await mkdir(dir).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  });
  if ((await readdir(dir)).length > 0) return;
  await writeFile(join(dir, '.gitignore'), '*\n');
}

/** In a temporary folder that all users share, somebody else may have made it first, to listen in. */
async function makePrivateFolder(dir: string, { userId, os }: Environment): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (os === 'win32') return;
  const found = await lstat(dir);
  const isPrivate = found.isDirectory() && found.uid === userId && (found.mode & 0o077) === 0;
  if (isPrivate) return;
  throw new WorkspaceClientError(
    'place-unusable',
    `${dir} is not a folder that only you can use. Remove it, or make it yours with mode 700.`,
  );
}
