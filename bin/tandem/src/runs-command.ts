import type { Command } from 'commander';
import type { RunsOptions } from './commands/runs.js';

const examples = `
Examples:
  $ tandem runs list
  $ tandem runs show 5f0c7a1e

Runs are logged when the Workspace Manager was started with --wal, or with FINECODE_WAL_ENABLED=1.`;

export function addRunsCommand(program: Command): void {
  const runs = program
    .command('runs')
    .summary('look at past runs, from the write-ahead log')
    .description('Shows past runs of this workspace from its write-ahead log.')
    .addHelpText('after', examples);
  runs
    .command('list')
    .summary('one line a run, the newest last')
    .description('Lists past runs, the newest last.')
    .option('--workdir <dir>', 'any folder of the workspace (default: the current one)')
    .option('--last <count>', 'only so many of the newest', Number, 20)
    .option('--json', 'print JSON')
    .action(async (options: RunsOptions) => {
      const { listRuns } = await import('./commands/runs.js');
      process.exitCode = await listRuns(options);
    });
  runs
    .command('show')
    .summary('every event of one run, and the runs it started')
    .description('Shows every event of one run, and the runs that it started.')
    .argument('<id>', 'the id of the run, or its first characters')
    .option('--workdir <dir>', 'any folder of the workspace (default: the current one)')
    .option('--json', 'print JSON')
    .action(async (id: string, options: RunsOptions) => {
      const { showRun } = await import('./commands/runs.js');
      process.exitCode = await showRun(id, options);
    });
}
