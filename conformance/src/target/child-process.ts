import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { ProcessExit } from './target.js';

const stderrTailBytes = 4096;

/** A shell command line running as a process group of its own. */
export interface ChildProcess extends AsyncDisposable {
  readonly stdin: ChildProcessWithoutNullStreams['stdin'];
  readonly stdout: ChildProcessWithoutNullStreams['stdout'];
  readonly exited: Promise<ProcessExit>;
  stderrTail(): string;
}

/** Starts `command` in the shell; disposing kills it with everything it started. */
export function startChildProcess(command: string): ChildProcess {
  const child = spawn(command, { shell: true, detached: process.platform !== 'win32', stdio: 'pipe' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrTailBytes);
  });
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('error', (error) => {
      stderr += error.message;
      resolve({ code: null, signal: null });
    });
    // `close` rather than `exit`: by then everything that the process wrote has been read.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    exited,
    stderrTail: () => stderr.trimEnd(),
    async [Symbol.asyncDispose]() {
      if (child.pid === undefined) return;
      killGroup(child.pid);
      // A process that left the group can hold the pipes open for ever; we are done with them.
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
      await exited;
    },
  };
}

function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** "exited with code 3", with the last of what it wrote to standard error. */
export function describeExit(exit: ProcessExit, stderrTail: string): string {
  const how = exit.signal === null ? `exited with code ${exit.code ?? 'unknown'}` : `was ended by ${exit.signal}`;
  return stderrTail === '' ? `${how} and wrote nothing to standard error` : `${how}; its standard error ends with:\n${stderrTail}`;
}
