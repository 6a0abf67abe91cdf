import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, createFileSystem, createSystemClock, type Log } from '@tandem/platform';
import {
  createWorkspace,
  noRunLog,
  type RunnerLauncher,
  type TrustPolicy,
  type Workspace,
} from '@tandem/workspace';
import { demoActions } from './demo-runners.js';

export function demoSource(actionName: string): string {
  return `demo.${actionName}`;
}

/** A project whose actions are those of the demo runners. */
export async function writeDemoProject(projectDir: string, name: string, env = 'dev'): Promise<void> {
  const action = Object.fromEntries(
    demoActions.map((actionName) => [
      actionName,
      {
        source: demoSource(actionName),
        handlers: [{ name: 'demo', source: `demo.${actionName}.Handler`, env, dependencies: [] }],
      },
    ]),
  );
  await mkdir(projectDir, { recursive: true });
  await writeFile(join(projectDir, 'package.json'), JSON.stringify({ name, finecode: { action } }));
}

const nobodyTrusted: TrustPolicy = { isTrusted: async () => false };

/** The real workspace over real files; only what runs the handlers is in this process. */
export function openDemoWorkspace(
  launcher: RunnerLauncher,
  { log, clock = createSystemClock() }: { readonly log: Log; readonly clock?: Clock },
): Workspace {
  let runs = 0;
  return createWorkspace({
    files: createFileSystem(),
    clock,
    log,
    os: 'linux',
    variables: {},
    launcher,
    watcher: { watch: () => ({ [Symbol.dispose]: () => undefined }) },
    trust: nobodyTrusted,
    runLog: noRunLog,
    newRunId: () => `run-${++runs}`,
  });
}
