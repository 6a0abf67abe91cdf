import fc from 'fast-check';

/** TOML texts that use every way the language has to write a key, a table, a list and a string. */
export function arbitraryToml(): fc.Arbitrary<string> {
  return fc
    .record({
      head: lines(3),
      sections: fc.array(section(), { maxLength: 6 }),
      lineEnd: fc.constantFrom('\n', '\r\n'),
    })
    .map(({ head, sections, lineEnd }) => {
      const names = new Namer();
      return [...head(names), ...sections.flatMap((print) => print(names))].join(lineEnd);
    });
}

/** Names are made unique while printing: TOML forbids to define a key twice, and a generator cannot look back. */
class Namer {
  #count = 0;

  next(style: KeyStyle): string {
    this.#count += 1;
    return keyStyles[style](`k${this.#count}`);
  }
}

type Print<T> = (names: Namer) => T;
type KeyStyle = keyof typeof keyStyles;

const keyStyles = {
  bare: (name: string) => name,
  literal: (name: string) => `'${name} = #'`,
  quoted: (name: string) => `"${name}.]"`,
  escaped: (name: string) => `"${name}\\t\\"\\u00e9"`,
  spaced: (name: string) => `${name} . "${name}" .\t${name}`,
} as const;

const keyStyle = fc.constantFrom<KeyStyle>('bare', 'literal', 'quoted', 'escaped', 'spaced');
const comment = fc.constantFrom('', ' # note', ' # a = [1, "', '\t');

const scalar = fc.constantFrom(
  '1',
  '-0.5e3',
  'true',
  '0xff',
  '1979-05-27T07:32:00Z',
  '1979-05-27 07:32:00',
  '07:32:00',
  '"plain"',
  `"[x] = {y} # \\" \\\\"`,
  `'C:\\dir'`,
  '"""a\n[t]\nk = 1 \\""" \\\\"""',
  '"""two quotes at the end"""""',
  "'''raw \\ ''\n# no comment'''",
  "''''''",
  '""',
);

const { value } = fc.letrec<{ value: Print<string>; list: Print<string>; inline: Print<string> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar.map((text) => () => text),
    tie('list'),
    tie('inline'),
  ),
  list: fc
    .tuple(
      fc.array(tie('value'), { maxLength: 4 }),
      fc.constantFrom(', ', ',\n  ', ' , # item, ]\n'),
      fc.constantFrom('', ',', '\n', ', # end\n'),
    )
    .map(
      ([items, between, end]) =>
        (names) =>
          items.length === 0 ? '[ ]' : `[ ${items.map((item) => item(names)).join(between)}${end}]`,
    ),
  inline: fc
    .array(fc.tuple(keyStyle, tie('value')), { maxLength: 3 })
    .map(
      (items) => (names) =>
        `{ ${items.map(([style, item]) => `${names.next(style)} = ${item(names)}`).join(', ')} }`,
    ),
}));

function lines(maxLength: number): fc.Arbitrary<Print<readonly string[]>> {
  return fc
    .array(fc.tuple(fc.constantFrom('', '  ', '\n'), keyStyle, value, comment), { maxLength })
    .map(
      (items) => (names) =>
        items.map(([indent, style, item, note]) => `${indent}${names.next(style)}\t=  ${item(names)}${note}`),
    );
}

/** A table, or an array of tables with tables below its last element. */
function section(): fc.Arbitrary<Print<readonly string[]>> {
  const plain = fc.tuple(keyStyle, comment, lines(3)).map(([style, note, body]) => (names: Namer) => [
    `[ ${names.next(style)} ]${note}`,
    ...body(names),
  ]);
  const repeated = fc
    .tuple(
      keyStyle,
      fc.array(fc.tuple(lines(2), fc.option(lines(2)), fc.option(lines(1))), { minLength: 1, maxLength: 3 }),
    )
    .map(([style, elements]) => (names: Namer) => {
      const header = names.next(style);
      return elements.flatMap(([body, below, nested]) => [
        `[[${header}]]`,
        ...body(names),
        ...(below === null ? [] : [`[ ${header}.below ]`, ...below(names)]),
        ...(nested === null
          ? []
          : [`[[${header}.nested]] # again`, ...nested(names), `[[${header}.nested]]`]),
      ]);
    });
  return fc.oneof(plain, repeated);
}
