import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLog,
  createMemorySink,
  createProcesses,
  createSystemClock,
  readEnvironment,
} from '@tandem/platform';
import type { ActionCall, LaunchOptions, Runner, RunnerHost, RunnerStart } from '@tandem/workspace';
import { onTestFinished } from 'vitest';
import type { NodeRunnerCommand } from '../launch/runner-command.js';
import { createRunnerLauncher, type RunnerLauncherOptions } from '../launch/runner-launcher.js';
import { createRecordingHost } from './recording-host.js';

/** A folder that is gone when the test is over. */
export async function temporaryDirectory(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'tandem runner #1 é-')));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export function createTestLauncher(
  nodeRunner: NodeRunnerCommand,
  options: Partial<Omit<RunnerLauncherOptions, 'nodeRunner'>> = {},
) {
  const { NODE_EXTRA_CA_CERTS: _slowsStartDown, ...variables } = process.env;
  const clock = createSystemClock();
  const sink = createMemorySink();
  const launcher = createRunnerLauncher({
    processes: createProcesses(),
    clock,
    log: createLog({ sink, clock }),
    environment: { ...readEnvironment(), variables },
    nodeRunner,
    ...options,
  });
  return { launcher, sink };
}

export function runnerStart(projectDir: string, over: Partial<RunnerStart> = {}): RunnerStart {
  return {
    projectDir,
    envName: 'dev',
    projectName: 'a',
    projectFile: join(projectDir, 'finecode.toml'),
    runtime: 'node',
    envDir: join(projectDir, '.venvs', 'dev'),
    nodeModulesDirs: [],
    debug: false,
    writeAheadLog: false,
    ...over,
  };
}

export interface StartedRunner {
  readonly runner: Runner;
  readonly logged: () => readonly string[];
}

/** Starts a runner that is stopped when the test is over. */
export async function startRunner(
  nodeRunner: NodeRunnerCommand,
  over: Partial<RunnerStart> & { readonly projectDir: string },
  options: Partial<Omit<RunnerLauncherOptions, 'nodeRunner'>> & {
    readonly host?: RunnerHost;
    readonly start?: Partial<LaunchOptions>;
  } = {},
): Promise<StartedRunner> {
  const { host = createRecordingHost(), start, ...launcherOptions } = options;
  const { launcher, sink } = createTestLauncher(nodeRunner, launcherOptions);
  // A start that a test has given up on must not leave its process behind.
  const testEnd = new AbortController();
  onTestFinished(() => testEnd.abort(new Error('the test is over')));
  const { signal } = testEnd;
  const runner = await launcher.start(runnerStart(over.projectDir, over), host, { signal, ...start });
  onTestFinished(() => runner.stop());
  return { runner, logged: () => sink.records.map(({ message }) => message) };
}

export function actionCall(actionName: string, over: Partial<ActionCall> = {}): ActionCall {
  return {
    runId: 'run-1',
    actionName,
    params: {},
    meta: { trigger: 'user', devEnv: 'cli', orchestrationDepth: 0 },
    resultFormats: ['json'],
    ...over,
  };
}

export const never = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });
