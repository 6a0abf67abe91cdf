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
export { ExitCode } from './exit-code.js';
export { runCommand } from './run/run-command.js';
