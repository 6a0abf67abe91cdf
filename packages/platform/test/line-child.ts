import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface LineChild {
  readonly process: ChildProcessWithoutNullStreams;
  readonly pid: number;
  /** The next line of its output; rejects when the child ends without one. */
  nextLine(): Promise<string>;
}

export interface LineChildOptions {
  readonly args?: readonly string[];
  readonly onLine?: (line: string) => void;
  /** As a user without rights, when we are root and can choose. */
  readonly asNobody?: true;
  /** For a child whose complaints are part of the plan. */
  readonly stderr?: 'ignore';
}

/** Starts a test program without our own process code, so that a test of that code stands on something else. */
export async function startLineChild(
  programPath: string,
  options: LineChildOptions = {},
): Promise<LineChild> {
  const { NODE_EXTRA_CA_CERTS: _slowsStartDown, ...env } = process.env;
  // The child gives up its rights itself: a user without any may not even be allowed to start this Node.
  const prelude = options.asNobody && isRoot() ? ['--import', `data:text/javascript,${dropRights}`] : [];
  const child = spawn(process.execPath, [...prelude, programPath, ...(options.args ?? [])], { env });
  child.stdin.on('error', () => undefined);
  if (options.stderr === 'ignore') child.stderr.resume();
  else child.stderr.pipe(process.stderr);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const output = createInterface(child.stdout);
  if (options.onLine !== undefined) output.on('line', options.onLine);
  const lines = output[Symbol.asyncIterator]();
  return {
    process: child,
    pid: child.pid ?? 0,
    async nextLine() {
      const { done, value } = await lines.next();
      if (done === true)
        throw new Error(`the child ended (${child.exitCode ?? child.signalCode}) instead of writing a line`);
      return value;
    },
  };
}

export const nobody = 65_534;
const dropRights = `process.setgroups([]);process.setgid(${nobody});process.setuid(${nobody})`;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
