import type { Readable } from 'node:stream';
import type { CommandOptions, ProcessExit } from './managed-process.js';
import { drained, type ProcessHost, startChild } from './start-child.js';

export interface RunOptions extends CommandOptions {
  /** What the command reads; without it the input is empty. */
  readonly stdin?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Limit for stdout and stderr together; a command that writes more is killed. */
  readonly maxOutputBytes?: number;
  readonly graceMs?: number;
  /** Ends the command and all it started; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface CommandResult extends ProcessExit {
  /** Why it ended: by itself, or because we ended it. */
  readonly kind: 'exited' | 'timed-out' | 'output-too-large';
  readonly stdout: string;
  readonly stderr: string;
}

const defaultMaxOutputBytes = 64 * 1024 * 1024;

export async function runCommand(
  host: ProcessHost,
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<CommandResult> {
  const { signal, graceMs, timeoutMs } = options;
  signal?.throwIfAborted();
  const child = await startChild(host, command, args, options);
  let kind: CommandResult['kind'] = 'exited';
  const stop = (reason?: CommandResult['kind']) => {
    if (reason !== undefined && kind === 'exited') kind = reason;
    child.requestEnd(graceMs === undefined ? {} : { graceMs });
  };

  const budget = { remainingBytes: options.maxOutputBytes ?? defaultMaxOutputBytes };
  const tooMuch = () => stop('output-too-large');
  const stdout = capture(child.stdout, budget, tooMuch);
  const stderr = capture(child.stderr, budget, tooMuch);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop('timed-out'), timeoutMs);
  const onAbort = () => stop();
  signal?.addEventListener('abort', onAbort, { once: true });
  // The signal may have fired while the child was starting.
  if (signal?.aborted) stop();
  child.stdin.end(options.stdin);

  const exit = await child.exited;
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  await Promise.all([drained(child.stdout), drained(child.stderr)]);
  signal?.throwIfAborted();
  return { kind, ...exit, stdout: stdout.text(), stderr: stderr.text() };
}

function capture(
  stream: Readable,
  budget: { remainingBytes: number },
  tooMuch: () => void,
): { text(): string } {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    if (chunk.length > budget.remainingBytes) tooMuch();
    const kept = chunk.subarray(0, budget.remainingBytes);
    budget.remainingBytes -= kept.length;
    if (kept.length > 0) chunks.push(kept);
  });
  return { text: () => Buffer.concat(chunks).toString('utf8') };
}
