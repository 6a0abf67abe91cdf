import type { CommandCompletions } from './describe-program.js';

export function fishCompletion(commands: readonly CommandCompletions[]): string {
  const lines = commands.flatMap((command) => {
    const when = `-n '__tandem_path "${command.path}"'`;
    return [
      ...command.commands.map(
        ({ word, summary }) => `complete -c tandem ${when} -f -a ${word} -d '${quote(summary)}'`,
      ),
      ...command.argumentChoices.map((choice) => `complete -c tandem ${when} -f -a ${choice}`),
      ...command.options.map(({ word, summary, takesValue, choices }) => {
        const value = takesValue ? ` -r${choices.length > 0 ? ` -f -a '${choices.join(' ')}'` : ''}` : '';
        return `complete -c tandem ${when} -l ${word.slice(2)}${value} -d '${quote(summary)}'`;
      }),
    ];
  });
  const paths = commands.map(({ path }) => path).filter((path) => path !== '');
  return `# fish completion for tandem
function __tandem_path
    set -l path
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $path $word)
        contains -- "$next" ${paths.map((path) => `'${path}'`).join(' ')}; and set path $next
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function quote(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
