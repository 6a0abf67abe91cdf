import { Command, CommanderError } from 'commander';
import { addCompletionCommand } from './completion/completion-command.js';
import { addConformanceCommand } from './conformance-command.js';
import { ExitCode } from './exit-code.js';
import { addRunnerCommand } from './runner-command.js';

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
  addRunnerCommand(program);
  addConformanceCommand(program);
  addCompletionCommand(program);
  return program;
}

export async function main(args: readonly string[], version: string): Promise<void> {
  const program = createProgram(version);
  if (args.length === 0) {
    program.outputHelp();
    return;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
  process.stderr.write(`tandem: ${error instanceof Error ? error.message : String(error)}\n`);
  return ExitCode.failed;
}
