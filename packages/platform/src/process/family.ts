import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { EnvironmentVariables } from '../environment/environment.js';
import type { OperatingSystem } from '../operating-system.js';

/**
 * Marks a child and, since environments are inherited, whatever it starts in groups of its own. A child that is killed
 * cannot clean up; its family is then found by this mark.
 */
const variable = 'TANDEM_FAMILY';

export interface Family {
  /** The child's environment, marked. Families nest: a member of an inner one is a member of the outer one too. */
  readonly env: EnvironmentVariables;
  /** Kills all that is left of the family, also what they start meanwhile. */
  killRest(): Promise<void>;
}

export function createFamily(os: OperatingSystem, env: EnvironmentVariables): Family {
  const id = randomUUID();
  const outer = env[variable];
  return {
    env: { ...env, [variable]: outer === undefined ? id : `${outer}:${id}` },
    async killRest() {
      // Elsewhere no process may look into the environment of another; groups and parent ids are all there is.
      if (os !== 'linux') return;
      // One pass would miss what is started during it. A process that cannot die must not keep us here for ever.
      for (let pass = 0; pass < 20 && (await killMembers(id)) > 0; pass += 1);
    },
  };
}

async function killMembers(id: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await isMember(pid, id)) ? [pid] : [])));
  return found.flat().filter((pid) => kill(pid)).length;
}

async function isMember(pid: number, id: string): Promise<boolean> {
  if (pid === process.pid) return false;
  try {
    return (await readFile(`/proc/${pid}/environ`)).includes(id);
  } catch {
    return false; // gone meanwhile, or somebody else's; a zombie has an empty environment
  }
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false; // gone meanwhile
  }
}
