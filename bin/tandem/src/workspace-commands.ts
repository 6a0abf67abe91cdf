import { commandOptions } from '@tandem/cli';
import { type Command, Option } from 'commander';

export type WorkspaceCommandName = keyof typeof commandOptions;

const summaries: Readonly<Record<WorkspaceCommandName, string>> = {
  run: 'run actions: lint, format, type_check, …',
  actions: 'list the actions of the projects here',
  projects: 'list the projects here, and what is wrong with them',
  runners: 'list the runners and their status',
  'dump-config': 'print the merged configuration of a project',
  stop: 'stop the shared daemon of this workspace',
};

export function isWorkspaceCommand(name: string | undefined): name is WorkspaceCommandName {
  return name !== undefined && Object.hasOwn(summaries, name);
}

/**
 * These read their own words, since what `run` accepts depends on the action. Here they are only listed, for help and
 * completion.
 */
export function addWorkspaceCommands(program: Command): void {
  for (const [name, summary] of Object.entries(summaries)) {
    const command = program.command(name).summary(summary).description(summary);
    for (const [option, { value, help }] of Object.entries(commandOptions[name as WorkspaceCommandName])) {
      if (option === 'help') continue; // commander brings its own
      command.addOption(new Option(value === undefined ? `--${option}` : `--${option} <${value}>`, help));
    }
  }
}
