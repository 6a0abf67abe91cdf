import { Argument, type Command, Option } from 'commander';
import type { ConformanceOptions } from './commands/conformance.js';

/** Written out here so that building the command line does not load the kit; a test compares it with the kit's list. */
export const protocolNames = ['wm', 'er', 'lsp', 'edn', 'apex'] as const;

const examples = `
Examples:
  $ tandem conformance wm --connect 127.0.0.1:40123
  $ tandem conformance wm --command 'tandem start-wm-server --port-file {portFile}'
  $ tandem conformance er --command 'tandem runner start --project-path {probeProject} --env-name dev'

The exit code is 0 when nothing failed, 1 when a check failed and 3 when the target could not be reached.`;

export function addConformanceCommand(program: Command): void {
  program
    .command('conformance')
    .summary('check any implementation of a protocol, as a black box')
    .description(
      'Drives an implementation of one of the five protocols, ours or somebody else’s, as a black box\nand prints what passes, what fails (with what was sent and received) and what does not apply.',
    )
    .addArgument(new Argument('<protocol>', 'which protocol the target speaks').choices(protocolNames))
    .addOption(
      new Option('--connect <host:port>', 'check a server that already listens').conflicts('command'),
    )
    .addOption(
      new Option(
        '--command <line>',
        'start this command for the checks and talk to it over stdio; for wm, {portFile} in it is where the server writes its port',
      ),
    )
    .option('--only <ids>', 'run only these checks or groups (comma-separated ids)', (value) =>
      value.split(','),
    )
    .option('--timeout <seconds>', 'how long one answer may take', Number, 10)
    .option('--port-line', 'the command prints its port and serves TCP, as “runner start --tcp” does')
    .option(
      '--probe <file>',
      'er: describe the project in {probeProject}, for a runner that runs no Node handlers',
    )
    .option('--slow-request <json>', 'a request that takes long on this target, for the checks of cancelling')
    .option('--json', 'print the outcome as JSON')
    .option('--list', 'list the checks and what each proves')
    .addHelpText('after', examples)
    .action(async (protocol: string, options: ConformanceOptions) => {
      const { executeConformance } = await import('./commands/conformance.js');
      process.exitCode = await executeConformance(protocol, options);
    });
}
