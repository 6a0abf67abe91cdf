import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGitignore } from './gitignore.js';

test('git gives the same verdict on every folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'tandem-gitignore-'));
  try {
    execFileSync('git', ['init', '-q', root]);
    const paths = ['a', 'b', 'ab', 'a.b', 'a/b', 'a/a', 'b/a', 'a/b/a', 'a/ab/b', 'b/b/a.b', '[', 'a ', '-'];
    for (const path of paths) mkdirSync(join(root, path), { recursive: true });
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '*',
      '**',
      '/',
      '?',
      '[ab]',
      '[!a]',
      '[^b]',
      '[',
      ']',
      '\\',
      ' ',
      '[a-b]',
      '-',
    );
    const pattern = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join(''))
      // Two stars beside anything but slashes: git compares unrelated pointers there, and answers by chance.
      .filter((text) => !/[^/]\*\*|\*\*[^/]/.test(text));
    const line = fc
      .tuple(fc.constantFrom('', '', '!'), pattern, fc.constantFrom('', '/'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const text = lines.join('\n');
        writeFileSync(join(root, '.gitignore'), text);
        expect({ text, ignored: ignoredByUs(text, paths) }).toEqual({
          text,
          ignored: ignoredByGit(root, paths),
        });
      }),
      { numRuns: 300 },
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});

/** Like the walk: what is below an ignored folder is never asked about. */
function ignoredByUs(text: string, paths: readonly string[]): readonly string[] {
  const rules = parseGitignore(text);
  return paths.filter((path) =>
    path
      .split('/')
      .some((_, index, parts) => rules.verdictOn(parts.slice(0, index + 1).join('/')) === 'ignored'),
  );
}

function ignoredByGit(root: string, paths: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('git', ['check-ignore', '-z', '--stdin'], {
    cwd: root,
    input: paths.join('\0'),
  });
  const ignored = new Set(stdout.toString().split('\0'));
  return paths.filter((path) => ignored.has(path));
}
