import {
  createLog,
  createManualClock,
  createMemoryFileSystem,
  createMemorySink,
  type FileSystem,
  type LogRecord,
  type ManualClock,
} from '@tandem/platform';
import type { TreeNode } from '../actions/tree.js';
import type { ClientSession } from '../clients/client-session.js';
import { createWorkspace } from '../create-workspace.js';
import type { RunLimits } from '../runs/run-limits.js';
import type { BatchRequest, RunRequest } from '../runs/run-request.js';
import type { Workspace } from '../workspace.js';
import type { UserMessage } from '../workspace-events.js';
import type { LoggedRun, RunEvent, RunLog } from '../write-ahead-log/run-log.js';
import { createManualWatcher, type ManualWatcher } from './manual-watcher.js';
import type { MemoryRunnersOptions } from './memory-handler.js';
import { createMemoryRunners, type MemoryRunners } from './memory-runners.js';

export interface TestWorkspaceOptions extends MemoryRunnersOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly limits?: Partial<RunLimits>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly trusted?: ReadonlySet<string>;
}

export interface TestWorkspace extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly files: FileSystem;
  readonly clock: ManualClock;
  readonly runners: MemoryRunners;
  readonly watcher: ManualWatcher;
  readonly runLog: readonly (LoggedRun & { readonly event: RunEvent })[];
  readonly messages: readonly UserMessage[];
  readonly treeChanges: readonly TreeNode[];
  readonly logRecords: readonly LogRecord[];
}

/** A workspace in memory. */
export function createTestWorkspace(options: TestWorkspaceOptions = {}): TestWorkspace {
  const files = createMemoryFileSystem(options.files);
  const clock = createManualClock();
  const sink = createMemorySink();
  const runners = createMemoryRunners(options);
  const watcher = createManualWatcher();
  const messages: UserMessage[] = [];
  const treeChanges: TreeNode[] = [];
  const logged: (LoggedRun & { readonly event: RunEvent })[] = [];
  const runLog: RunLog = {
    write: (run, event) => void logged.push({ ...run, event }),
    [Symbol.asyncDispose]: async () => undefined,
  };
  let lastRun = 0;
  const workspace = createWorkspace({
    files,
    clock,
    log: createLog({ sink, clock }),
    os: 'linux',
    variables: options.variables ?? {},
    launcher: runners,
    watcher,
    trust: { isTrusted: async (dir) => options.trusted?.has(dir) === true },
    runLog,
    newRunId: () => {
      lastRun += 1;
      return `run-${lastRun}`;
    },
    ...(options.limits !== undefined && { limits: options.limits }),
  });
  workspace.subscribe({
    userMessage: (message) => messages.push(message),
    treeChanged: (node) => treeChanges.push(node),
  });
  return {
    workspace,
    files,
    clock,
    runners,
    watcher,
    runLog: logged,
    messages,
    treeChanges,
    logRecords: sink.records,
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  };
}

export const cli: ClientSession = { kind: 'cli', label: 'test' };

/** A signal that nobody fires. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** `greet: h1@dev h2@other` declares an action with handlers in environments, as a line of a `finecode.toml`. */
export function projectFile(...actions: readonly string[]): string {
  const tables = actions.map((line) => {
    const [name = '', handlers = ''] = line.split(': ');
    const entries = handlers
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => {
        const [handler, env] = word.split('@');
        return `{ name = "${handler}", source = "tools.${handler}", env = "${env}" }`;
      });
    return `[finecode.action.${name}]\nsource = "actions.${name}"\nhandlers = [${entries.join(', ')}]\n`;
  });
  return ['[finecode]', '[finecode.env.dev]\nruntime = "node"', ...tables].join('\n');
}

export function runRequest(
  actionSource: string,
  projectDir: string,
  more: Partial<RunRequest> = {},
): RunRequest {
  return {
    actionSource,
    target: projectDir === '' ? { kind: 'everywhere' } : { kind: 'project', dir: projectDir },
    params: {},
    resultFormats: ['json'],
    trigger: 'user',
    devEnv: 'cli',
    ...more,
  };
}

export function batchRequest(
  actionSources: readonly string[],
  more: Partial<BatchRequest> = {},
): BatchRequest {
  return {
    actionSources,
    params: {},
    concurrently: false,
    resultFormats: ['json'],
    trigger: 'user',
    devEnv: 'cli',
    ...more,
  };
}
