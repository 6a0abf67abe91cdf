import {
  actionsCommand,
  type CommandContext,
  dumpConfigCommand,
  type ExitCode,
  projectsCommand,
  runCommand,
  runnersCommand,
  stopCommand,
} from '@tandem/cli';
import { connect } from '../composition/connect.js';
import { openWorld } from '../composition/world.js';
import { interruptSignal } from '../interrupt.js';
import type { WorkspaceCommandName } from '../workspace-commands.js';

const commands: Readonly<
  Record<WorkspaceCommandName, (args: readonly string[], context: CommandContext) => Promise<ExitCode>>
> = {
  run: runCommand,
  actions: actionsCommand,
  projects: projectsCommand,
  runners: runnersCommand,
  'dump-config': dumpConfigCommand,
  stop: stopCommand,
};

/** Runs a command of the command-line surface, which reads its own words, and ends the process with its exit code. */
export async function executeWorkspaceCommand(
  name: WorkspaceCommandName,
  args: readonly string[],
): Promise<void> {
  const world = openWorld();
  process.exitCode = await commands[name](args, {
    connect: (options) => connect(world, options),
    environment: world.environment,
    files: world.files,
    clock: world.clock,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    signal: interruptSignal(),
  });
}
