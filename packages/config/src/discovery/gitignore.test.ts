import { expect, test } from 'vitest';
import { parseGitignore } from './gitignore.js';

const check = (text: string, verdicts: Readonly<Record<string, 'ignored' | 'kept' | undefined>>) => {
  const rules = parseGitignore(text);
  const found = Object.keys(verdicts).map((path) => [path, rules.verdictOn(path)]);
  expect(Object.fromEntries(found)).toEqual(verdicts);
};

test('a name matches at every depth', () => {
  check('out', { out: 'ignored', 'a/out': 'ignored', outer: undefined, 'out/a': undefined });
});
test('a slash in front or inside ties the pattern to the folder of the file', () => {
  check('/out\ndocs/api', {
    out: 'ignored',
    'a/out': undefined,
    'docs/api': 'ignored',
    'a/docs/api': undefined,
  });
});
test('a slash at the end only says that folders are meant', () => {
  check('out/\na/b/', { out: 'ignored', 'x/out': 'ignored', 'a/b': 'ignored', 'x/a/b': undefined });
});
test('the last rule that matches decides', () => {
  check('gen*\n!gentle\n/gentle/gen*', {
    general: 'ignored',
    gentle: 'kept',
    'a/gentle': 'kept',
    'gentle/genes': 'ignored',
  });
});
test('stars stay inside a name, double stars do not', () => {
  check('a/*/c\n**/x/y\nz/**\np/**/q\nm**n', {
    'a/b/c': 'ignored',
    'a/b/b/c': undefined,
    'x/y': 'ignored',
    'k/x/y': 'ignored',
    z: undefined,
    'z/1/2': 'ignored',
    'p/q': 'ignored',
    'p/1/2/q': 'ignored',
    mon: 'ignored',
    'm/n': undefined,
  });
});
test('double stars alone are everything', () => {
  check('/**\n!a', { b: 'ignored', a: 'kept', 'b/c/d': 'ignored' });
});
test('question marks and sets stand for one character, never for a slash', () => {
  check('a?c\n[b-d]x\n[!e]y\n[^f]z\n[]w]v\n[[:digit:]-]u\n[z-a]t\nh[/]i', {
    abc: 'ignored',
    'a/c': undefined,
    cx: 'ignored',
    ax: undefined,
    ey: undefined,
    gy: 'ignored',
    fz: undefined,
    ']v': 'ignored',
    wv: 'ignored',
    '7u': 'ignored',
    '-u': 'ignored',
    mt: undefined,
    zt: 'ignored',
    'h/i': undefined,
  });
});
test('comments, empty lines and blanks at the end say nothing; a backslash takes any meaning away', () => {
  check('# note\n\n  \nout  \r\n\\#a\n\\!b\nc\\ \n\\*', {
    '# note': undefined,
    out: 'ignored',
    '#a': 'ignored',
    '!b': 'ignored',
    'c ': 'ignored',
    '*': 'ignored',
    star: undefined,
  });
});
test('a pattern that git itself cannot use matches nothing', () => {
  check('[abc\nd\\', { '[abc': undefined, a: undefined, 'd\\': undefined, d: undefined });
});
test('characters that mean something to a regular expression are plain', () => {
  check('a.b\n(c)\n$d^\ne+\nf|g\n{h}\nstraße', {
    'a.b': 'ignored',
    axb: undefined,
    '(c)': 'ignored',
    '$d^': 'ignored',
    'e+': 'ignored',
    ee: undefined,
    'f|g': 'ignored',
    f: undefined,
    '{h}': 'ignored',
    straße: 'ignored',
  });
});
