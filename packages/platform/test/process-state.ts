import { readFileSync } from 'node:fs';

/** True while the process runs; a zombie that nobody has reaped yet does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The end of a process that is not our child has no event: look until it is gone, or the test's deadline passes. */
export async function untilGone(pid: number, withinMs = 20_000): Promise<void> {
  const endsAt = Date.now() + withinMs;
  while (isRunning(pid)) {
    if (Date.now() > endsAt) throw new Error(`process ${pid} still runs after ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
