export { createInProcessRunner, type InProcessRunnerOptions } from './in-process/in-process-runner.js';
export type { NodeRunnerCommand } from './launch/runner-command.js';
export {
  createRunnerLauncher,
  type RunnerLauncherOptions,
  type RunnerTimeouts,
} from './launch/runner-launcher.js';
