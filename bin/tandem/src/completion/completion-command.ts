import { Argument, type Command } from 'commander';
import { bashCompletion } from './bash.js';
import { describeProgram } from './describe-program.js';
import { fishCompletion } from './fish.js';
import { zshCompletion } from './zsh.js';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const examples = `
Examples:
  $ eval "$(tandem completion bash)"                                     # in ~/.bashrc
  $ tandem completion zsh > "\${fpath[1]}/_tandem"
  $ tandem completion fish > ~/.config/fish/completions/tandem.fish`;

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .summary('print a completion script for your shell')
    .description('Prints a script that teaches your shell to complete tandem’s commands and options.')
    .addArgument(new Argument('<shell>', 'the shell that will read the script').choices(Object.keys(scripts)))
    .addHelpText('after', examples)
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell](describeProgram(program)));
    });
}
