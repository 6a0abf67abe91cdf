import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface RelatedProcess {
  readonly pid: number;
  readonly commandLine: string;
}

/** Every process whose command line or environment mentions a folder. The dead whom nobody has reaped do not count. */
export async function processesMentioning(dir: string): Promise<readonly RelatedProcess[]> {
  if (process.platform !== 'linux') return fromPs(dir);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => fromProc(pid, dir)));
  return found.filter((one) => one !== undefined);
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
    const [environment, commandLine] = await Promise.all([
      readFile(`/proc/${pid}/environ`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    const isRelated = environment.includes(dir) || commandLine.includes(dir);
    return isRelated ? { pid, commandLine: commandLine.replaceAll('\0', ' ').trim() } : undefined;
  } catch {
    return undefined; // gone meanwhile, or somebody else's
  }
}

async function fromPs(dir: string): Promise<readonly RelatedProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['eww', '-axo', 'pid=,command=']);
  return stdout.split('\n').flatMap((text) => {
    const [, pid, commandLine] = /^\s*(\d+) (.*)$/.exec(text) ?? [];
    return commandLine?.includes(dir) && Number(pid) !== process.pid
      ? [{ pid: Number(pid), commandLine }]
      : [];
  });
}
