import { untilAborted } from '@tandem/platform';
import {
  describeOptions,
  type OptionTable,
  type ReadOptions,
  readOptions,
} from '../arguments/option-table.js';
import type { CommandContext } from '../command-context.js';
import { exitCodeOf, messageOf } from '../command-error.js';
import { visible } from '../display/terminal-text.js';
import { ExitCode } from '../exit-code.js';
import { suggestion } from '../suggestion.js';

export interface PlainCommand<T extends OptionTable> {
  readonly name: string;
  readonly summary: string;
  readonly options: T;
  execute(options: ReadOptions<T>, context: CommandContext): Promise<ExitCode>;
}

/** A command that takes options only: reads them, and turns whatever happens into an exit code. */
export async function runPlainCommand<T extends OptionTable>(
  command: PlainCommand<T>,
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const fail = (message: string, exitCode: ExitCode): ExitCode => {
    context.writeError(`tandem ${command.name}: ${visible(message)}\n`);
    return exitCode;
  };
  const reading = readOptions(args, command.options);
  if (reading.kind === 'usage') return fail(reading.message, ExitCode.usage);
  if (reading.options.flags.has('help')) {
    context.write(
      `Usage: tandem ${command.name} [options]\n\n${command.summary}\n\n${describeOptions(command.options)}`,
    );
    return ExitCode.clean;
  }
  const [unknown] = reading.options.rest;
  if (unknown?.kind === 'word')
    return fail(`takes no words, only options; what is ${unknown.text}?`, ExitCode.usage);
  if (unknown !== undefined) {
    const known = Object.keys(command.options).map((name) => `--${name}`);
    return fail(`unknown option ${unknown.spelling}${suggestion(unknown.spelling, known)}`, ExitCode.usage);
  }
  try {
    return await untilAborted(command.execute(reading.options, context), context.signal);
  } catch (error) {
    if (context.signal.aborted) return ExitCode.interrupted;
    return fail(messageOf(error), exitCodeOf(error));
  }
}
