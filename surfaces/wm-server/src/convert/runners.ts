import type { Runner, RunnerStatus as WireRunnerStatus } from '@tandem/contracts';
import type { DebugTarget, RunnerState, RunnerStatus } from '@tandem/workspace';

const statusName: Readonly<Record<RunnerStatus, WireRunnerStatus>> = {
  'no-environment': 'NO_VENV',
  starting: 'INITIALIZING',
  running: 'RUNNING',
  failed: 'FAILED',
  exited: 'EXITED',
};

export function toWireRunner(runner: RunnerState & { readonly projectName: string }): Runner {
  const { projectDir, projectName, envName, status } = runner;
  return {
    project: projectDir,
    env: envName,
    status: statusName[status],
    readable_id: `${projectName}::${envName}`,
  };
}

/** A debug configuration as editors of the VS Code family take it. */
export function toDebugConfiguration(target: DebugTarget): Record<string, unknown> & { name: string } {
  const { projectDir, envName, runtime, host, port } = target;
  const name = `Runner ${envName} in ${projectDir}`;
  switch (runtime) {
    case 'python':
      return { name, type: 'debugpy', request: 'attach', connect: { host, port }, justMyCode: false };
    case 'node':
      return { name, type: 'node', request: 'attach', address: host, port, cwd: projectDir };
  }
}
