import { type Command, Option } from 'commander';
import type { WmServerCommandOptions } from './commands/start-wm-server.js';

const examples = `
Examples:
  $ tandem start-wm-server
  $ tandem start-wm-server --port-file /tmp/my-port --disconnect-timeout 5

Editors and "tandem run --shared-server" start the shared daemon by themselves. It ends when its last
client has been gone for a while.`;

export function addWmServerCommand(program: Command): void {
  program
    .command('start-wm-server')
    .summary('run the Workspace Manager in the foreground')
    .description('Runs the Workspace Manager of a workspace in the foreground, on a port of 127.0.0.1.')
    .option('--workdir <dir>', 'any folder of the workspace (default: the current one)')
    .option('--port-file <path>', 'run beside the shared daemon, and write the port there')
    .option('--disconnect-timeout <seconds>', 'how long to stay after the last client has left', Number, 30)
    .option('--wal', 'keep a write-ahead log of runs')
    .addOption(
      new Option('--log-level <level>', 'how much to log')
        .choices(['TRACE', 'DEBUG', 'INFO', 'WARNING', 'ERROR'])
        .default('INFO'),
    )
    .addHelpText('after', examples)
    .action(async (options: WmServerCommandOptions) => {
      const { executeStartWmServer } = await import('./commands/start-wm-server.js');
      await executeStartWmServer(options);
    });
}
