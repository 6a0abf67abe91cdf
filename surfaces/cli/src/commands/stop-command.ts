import { untilAborted } from '@tandem/platform';
import { commandOptions } from '../arguments/command-options.js';
import type { CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { ExitCode } from '../exit-code.js';
import { findDaemon } from './daemon.js';
import { runPlainCommand } from './plain-command.js';

/** Runners get a moment to end in good order, then they are killed: it never takes longer. */
const stopsWithinMs = 30_000;

/** `tandem stop`: stops the shared daemon and waits until it is gone. */
export function stopCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  return runPlainCommand(
    {
      name: 'stop',
      summary: 'Stops the shared Workspace Manager of the workspace, with its runners.',
      options: commandOptions.stop,
      async execute({ values }) {
        await using connection = await findDaemon(values.get('workdir')?.at(-1), context);
        if (connection === undefined) {
          context.write('No Workspace Manager runs for this workspace.\n');
          return ExitCode.clean;
        }
        using deadline = context.clock.deadline(stopsWithinMs, { signal: context.signal });
        try {
          await connection.request('server/shutdown', {}, { signal: deadline.signal });
          await untilAborted(connection.closed, deadline.signal);
        } catch (cause) {
          if (!deadline.isExpired) throw cause;
          throw new CommandError(
            'failed',
            `the Workspace Manager did not stop within ${stopsWithinMs / 1000} s`,
            {
              cause,
            },
          );
        }
        context.write('The Workspace Manager has stopped.\n');
        return ExitCode.clean;
      },
    },
    args,
    context,
  );
}
