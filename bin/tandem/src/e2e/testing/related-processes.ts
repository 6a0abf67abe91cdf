import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface RelatedProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly commandLine: string;
}

/** Every process whose command line or environment mentions a folder. The dead whom nobody has reaped do not count. */
export async function processesMentioning(dir: string): Promise<readonly RelatedProcess[]> {
  if (process.platform !== 'linux') return fromPs(dir);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => fromProc(pid, dir)));
  return found.filter((one) => one !== undefined);
}

/**
 * Those of a folder whose command line has these words. A child that has been forked but not yet become another
 * program looks like its parent; it is not meant.
 */
export async function processesRunning(dir: string, words: string): Promise<readonly RelatedProcess[]> {
  const found = (await processesMentioning(dir)).filter(({ commandLine }) => commandLine.includes(words));
  const pids = new Set(found.map(({ pid }) => pid));
  return found.filter(({ parentPid }) => !pids.has(parentPid));
}

/** Kills at once; says whether there was still something to kill. */
export function killNow({ pid }: RelatedProcess): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // gone meanwhile
  }
}

/** The end of a process that is not our child has no event: look until all are gone, or give up and name them. */
export async function untilNoneMention(dir: string, withinMs = 20_000): Promise<void> {
  const endsAt = Date.now() + withinMs;
  for (;;) {
    const left = await processesMentioning(dir);
    if (left.length === 0) return;
    if (Date.now() > endsAt)
      throw new Error(`left over: ${left.map((one) => `${one.pid} ${one.commandLine}`).join('; ')}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function fromProc(pid: number, dir: string): Promise<RelatedProcess | undefined> {
  if (pid === process.pid) return undefined;
  try {
    const [environment, commandLine, status] = await Promise.all(
      ['environ', 'cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    if (!environment?.includes(dir) && !commandLine?.includes(dir)) return undefined;
    const parentPid = Number(/^PPid:\s*(\d+)/m.exec(status ?? '')?.[1]);
    return { pid, parentPid, commandLine: commandLine?.replaceAll('\0', ' ').trim() ?? '' };
  } catch {
    return undefined; // gone meanwhile, or somebody else's
  }
}

async function fromPs(dir: string): Promise<readonly RelatedProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['eww', '-axo', 'pid=,ppid=,command=']);
  return stdout.split('\n').flatMap((text) => {
    const [, pid, parentPid, commandLine] = /^\s*(\d+)\s+(\d+) (.*)$/.exec(text) ?? [];
    return commandLine?.includes(dir) && Number(pid) !== process.pid
      ? [{ pid: Number(pid), parentPid: Number(parentPid), commandLine }]
      : [];
  });
}
