import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceExcerpt } from './source-excerpt.js';
import { displayWidth } from './terminal-text.js';

/** The part of the source that a problem marks stands between brackets. */
function check(source: string, columns = 80): string {
  const from = source.indexOf('[');
  const to = source.indexOf(']') - 1;
  const line = source.replace(/[[\]]/g, '');
  const problem = { start: { line: 0, character: from }, end: { line: 0, character: to } };
  const excerpt = sourceExcerpt([line], problem, columns);
  return excerpt === undefined ? '' : `\n${excerpt.line}\n${excerpt.carets}\n`;
}

describe('sourceExcerpt', () => {
  it('marks a part of a line, without its indentation', () => {
    expect(check('    return [x] + 1;')).toMatchInlineSnapshot(`
      "
      return x + 1;
             ^
      "
    `);
  });

  it('has one caret at least', () => {
    expect(check('return[];')).toMatchInlineSnapshot(`
      "
      return;
            ^
      "
    `);
    expect(check('return;[]')).toMatchInlineSnapshot(`
      "
      return;
             ^
      "
    `);
  });

  it('stands right below tabs', () => {
    expect(check('\tif (x)\t[return];')).toMatchInlineSnapshot(`
      "
      if (x)  return;
              ^^^^^^
      "
    `);
    expect(check('a[\t]b')).toMatchInlineSnapshot(`
      "
      a   b
       ^^^
      "
    `);
  });

  it('stands right below wide characters, emoji and accents', () => {
    expect(check('日本語 = [値];')).toMatchInlineSnapshot(`
      "
      日本語 = 値;
               ^^
      "
    `);
    expect(check("'👩‍👩‍👧' + [x]")).toMatchInlineSnapshot(`
      "
      '👩‍👩‍👧' + x
             ^
      "
    `);
    expect(check('cafe\u0301 = [x]')).toMatchInlineSnapshot(`
      "
      café = x
             ^
      "
    `);
  });

  it('fits into 40 columns, whatever the line', () => {
    expect(
      check(`const a = ${'"long text" + '.repeat(9)}[oops] + ${'more + '.repeat(9)}`, 40),
    ).toMatchInlineSnapshot(`
      "
      …t" + "long text" + oops + more + more …
                          ^^^^
      "
    `);
    expect(check(`[${'x'.repeat(90)}]`, 40)).toMatchInlineSnapshot(`
      "
      xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      "
    `);
    expect(check(`${'語'.repeat(60)}[値]`, 40)).toMatchInlineSnapshot(`
      "
      …語語語語語語語語語値
                         ^^
      "
    `);
  });

  it('shows escape sequences instead of obeying them', () => {
    expect(check('print("\x1b[2J[x]")'.replace('\x1b[', '\x1b(')).includes('\x1b')).toBe(false);
  });

  it('leaves out what is no help', () => {
    const problem = { start: { line: 5, character: 0 }, end: { line: 5, character: 1 } };
    expect(sourceExcerpt(['only line'], problem, 80)).toBeUndefined();
    expect(check('   []')).toBe('');
    expect(check(`[${'x'.repeat(20_000)}]`)).toBe('');
    expect(check('[x]', 7)).toBe('');
  });

  it('marks the rest of the line when the problem goes on below', () => {
    const problem = { start: { line: 0, character: 5 }, end: { line: 3, character: 1 } };
    expect(sourceExcerpt(['call({', '', '', '})'], problem, 80)).toEqual({
      line: 'call({',
      carets: '     ^',
    });
  });

  it('never throws, never grows wider than allowed and always has a caret', () => {
    const position = fc.record({ line: fc.nat(2), character: fc.nat(50) });
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 60 })),
        position,
        position,
        fc.integer({ min: 8, max: 60 }),
        (lines, start, end, columns) => {
          const excerpt = sourceExcerpt(lines, { start, end }, columns);
          if (excerpt === undefined) return;
          expect(displayWidth(excerpt.line)).toBeLessThanOrEqual(columns);
          expect(excerpt.carets).toMatch(/^ *\^+$/);
          expect(excerpt.carets.length).toBeLessThanOrEqual(columns + 1);
        },
      ),
    );
  });
});
