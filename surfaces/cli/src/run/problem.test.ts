import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProblems } from './problem.js';

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };

describe('readProblems', () => {
  it('reads the shape of lint results', () => {
    const problems = readProblems({
      messages: {
        'file:///a': [
          {
            range,
            message: 'm',
            code: 'E1',
            code_description: 'https://x.org/E1',
            source: 'ruff',
            severity: 2,
          },
          { range, message: 'n', code: null, source: null, severity: null },
          { range, message: 'o', code: 7, code_description: { href: 'https://x.org/7' }, severity: 9 },
        ],
        'file:///b': [],
      },
      other: true,
    });
    expect(problems?.get('file:///a')).toEqual([
      { ...range, message: 'm', code: 'E1', link: 'https://x.org/E1', source: 'ruff', severity: 'warning' },
      { ...range, message: 'n', severity: 'error' },
      { ...range, message: 'o', code: '7', link: 'https://x.org/7', severity: 'error' },
    ]);
    expect(problems?.get('file:///b')).toEqual([]);
  });

  it('has no links but web addresses', () => {
    const link = (description: unknown) =>
      readProblems({ messages: { a: [{ range, message: 'm', code_description: description }] } })?.get(
        'a',
      )?.[0]?.link;
    expect(link('javascript:alert(1)')).toBeUndefined();
    expect(link('https://x.org/\x1b]8;;evil')).toBeUndefined();
    expect(link('rule about things')).toBeUndefined();
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ messages: [] }],
    [{ messages: { k0: ['s'] } }],
    [{ messages: { a: [{ message: 'no range' }] } }],
    [{ messages: { a: [{ range: { start: { line: -1, character: 0 }, end: range.end }, message: 'm' }] } }],
  ])('%j is something else', (json) => expect(readProblems(json)).toBeUndefined());

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => void readProblems({ messages: json })));
  });
});
