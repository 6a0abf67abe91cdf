import { commandOptions } from '../arguments/command-options.js';
import type { CommandContext } from '../command-context.js';
import { fileLabel } from '../display/file-labels.js';
import { renderTable } from '../display/table.js';
import { ExitCode } from '../exit-code.js';
import { projectFilter, selectProjects } from '../run/project-selection.js';
import { findDaemon } from './daemon.js';
import { runPlainCommand } from './plain-command.js';

/** `tandem runners`: the processes that tools run in, below the shared daemon. */
export function runnersCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  return runPlainCommand(
    {
      name: 'runners',
      summary: 'Lists the runners of the shared Workspace Manager.',
      options: commandOptions.runners,
      async execute({ flags, values }) {
        const { signal, environment } = context;
        await using connection = await findDaemon(values.get('workdir')?.at(-1), context);
        if (connection === undefined) {
          if (flags.has('json')) context.write('{ "runners": [] }\n');
          context.writeError('No Workspace Manager runs for this workspace, so there are no runners.\n');
          return ExitCode.clean;
        }
        const { runners } = await connection.request('runners/list', {}, { signal });
        const known = await connection.request('workspace/listProjects', {}, { signal });
        const filter = projectFilter(values.get('project') ?? [], environment);
        const paths = new Set(selectProjects(known, filter, environment).map(({ path }) => path));
        const shown = runners.filter((runner) => filter.length === 0 || paths.has(runner.project));
        if (flags.has('json')) {
          context.write(`${JSON.stringify({ runners: shown }, undefined, 2)}\n`);
          return ExitCode.clean;
        }
        const rows = shown.map((runner) => [
          fileLabel(runner.project, undefined, environment),
          runner.env,
          runner.status.toLowerCase().replaceAll('_', ' '),
        ]);
        context.write(renderTable(rows));
        if (rows.length === 0) context.writeError('There are no runners.\n');
        return ExitCode.clean;
      },
    },
    args,
    context,
  );
}
