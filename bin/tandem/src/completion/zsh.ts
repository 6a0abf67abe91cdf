import type { CommandCompletions, Completion, OptionCompletion } from './describe-program.js';

export function zshCompletion(commands: readonly CommandCompletions[]): string {
  const functions = commands.map((command) => {
    const specs = command.options.map(optionSpec);
    if (command.commands.length > 0) specs.push("'1: :->command'", "'*:: :->rest'");
    else if (command.argumentChoices.length > 0) specs.push(`'1: :(${command.argumentChoices.join(' ')})'`);
    else specs.push("'*: :_files'");
    return `${functionName(command.path)}() {
  local context state line
  _arguments -C \\
    ${specs.join(' \\\n    ')}
${command.commands.length > 0 ? dispatch(command) : ''}}
`;
  });
  return `#compdef tandem
# zsh completion for tandem
${functions.join('\n')}
if [ "$funcstack[1]" = "_tandem" ]; then
  _tandem "$@"
else
  compdef _tandem tandem
fi
`;
}

function dispatch({ path, commands }: CommandCompletions): string {
  const rows = commands.map(({ word, summary }) => `      '${quote(`${word}:${summary}`)}'`);
  const arms = commands
    .filter(({ word }) => word !== 'help')
    .map(({ word }) => `      ${word}) ${functionName(path === '' ? word : `${path} ${word}`)} ;;`);
  return `  case $state in
    command)
      local -a commands=(
${rows.map((row) => `  ${row}`).join('\n')}
      )
      _describe command commands ;;
    rest)
      case $line[1] in
${arms.map((arm) => `  ${arm}`).join('\n')}
      esac ;;
  esac
`;
}

function optionSpec({ word, summary, takesValue, choices }: OptionCompletion): string {
  const description = `[${summary.replaceAll(/[[\]:]/g, '\\$&')}]`;
  if (!takesValue) return `'${quote(word + description)}'`;
  return `'${quote(`${word}=${description}: :${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}`)}'`;
}

function functionName(path: string): string {
  return path === '' ? '_tandem' : `_tandem_${path.replaceAll(/[^a-z]/g, '_')}`;
}

function quote(text: Completion['word']): string {
  return text.replaceAll("'", "'\\''");
}
