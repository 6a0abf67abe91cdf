export type { DebugAddress } from './announcements.js';
export type { NodeRunnerCommand } from './runner-command.js';
export {
  createRunnerLauncher,
  type RunnerLauncherOptions,
  type RunnerTimeouts,
  type StartOptions,
} from './runner-launcher.js';
