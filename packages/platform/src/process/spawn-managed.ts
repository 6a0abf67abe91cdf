import { createFamily } from './family.js';
import type { ManagedProcess, ProcessExit, SpawnOptions } from './managed-process.js';
import { OutputTail } from './output-tail.js';
import { drained, type ProcessHost, startChild } from './start-child.js';

const defaultStderrTailBytes = 64 * 1024;

export async function spawnManaged(
  host: ProcessHost,
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ManagedProcess> {
  const family = options.endsWithFamily ? createFamily(host.os, options.env) : undefined;
  const child = await startChild(host, command, args, { ...options, env: family?.env ?? options.env });
  const tail = new OutputTail(options.stderrTailBytes ?? defaultStderrTailBytes, options.onStderrLine);
  child.stderr.on('data', (chunk: Buffer) => tail.push(chunk));
  if (options.stdin === 'empty') child.stdin.end();

  const exited = child.exited.then(async (exit): Promise<ProcessExit> => {
    await Promise.all([family?.killRest(), drained(child.stderr)]);
    tail.end();
    return exit;
  });
  const kill: ManagedProcess['kill'] = (killOptions) => {
    child.requestEnd(killOptions);
    return exited;
  };
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderrTail: () => tail.text(),
    exited,
    kill,
    [Symbol.asyncDispose]: async () => void (await kill()),
  };
}
