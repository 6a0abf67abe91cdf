import { connect, type Socket } from 'node:net';
import { type Clock, createFileLocks, createSystemClock, readEnvironment } from '@tandem/platform';
import { type ConnectionOptions, connectOver, type WorkspaceConnection } from '@tandem/workspace-client';
import { onTestFinished } from 'vitest';
import { type Daemon, type DaemonOptions, startDaemon } from '../daemon/start-daemon.js';
import { DemoRunners } from './demo-runners.js';
import { openDemoWorkspace, writeDemoProject } from './demo-workspace.js';
import { temporaryDirectory } from './temporary-directory.js';

export interface TestDaemon {
  readonly daemon: Daemon;
  readonly workspaceRoot: string;
  readonly runners: DemoRunners;
  /** A connection of ours. */
  connect(options?: ConnectionOptions): WorkspaceConnection;
  /** Bytes, for whoever wants to misbehave. */
  connectSocket(): Socket;
}

export interface TestDaemonOptions extends Partial<DaemonOptions> {
  readonly clock?: Clock;
}

/** A daemon in this process, on a real port, with one demo project in its workspace's folder. */
export async function startTestDaemon(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const workspaceRoot = options.workspaceRoot ?? (await temporaryDirectory());
  await writeDemoProject(workspaceRoot, 'demo');
  const runners = new DemoRunners();
  const { clock = createSystemClock() } = options;
  const start = await startDaemon({
    version: '0.0.0-test',
    environment: readEnvironment(),
    locks: createFileLocks(),
    openWorkspace: ({ log }) => openDemoWorkspace(runners, { log, clock }),
    ...options,
    workspaceRoot,
    clock,
  });
  if (start.kind !== 'started') throw new Error(`a daemon listens already on port ${start.port}`);
  const { daemon } = start;
  onTestFinished(() => daemon.stop('the test is over'));
  const connectSocket = (): Socket => {
    const socket = connect(daemon.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return {
    daemon,
    workspaceRoot,
    runners,
    connect: (connectionOptions) => connectOver(connectSocket(), connectionOptions),
    connectSocket,
  };
}

/** The same with the folder added by a client. */
export async function startTestWorkspace(
  options: TestDaemonOptions & { readonly client?: ConnectionOptions } = {},
): Promise<TestDaemon & { readonly wm: WorkspaceConnection }> {
  const { client, ...daemonOptions } = options;
  const started = await startTestDaemon(daemonOptions);
  const wm = started.connect(client);
  await wm.request('workspace/addDir', { dirPath: started.workspaceRoot });
  return { ...started, wm };
}
