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

/** Makes the folders of the place that the workspace's daemon and its clients use, inside it if possible. */
export async function prepareDaemonPlace(
  workspaceRoot: string,
  environment: Environment,
): Promise<DaemonPlace> {
  const inWorkspace = workspacePlace(workspaceRoot);
  try {
    await makeVenvsFolder(join(workspaceRoot, '.venvs'));
    await makeFolders(inWorkspace);
    return inWorkspace;
  } catch (error) {
    if (!unwritable.has(systemErrorCode(error) ?? '')) throw cannotPrepare(workspaceRoot, error);
  }
  const ofUser = userPlace(workspaceRoot, environment);
  try {
    await makePrivateFolder(userDirectories(environment, 'tandem').runtimeDir, environment);
    await makeFolders(ofUser);
    return ofUser;
  } catch (error) {
    throw error instanceof WorkspaceClientError ? error : cannotPrepare(workspaceRoot, error);
  }
}

const unwritable: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

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

function cannotPrepare(workspaceRoot: string, cause: unknown): WorkspaceClientError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WorkspaceClientError(
    'place-unusable',
    `The Workspace Manager of ${workspaceRoot} has no place for its files: ${reason}`,
    { cause },
  );
}
