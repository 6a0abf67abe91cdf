import type { CommandCompletions } from './describe-program.js';

/** A completion script for bash 3.2 and later: it has no associative arrays there, so tables are `case` arms. */
export function bashCompletion(commands: readonly CommandCompletions[]): string {
  const arms = commands.map((command) => {
    const words = [...command.commands, ...command.options].map(({ word }) => word);
    return `    '${command.path}') words='${[...words, ...command.argumentChoices].join(' ')}' ;;`;
  });
  const subcommands = commands.flatMap(({ path, commands: children }) =>
    children.map(({ word }) => `      '${path === '' ? word : `${path} ${word}`}') path=$next ;;`),
  );
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ word, takesValue, choices }) => {
      if (!takesValue) return [];
      return [`    '${path}|${word}') words='${choices.join(' ')}'; isValue=1 ;;`];
    }),
  );
  return `# bash completion for tandem
_tandem() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' next='' words='' isValue='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case $next in
${subcommands.join('\n')}
    esac
  done
  case "$path|$previous" in
${values.join('\n')}
  esac
  if [ -z "$isValue" ]; then
    case $path in
${arms.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tandem tandem
`;
}
