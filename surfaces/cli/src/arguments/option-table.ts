import { splitWords, type Token } from './split-words.js';

/** One option of a command: how it is written and what help says about it. */
export interface OptionSpec {
  readonly short?: string;
  /** What stands for the value in help; absent: the option is a flag. */
  readonly value?: string;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** What a table made of the words: its own options, and the rest in the order in which it was typed. */
export interface ReadOptions<T extends OptionTable> {
  readonly flags: ReadonlySet<keyof T & string>;
  readonly values: ReadonlyMap<keyof T & string, readonly string[]>;
  readonly rest: readonly Rest[];
}

/** `next`: the word right after an unknown option without `=`; only its owner can tell whether it is its value. */
export type Rest =
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'option';
      readonly name: string;
      readonly spelling: string;
      readonly value?: string;
      readonly next?: string;
    };

export type OptionReading<T extends OptionTable> =
  | { readonly kind: 'read'; readonly options: ReadOptions<T> }
  | { readonly kind: 'usage'; readonly message: string };

/** Takes the options of a table out of a command line; they may stand anywhere. */
export function readOptions<T extends OptionTable>(args: readonly string[], table: T): OptionReading<T> {
  type Name = keyof T & string;
  const flags = new Set<Name>();
  const values = new Map<Name, string[]>();
  const rest: Rest[] = [];
  const tokens = splitWords(args);
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.kind === 'word') {
      rest.push(token);
      continue;
    }
    const following = tokens[index + 1];
    const next = token.value === undefined && following?.kind === 'word' ? following.text : undefined;
    const name = ownName(token, table);
    if (name === undefined) {
      rest.push(next === undefined ? token : { ...token, next });
      if (next !== undefined) index += 1;
      continue;
    }
    if (table[name]?.value === undefined) {
      if (token.value !== undefined) return usage(`${token.spelling} takes no value`);
      flags.add(name);
      continue;
    }
    const value = token.value ?? next;
    if (value === undefined || value === '')
      return usage(`${token.spelling} needs a value: ${sample(name, table)}`);
    if (token.value === undefined) index += 1;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { kind: 'read', options: { flags, values, rest } };
}

function ownName<T extends OptionTable>(
  token: Extract<Token, { kind: 'option' }>,
  table: T,
): (keyof T & string) | undefined {
  const isLong = token.spelling.startsWith('--');
  if (isLong) return Object.hasOwn(table, token.name) ? token.name : undefined;
  return Object.keys(table).find((name) => table[name]?.short === token.name);
}

function sample(name: string, table: OptionTable): string {
  return `--${name}=${table[name]?.value ?? ''}`;
}

function usage(message: string): { readonly kind: 'usage'; readonly message: string } {
  return { kind: 'usage', message };
}

/** The options of a table, one per line, explanations in one column. */
export function describeOptions(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { short, value, help }]) => ({
    left: `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : `=${value}`}`,
    help,
  }));
  const width = Math.max(0, ...rows.map(({ left }) => left.length));
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}\n`).join('');
}
