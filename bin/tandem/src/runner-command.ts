import { type Command, Option } from 'commander';
import type { RunnerCommandOptions } from './commands/runner.js';

const examples = `
Example:
  $ tandem runner start --project-path . --env-name dev

A Workspace Manager starts runners by itself; start one by hand to drive it from another program.`;

export function addRunnerCommand(program: Command): void {
  const runner = program
    .command('runner')
    .summary('the Node extension runner, as a Workspace Manager starts it')
    .description('The Node extension runner: runs the handlers of one project in one environment.');
  runner
    .command('start')
    .summary('serve the runner protocol')
    .description(
      'Serves the runner protocol over standard input and output, until told to exit or left alone.',
    )
    .requiredOption('--project-path <dir>', 'the project whose handlers it runs')
    .requiredOption('--env-name <name>', 'the environment whose handlers it runs')
    .option(
      '--node-modules <dir...>',
      'where the packages of the environment are, best first (default: .venvs/<env>/node_modules)',
    )
    .option('--tcp', 'serve over TCP on 127.0.0.1 instead, and print the port')
    .option('--debug', 'open a port for a debugger and say where')
    .addOption(
      new Option('--log-level <level>', 'how much to log')
        .choices(['TRACE', 'DEBUG', 'INFO', 'WARNING', 'ERROR'])
        .default('INFO'),
    )
    .option('--log-file <path>', 'also log there, as lines of JSON')
    .addHelpText('after', examples)
    .action(async (options: RunnerCommandOptions) => {
      const { executeRunner } = await import('./commands/runner.js');
      await executeRunner(options);
    });
}
