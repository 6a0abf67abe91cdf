import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

const sources = {
  /** A Workspace Manager in the foreground, with the demo's runners. */
  daemon: `
    import { parseArgs } from 'node:util';
    import { createFileLocks, createSystemClock, readEnvironment } from '@tandem/platform';
    import { wmServerMain } from './main.js';
    import { DemoRunners } from './testing/demo-runners.js';
    import { openDemoWorkspace } from './testing/demo-workspace.js';
    const { values } = parseArgs({ options: {
      workdir: { type: 'string' }, 'port-file': { type: 'string' }, 'disconnect-timeout': { type: 'string' },
    } });
    const seconds = values['disconnect-timeout'];
    wmServerMain(
      {
        workdir: values.workdir,
        portFile: values['port-file'],
        ...(seconds !== undefined && { disconnectTimeoutSec: Number(seconds) }),
      },
      {
        version: '0.0.0-test',
        environment: readEnvironment(),
        clock: createSystemClock(),
        locks: createFileLocks(),
        openWorkspace: ({ log }) => openDemoWorkspace(new DemoRunners(), { log }),
        say: (line) => process.stderr.write(line + '\\n'),
      },
    ).then((code) => process.exit(code));
  `,
  /** A client that finds or starts the daemon, tells its process id, and leaves when its input ends. */
  client: `
    import { createFileLocks, createProcesses, createSystemClock, readEnvironment } from '@tandem/platform';
    import { connectToDaemon } from '@tandem/workspace-client';
    const [workspaceRoot, daemonPath] = process.argv.slice(2);
    const connection = await connectToDaemon({
      workspaceRoot,
      client: { clientId: 'cli' },
      startCommand: { command: process.execPath, args: [daemonPath, '--workdir', workspaceRoot, '--disconnect-timeout', '0'] },
      ports: { environment: readEnvironment(), clock: createSystemClock(), locks: createFileLocks(), processes: createProcesses() },
      signal: new AbortController().signal,
    });
    console.log(JSON.stringify(await connection.request('server/getInfo', {})));
    process.stdin.resume().on('end', () => process.exit(0));
  `,
} as const;

export interface Programs extends AsyncDisposable {
  readonly daemon: string;
  readonly client: string;
}

/** Each as one file that plain Node runs: real processes with our real code in them. */
export async function buildPrograms(): Promise<Programs> {
  const dir = await mkdtemp(join(tmpdir(), 'tandem-wm-programs-'));
  // Also for a user without rights, whom a test may send.
  await chmod(dir, 0o755);
  const bundle = async (name: keyof typeof sources): Promise<string> => {
    const outfile = join(dir, `${name}.mjs`);
    await build({
      stdin: { contents: sources[name], loader: 'ts', resolveDir: join(import.meta.dirname, '..') },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outfile,
    });
    return outfile;
  };
  const [daemon, client] = await Promise.all([bundle('daemon'), bundle('client')]);
  return { daemon, client, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

export interface Child {
  readonly process: ChildProcess;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** The next line that it prints, on either stream. */
  nextLine(): Promise<string>;
  /** The next line that holds these words. */
  lineWith(words: string): Promise<string>;
  end(): void;
}

export interface ChildOptions {
  /** As a user without rights, when we are root and can choose. */
  readonly asNobody?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export const nobody = 65_534;
export const isRoot = process.getuid?.() === 0;
const dropRights = `process.setgroups([]);process.setgid(${nobody});process.setuid(${nobody})`;

export async function startChild(args: readonly string[], options: ChildOptions = {}): Promise<Child> {
  const prelude = options.asNobody && isRoot ? ['--import', `data:text/javascript,${dropRights}`] : [];
  const child = spawn(process.execPath, [...prelude, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.env },
  });
  child.stdin.on('error', () => undefined);
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  await once(child, 'spawn');
  const waiting: ((line: string) => void)[] = [];
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      const next = waiting.shift();
      if (next === undefined) lines.push(line);
      else next(line);
    });
  }
  const nextLine = async (): Promise<string> =>
    lines.shift() ?? (await new Promise((resolve) => void waiting.push(resolve)));
  return {
    process: child,
    exited,
    nextLine,
    async lineWith(words) {
      for (;;) {
        const line = await nextLine();
        if (line.includes(words)) return line;
      }
    },
    end: () => child.stdin.end(),
  };
}
