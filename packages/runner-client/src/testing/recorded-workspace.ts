import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createFileSystem,
  createLog,
  createMemorySink,
  createSystemClock,
  readEnvironment,
} from '@tandem/platform';
import {
  type ClientSession,
  createWorkspace,
  noRunLog,
  type RunLimits,
  type RunRequest,
  type Workspace,
} from '@tandem/workspace';
import { onTestFinished } from 'vitest';
import { createTestLauncher, never, temporaryDirectory } from './launch.js';

const fixture = fileURLToPath(new URL('../fixtures/recording-runner.mjs', import.meta.url));

export const cli: ClientSession = { kind: 'cli', label: 'test' };

/** What every runner of a test does. */
export interface RunnerScript {
  /** By source as configured; the default is an action that every runner can import, under the name it is configured by. */
  readonly actions?: Readonly<
    Record<
      string,
      {
        readonly canonicalSource?: string;
        readonly runsConcurrently?: boolean;
        readonly importableIn?: readonly string[];
      }
    >
  >;
  /** Canonical sources by alias. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** By name: a handler says its name, and may do more before. */
  readonly handlers?: Readonly<Record<string, ScriptedHandler>>;
}

export interface ScriptedHandler {
  readonly stops?: true;
  /** Until it is cancelled. */
  readonly holds?: true;
  /** Waits until so many handlers are at work at once. */
  readonly meets?: number;
  /** Puts the answer into its result. */
  readonly asks?: { readonly method: string; readonly params: object };
}

export type Recorded = { readonly project: string; readonly env: string } & (
  | { readonly kind: 'spawn'; readonly argv: readonly string[] }
  | {
      readonly kind: 'message';
      readonly method: string;
      readonly id?: number | string;
      readonly params: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'answer'; readonly method: string; readonly result: unknown }
  /** The answer of the Workspace Manager to a question during `finecodeRunner/updateConfig`. */
  | { readonly kind: 'got'; readonly result: unknown }
);

export interface RecordedWorkspace {
  readonly workspace: Workspace;
  readonly dir: string;
  record(): Promise<readonly Recorded[]>;
  /** What runners were sent, by method. */
  sent(...methods: readonly string[]): Promise<readonly Extract<Recorded, { kind: 'message' }>[]>;
  run(actionSource: string, project: string, options?: RunOptions): ReturnType<Workspace['run']>;
}

interface RunOptions {
  readonly session?: ClientSession;
  readonly request?: Partial<RunRequest>;
  readonly signal?: AbortSignal;
}

/**
 * A real workspace over runners in processes of their own that write down all that they are sent. Projects are folders
 * with actions, each with handlers and their environments: `{ a: ['lint: h1@dev h2@other'] }`.
 */
export async function openRecordedWorkspace(
  projects: Readonly<Record<string, readonly string[]>>,
  script: RunnerScript | ((dir: string) => RunnerScript) = {},
  options: { readonly limits?: Partial<RunLimits>; readonly runtime?: 'node' | 'python' } = {},
): Promise<RecordedWorkspace> {
  const { limits = {}, runtime = 'node' } = options;
  const scriptDir = await temporaryDirectory();
  const dir = await temporaryDirectory();
  await writeFile(
    join(scriptDir, 'script.json'),
    JSON.stringify(typeof script === 'function' ? script(dir) : script),
  );
  for (const [name, actions] of Object.entries(projects)) {
    await mkdir(join(dir, name));
    await writeFile(join(dir, name, 'finecode.toml'), projectFile(actions, runtime));
    if (runtime === 'python') await installAsPython(join(dir, name), scriptDir);
  }
  const { launcher } = createTestLauncher({ command: process.execPath, args: [fixture, scriptDir] });
  const clock = createSystemClock();
  let lastRun = 0;
  const workspace = createWorkspace({
    files: createFileSystem(),
    clock,
    log: createLog({ sink: createMemorySink(), clock }),
    os: readEnvironment().os,
    variables: {},
    launcher,
    watcher: { watch: () => ({ [Symbol.dispose]() {} }) },
    trust: { isTrusted: async () => true },
    runLog: noRunLog,
    newRunId: () => {
      lastRun += 1;
      return `run-${lastRun}`;
    },
    limits,
  });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  await workspace.addDir(cli, dir, { ...never(), startRunners: false });

  const record = async (): Promise<readonly Recorded[]> => {
    const text = await readFile(join(scriptDir, 'record.jsonl'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  return {
    workspace,
    dir,
    record,
    sent: async (...methods) =>
      (await record()).flatMap((entry) =>
        entry.kind === 'message' && methods.includes(entry.method) ? [entry] : [],
      ),
    run(actionSource, project, { session = cli, request, signal = never().signal } = {}) {
      const whole: RunRequest = {
        actionSource,
        target: { kind: 'project', dir: join(dir, project) },
        params: {},
        resultFormats: ['json'],
        trigger: 'user',
        devEnv: 'cli',
        ...request,
      };
      return workspace.run(session, whole, {}, { signal });
    },
  };
}

function projectFile(actions: readonly string[], runtime: string): string {
  const envs = new Set<string>();
  const tables = actions.map((line) => {
    const [name = '', handlers = ''] = line.split(': ');
    const entries = handlers.split(' ').map((word) => {
      const [handler = '', env = ''] = word.split('@');
      envs.add(env);
      return `{ name = "${handler}", source = "tools.${handler}", env = "${env}" }`;
    });
    return `[finecode.action.${name}]\nsource = "actions.${name}"\nhandlers = [${entries.join(', ')}]`;
  });
  return [...[...envs].map((env) => `[finecode.env.${env}]\nruntime = "${runtime}"`), ...tables].join('\n');
}

async function installAsPython(projectDir: string, scriptDir: string): Promise<void> {
  const binDir = join(projectDir, '.venvs', 'dev', 'bin');
  await mkdir(binDir, { recursive: true });
  const program = `#!/bin/sh\nexec "${process.execPath}" "${fixture}" "${scriptDir}" "$@"\n`;
  await writeFile(join(binDir, 'python'), program);
  await chmod(join(binDir, 'python'), 0o755);
}
