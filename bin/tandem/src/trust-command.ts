import type { Command } from 'commander';
import type { TrustOptions } from './commands/trust.js';

const examples = `
Examples:
  $ tandem trust                 # the current folder
  $ tandem trust ~/src/api
  $ tandem trust --list
  $ tandem trust --remove ~/src/api

Handlers, presets and executable configuration are programs. For editors and AI assistants none of them
runs until you trust the folder. "tandem run", typed by you, needs no trust.`;

export function addTrustCommand(program: Command): void {
  program
    .command('trust')
    .summary('let editors and assistants run the code of a folder’s projects')
    .description('Lets editors and AI assistants run the code of the projects in a folder.')
    .argument('[dir]', 'the folder (default: the current one)')
    .option('--remove', 'take the trust back')
    .option('--list', 'print the folders that are trusted')
    .addHelpText('after', examples)
    .action(async (dir: string | undefined, options: TrustOptions) => {
      const { executeTrust } = await import('./commands/trust.js');
      process.exitCode = await executeTrust(dir, options);
    });
}
