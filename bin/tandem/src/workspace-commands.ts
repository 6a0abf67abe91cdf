import type { Command } from 'commander';

const summaries = {
  run: 'run actions: lint, format, type_check, …',
  actions: 'list the actions of the projects here',
  projects: 'list the projects here, and what is wrong with them',
  runners: 'list the runners and their status',
  'dump-config': 'print the merged configuration of a project',
  stop: 'stop the shared daemon of this workspace',
} as const;

export type WorkspaceCommandName = keyof typeof summaries;

export function isWorkspaceCommand(name: string | undefined): name is WorkspaceCommandName {
  return name !== undefined && Object.hasOwn(summaries, name);
}

/** These read their own words, since what `run` accepts depends on the action: here they are only listed. */
export function addWorkspaceCommands(program: Command): void {
  for (const [name, summary] of Object.entries(summaries)) {
    program.command(name).summary(summary).description(summary).allowUnknownOption().allowExcessArguments();
  }
}
