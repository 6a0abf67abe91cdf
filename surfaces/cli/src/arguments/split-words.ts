/** One option or plain word of a command line, before anybody knows what it means. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  /** `--name`, `--name=value` or `-n`; `name` is without dashes, `spelling` as it was typed. */
  | { readonly kind: 'option'; readonly name: string; readonly spelling: string; readonly value?: string };

/** Everything after a bare `--` is a word, whatever it looks like. */
export function splitWords(args: readonly string[]): readonly Token[] {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  const plain = end === -1 ? [] : args.slice(end + 1);
  return [...options.map(toToken), ...plain.map((text) => ({ kind: 'word', text }) as const)];
}

function toToken(text: string): Token {
  // A lone dash and a negative number are values, not options.
  if (!/^-[^\d.]/.test(text)) return { kind: 'word', text };
  const dashes = text.startsWith('--') ? 2 : 1;
  const equals = text.indexOf('=');
  if (equals === -1) return { kind: 'option', name: text.slice(dashes), spelling: text };
  const spelling = text.slice(0, equals);
  return { kind: 'option', name: spelling.slice(dashes), spelling, value: text.slice(equals + 1) };
}
