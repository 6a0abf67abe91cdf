import { Command, CommanderError } from 'commander';
import { addCompletionCommand } from './completion/completion-command.js';
import { addConformanceCommand } from './conformance-command.js';
import { ExitCode } from './exit-code.js';
import { handleOutputErrors } from './output-errors.js';
import { addRunnerCommand } from './runner-command.js';
import { addRunsCommand } from './runs-command.js';
import { addTrustCommand } from './trust-command.js';
import { addWmServerCommand } from './wm-server-command.js';
import { addWorkspaceCommands, isWorkspaceCommand } from './workspace-commands.js';

/** The whole command line as data; what a command does is loaded when it is called. */
export function createProgram(version: string): Command {
  const program = new Command('tandem')
    .description('One workspace, shared by every editor, terminal, CI job and AI agent.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand('help [command]', 'explain a command')
    .showHelpAfterError('(add --help for more)')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false })
    .exitOverride();
  addWorkspaceCommands(program);
  addTrustCommand(program);
  addRunsCommand(program);
  addWmServerCommand(program);
  addRunnerCommand(program);
  addConformanceCommand(program);
  addCompletionCommand(program);
  return program;
}

export async function main(args: readonly string[], version: string): Promise<void> {
  handleOutputErrors();
  try {
    await dispatch(args, version);
  } catch (error) {
    process.exitCode = report(error);
  }
}

async function dispatch(args: readonly string[], version: string): Promise<void> {
  const [first, second] = args;
  const [name, rest] = first === 'help' ? [second, ['--help']] : [first, args.slice(1)];
  if (isWorkspaceCommand(name)) {
    const { executeWorkspaceCommand } = await import('./commands/workspace.js');
    await executeWorkspaceCommand(name, rest);
    return;
  }
  const program = createProgram(version);
  if (args.length === 0) program.outputHelp();
  else await program.parseAsync(args, { from: 'user' });
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
  process.stderr.write(`tandem: ${error instanceof Error ? error.message : String(error)}\n`);
  return ExitCode.failed;
}
