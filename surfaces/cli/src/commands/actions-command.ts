import { commandOptions } from '../arguments/command-options.js';
import type { CommandContext } from '../command-context.js';
import { paletteFor } from '../display/palette.js';
import { renderTable } from '../display/table.js';
import type { ExitCode } from '../exit-code.js';
import { noProjectsHere } from '../run/project-selection.js';
import { actionsOf, complainOfBroken, lookIntoWorkspace } from './look-into-workspace.js';
import { runPlainCommand } from './plain-command.js';

/** `tandem actions`: what can be run, and which handlers do it. */
export function actionsCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  return runPlainCommand(
    {
      name: 'actions',
      summary: 'Lists the actions of the projects, with their handlers.',
      options: commandOptions.actions,
      execute: (options) =>
        lookIntoWorkspace(options, context, async (view) => {
          const actions = await actionsOf(view);
          if (options.flags.has('json')) {
            context.write(`${JSON.stringify({ actions }, undefined, 2)}\n`);
            return complainOfBroken(view, context);
          }
          const palette = paletteFor(context.environment, context.environment.stdout);
          for (const { name, path } of view.projects) {
            const rows = actions
              .filter((action) => action.project === path)
              .map((action) => [action.name, action.source, action.handlers.map(handlerText).join(', ')]);
            if (rows.length > 0) context.write(`${palette.bold(name)}\n${renderTable(rows, '  ')}`);
          }
          if (view.projects.length === 0) context.writeError(`${noProjectsHere}\n`);
          else if (actions.length === 0 && view.brokenProjects.length === 0)
            context.writeError('There are no actions here.\n');
          return complainOfBroken(view, context);
        }),
    },
    args,
    context,
  );
}

function handlerText({ name, env }: { readonly name: string; readonly env: string }): string {
  return `${name} (${env})`;
}
