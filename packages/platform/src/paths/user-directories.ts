import { type Environment, environmentVariable } from '../environment/environment.js';
import { pathsOf } from './paths-of.js';

/** Where a user's own files of one application belong. Nothing is created. */
export interface UserDirectories {
  readonly configDir: string;
  /** Kept between runs, of no use on another machine: logs, history. */
  readonly stateDir: string;
  /** May be deleted at any time. */
  readonly cacheDir: string;
  /** Port files and locks of what runs now; only this user may look inside, so make it with mode 0700. */
  readonly runtimeDir: string;
}

export function userDirectories(environment: Environment, application: string): UserDirectories {
  const { os, homeDir, tempDir, userId } = environment;
  const { join } = pathsOf(os);
  switch (os) {
    case 'linux': {
      const configured = (name: string, ...fallback: string[]) =>
        join(absoluteVariable(environment, name) ?? join(homeDir, ...fallback), application);
      const runtimeBase = absoluteVariable(environment, 'XDG_RUNTIME_DIR');
      return {
        configDir: configured('XDG_CONFIG_HOME', '.config'),
        stateDir: configured('XDG_STATE_HOME', '.local', 'state'),
        cacheDir: configured('XDG_CACHE_HOME', '.cache'),
        // The shared temporary folder belongs to everybody, so the user is part of the name.
        runtimeDir:
          runtimeBase === undefined
            ? join(tempDir, `${application}-${userId ?? 'user'}`)
            : join(runtimeBase, application),
      };
    }
    case 'darwin': {
      const support = join(homeDir, 'Library', 'Application Support', application);
      return {
        configDir: support,
        stateDir: join(support, 'State'),
        cacheDir: join(homeDir, 'Library', 'Caches', application),
        runtimeDir: join(tempDir, `${application}-${userId ?? 'user'}`),
      };
    }
    case 'win32': {
      const local = join(
        absoluteVariable(environment, 'LOCALAPPDATA') ?? join(homeDir, 'AppData', 'Local'),
        application,
      );
      const roaming = absoluteVariable(environment, 'APPDATA') ?? join(homeDir, 'AppData', 'Roaming');
      return {
        configDir: join(roaming, application),
        stateDir: join(local, 'State'),
        cacheDir: join(local, 'Cache'),
        runtimeDir: join(local, 'Runtime'),
      };
    }
  }
}

/** The XDG rules say to ignore a relative path. */
function absoluteVariable(environment: Environment, name: string): string | undefined {
  const value = environmentVariable(environment, name);
  return value !== undefined && pathsOf(environment.os).isAbsolute(value) ? value : undefined;
}
