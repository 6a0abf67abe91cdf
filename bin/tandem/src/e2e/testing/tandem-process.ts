import { spawn } from 'node:child_process';
import type { Outcome } from '../../testing/run-tandem.js';

export interface TandemProcess {
  readonly pid: number;
  /** Settles when the process has ended, however it did. */
  readonly outcome: Promise<Outcome & { readonly signal: NodeJS.Signals | null }>;
  interrupt(): void;
}

export interface TandemProcessOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The built executable. */
  readonly program: string;
  /** Runs it as this user. */
  readonly uid?: number | undefined;
  /** For a server: it ends when it is told to. */
  readonly mayRunForLong?: boolean;
}

/** A hang is a failure of the test, not of the whole suite. */
const deadlineMs = 150_000;

/** Starts the built executable as a shell would. */
export function startTandem(args: readonly string[], options: TandemProcessOptions): TandemProcess {
  const { cwd, env, program, uid, mayRunForLong = false } = options;
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const outcome = new Promise<Awaited<TandemProcess['outcome']>>((resolve, reject) => {
    const giveUp = () => {
      child.kill('SIGKILL');
      reject(new Error(`tandem ${args.join(' ')} did not end within ${deadlineMs} ms\n${stdout}\n${stderr}`));
    };
    const timer = mayRunForLong ? undefined : setTimeout(giveUp, deadlineMs);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, signal, stdout, stderr });
    });
  });
  return { pid: child.pid ?? -1, outcome, interrupt: () => void child.kill('SIGINT') };
}
