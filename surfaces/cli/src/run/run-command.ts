import { untilAborted } from '@tandem/platform';
import {
  type Output,
  parseRunArguments,
  type RunArguments,
  type Verbosity,
} from '../arguments/parse-run-arguments.js';
import { runHelp } from '../arguments/run-options.js';
import type { CommandContext } from '../command-context.js';
import { exitCodeOf, messageOf } from '../command-error.js';
import { createJsonLinesReporter } from '../display/json-lines-reporter.js';
import { createJsonReporter } from '../display/json-reporter.js';
import { visible } from '../display/terminal-text.js';
import { TextReporter } from '../display/text-reporter.js';
import { ExitCode } from '../exit-code.js';
import { describeActions } from './action-help.js';
import { executeRun } from './execute-run.js';
import type { Reporter } from './reporter.js';

/** `tandem run`: the words after `run` are all its own. Resolves with the exit code, at once when interrupted. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const parsed = parseRunArguments(args);
  switch (parsed.kind) {
    case 'help':
      context.write(runHelp());
      return parsed.about === undefined ? ExitCode.clean : actionHelp(parsed.about, context);
    case 'usage':
      createReporter(parsed.output, 'normal', context).aborted(
        `${parsed.message} (tandem run --help explains)`,
        ExitCode.usage,
      );
      return ExitCode.usage;
    case 'run':
      return reportedRun(parsed.arguments, context);
  }
}

/** Help is never refused: what the workspace cannot tell is left out. */
async function actionHelp(about: RunArguments, context: CommandContext): Promise<ExitCode> {
  try {
    context.write(await untilAborted(describeActions(about, context), context.signal));
    return ExitCode.clean;
  } catch (error) {
    if (context.signal.aborted) return ExitCode.interrupted;
    context.writeError(`The fields of the actions are not known: ${visible(messageOf(error))}\n`);
    return ExitCode.clean;
  }
}

async function reportedRun(args: RunArguments, context: CommandContext): Promise<ExitCode> {
  const gate = { isOpen: true };
  const gated = gatedContext(context, gate);
  const reporter = createReporter(args.output, args.verbosity, gated);
  try {
    return await untilAborted(executeRun(args, { context: gated, reporter }), context.signal);
  } catch (error) {
    const isInterrupted = context.signal.aborted;
    const exitCode = isInterrupted ? ExitCode.interrupted : exitCodeOf(error);
    reporter.aborted(isInterrupted ? 'interrupted' : messageOf(error), exitCode);
    return exitCode;
  } finally {
    gate.isOpen = false;
  }
}

/** After Ctrl-C, work that winds down has nothing more to say. */
function gatedContext(context: CommandContext, gate: { readonly isOpen: boolean }): CommandContext {
  return {
    ...context,
    connect: (options) => context.connect(options),
    write: (text) => {
      if (gate.isOpen) context.write(text);
    },
    writeError: (text) => {
      if (gate.isOpen) context.writeError(text);
    },
  };
}

function createReporter(output: Output, verbosity: Verbosity, context: CommandContext): Reporter {
  switch (output) {
    case 'text':
      return new TextReporter(context, verbosity);
    case 'json':
      return createJsonReporter(context);
    case 'jsonl':
      return createJsonLinesReporter(context);
  }
}
