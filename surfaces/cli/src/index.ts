export { commandOptions } from './arguments/command-options.js';
export type { OptionSpec, OptionTable } from './arguments/option-table.js';
export {
  type FailOn,
  type Output,
  parseRunArguments,
  type RunArguments,
  type RunParse,
  type RunWord,
  type Verbosity,
} from './arguments/parse-run-arguments.js';
export { runHelp } from './arguments/run-options.js';
export type { CommandContext, Connection, ConnectOptions, ServerKind } from './command-context.js';
export { actionsCommand } from './commands/actions-command.js';
export { dumpConfigCommand } from './commands/dump-config-command.js';
export { projectsCommand } from './commands/projects-command.js';
export { runnersCommand } from './commands/runners-command.js';
export { stopCommand } from './commands/stop-command.js';
export { ExitCode } from './exit-code.js';
export { runCommand } from './run/run-command.js';
