import type { Command } from 'commander';

export interface Completion {
  readonly word: string;
  readonly summary: string;
}

export interface OptionCompletion extends Completion {
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** What may follow one command: `path` is the command's words after `tandem`, joined by spaces. */
export interface CommandCompletions {
  readonly path: string;
  readonly commands: readonly Completion[];
  readonly options: readonly OptionCompletion[];
  readonly argumentChoices: readonly string[];
}

/** Reads the command line's definition, so that completions can never differ from what is accepted. */
export function describeProgram(program: Command): readonly CommandCompletions[] {
  return describe(program, []);
}

function describe(command: Command, path: readonly string[]): CommandCompletions[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command);
  const own: CommandCompletions = {
    path: path.join(' '),
    commands: children.map((child) => ({
      word: child.name(),
      summary: child.summary() || child.description(),
    })),
    options: help.visibleOptions(command).flatMap(({ long, description, required, optional, argChoices }) =>
      long === undefined || long === null
        ? []
        : [
            {
              word: long,
              summary: description,
              takesValue: required || optional,
              choices: argChoices ?? [],
            },
          ],
    ),
    argumentChoices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  return [
    own,
    ...children.flatMap((child) => (child.name() === 'help' ? [] : describe(child, [...path, child.name()]))),
  ];
}
