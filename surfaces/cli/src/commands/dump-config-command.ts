import { commandOptions } from '../arguments/command-options.js';
import type { CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { visible } from '../display/terminal-text.js';
import { ExitCode } from '../exit-code.js';
import { noProjectsHere } from '../run/project-selection.js';
import { complainOfBroken, lookIntoWorkspace } from './look-into-workspace.js';
import { runPlainCommand } from './plain-command.js';

/** `tandem dump-config`: the configuration of one project after files and presets are merged, as JSON. */
export function dumpConfigCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  return runPlainCommand(
    {
      name: 'dump-config',
      summary: 'Prints the configuration of a project as JSON, with everything merged in.',
      options: commandOptions['dump-config'],
      execute: (read) =>
        lookIntoWorkspace(read, context, async (view) => {
          const { connection, projects, signal } = view;
          const [project, ...others] = projects;
          if (project === undefined) throw new CommandError('usage', noProjectsHere);
          if (others.length > 0) {
            const names = projects.map(({ name }) => name).join(', ');
            throw new CommandError('usage', `which project? Add --project=NAME, one of ${names}`);
          }
          if (project.status === 'CONFIG_INVALID') return complainOfBroken(view, context);
          const asked = { project: project.path };
          if (read.flags.has('explain')) {
            const { values } = await connection.request('workspace/explainConfig', asked, { signal });
            for (const { key, value, source } of values) {
              context.write(visible(`${key} = ${JSON.stringify(value)}  # ${source}`).concat('\n'));
            }
            return ExitCode.clean;
          }
          const { rawConfig } = await connection.request('workspace/getProjectRawConfig', asked, { signal });
          context.write(`${JSON.stringify(rawConfig, undefined, 2)}\n`);
          return ExitCode.clean;
        }),
    },
    args,
    context,
  );
}
