import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { currentOperatingSystem, type OperatingSystem } from '../operating-system.js';
import { processExists } from './process-exists.js';

/** Names one run of one process for ever: the number alone is soon given to another. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As the system reports it, in its own unit; `null` where it would not tell. */
  readonly startedAt: string | null;
  /** Where the number is valid. */
  readonly realm: ProcessRealm;
}

export interface ProcessRealm {
  readonly machine: string;
  readonly boot: string;
  readonly pidNamespace: string;
}

/** `unknowable`: it runs, or ran, where our process numbers mean nothing: another machine, another container. */
export type Liveness = 'alive' | 'dead' | 'unknowable';

export async function ownIdentity(os: OperatingSystem = currentOperatingSystem()): Promise<ProcessIdentity> {
  const startedAt = await processStartTime(process.pid, os);
  return { pid: process.pid, startedAt: startedAt ?? null, realm: await ownRealm(os) };
}

/** Death is final: once this says `dead`, it is so for ever. In doubt a process is alive. */
export async function livenessOf(
  identity: ProcessIdentity,
  realm: ProcessRealm,
  os: OperatingSystem = currentOperatingSystem(),
): Promise<Liveness> {
  if (identity.realm.machine !== realm.machine) return 'unknowable';
  if (identity.realm.boot !== realm.boot) return 'dead';
  if (identity.realm.pidNamespace !== realm.pidNamespace) return 'unknowable';
  if (!processExists(identity.pid)) return 'dead';
  const startedAt = await processStartTime(identity.pid, os);
  if (startedAt === 'ended') return 'dead';
  if (startedAt === undefined || identity.startedAt === null)
    return processExists(identity.pid) ? 'alive' : 'dead';
  return startedAt === identity.startedAt ? 'alive' : 'dead';
}

/**
 * Linux numbers its containers' processes apart and has an id for each boot. The other systems get one realm:
 * their start times are points in calendar time, which no later boot repeats.
 */
export async function ownRealm(os: OperatingSystem): Promise<ProcessRealm> {
  if (os !== 'linux') return { machine: os, boot: '', pidNamespace: '' };
  const [machine, boot, pidNamespace] = await Promise.all([
    readFile('/etc/machine-id', 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  // An image may have baked its machine id into many containers; the host name tells most of those apart.
  return { machine: `${machine.trim()}@${hostname()}`, boot: boot.trim(), pidNamespace };
}

const run = promisify(execFile);

/** `ended` for a process that waits to be reaped, `undefined` when the system does not tell. */
async function processStartTime(pid: number, os: OperatingSystem): Promise<string | undefined> {
  try {
    switch (os) {
      case 'linux':
        return parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
      case 'darwin': {
        const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
        return parsePsLine((await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env })).stdout);
      }
      case 'win32': {
        const query = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
        const args = ['-NoProfile', '-NonInteractive', '-Command', query];
        return (await run('powershell.exe', args, { windowsHide: true })).stdout.trim() || undefined;
      }
    }
  } catch {
    // The process ended meanwhile, or the tool is missing: the caller falls back to the number alone.
    return undefined;
  }
}

/** The command's name may hold spaces and parentheses, so fields are counted from the last one. */
export function parseProcStat(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? 'ended' : fields[19];
}

export function parsePsLine(line: string): string | undefined {
  const [, state, startedAt] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(line) ?? [];
  return state?.startsWith('Z') ? 'ended' : startedAt;
}
