import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../run/problem.js';
import { type ProblemListOptions, renderProblems } from './problem-list.js';

const problem = (line: number, from: number, to: number, rest: Partial<Problem> = {}): Problem => ({
  start: { line, character: from },
  end: { line, character: to },
  message: 'Unexpected thing',
  severity: 'error',
  code: 'no-thing',
  source: 'eslint',
  ...rest,
});

async function check(
  problems: Readonly<Record<string, readonly Problem[]>>,
  options: Partial<ProblemListOptions> = {},
): Promise<string> {
  const chunks: string[] = [];
  const rendered = renderProblems(new Map(Object.entries(problems)), {
    palette: picocolors.createColors(false),
    columns: 80,
    maxPerFile: 20,
    hasLinks: false,
    fileLabel: (file) => file,
    readLines: async () => ['const a = 1;', '\tdebugger;', '日本 = 2; // comment at the end of the line'],
    ...options,
  });
  for await (const chunk of rendered) chunks.push(chunk);
  return `\n${chunks.join('')}`;
}

describe('renderProblems', () => {
  it('sorts files by name and problems by place', async () => {
    const text = await check({
      'b.ts': [problem(1, 1, 9), problem(0, 6, 7, { severity: 'warning', message: 'Unused\nvariable' })],
      'a.ts': [problem(2, 0, 2, { severity: 'hint' })],
      'clean.ts': [],
    });
    expect(text).toMatchInlineSnapshot(`
      "
        a.ts
          3:1  hint  Unexpected thing  no-thing (eslint)
            3 │ 日本 = 2; // comment at the end of the line
              │ ^^^^
        b.ts
          1:7  warning  Unused variable  no-thing (eslint)
            1 │ const a = 1;
              │       ^
          2:2  error  Unexpected thing  no-thing (eslint)
            2 │ debugger;
              │ ^^^^^^^^
      "
    `);
  });

  it('fits a narrow terminal', async () => {
    expect(await check({ 'a.ts': [problem(2, 20, 30)] }, { columns: 40 })).toMatchInlineSnapshot(`
      "
        a.ts
          3:21  error  Unexpected thing  no-thing (eslint)
            3 │ …; // comment at the end of t…
              │                ^^^^^^^^^^
      "
    `);
  });

  it('does without code, source and readable file', async () => {
    const bare: Problem = {
      start: { line: 9, character: 0 },
      end: { line: 9, character: 0 },
      message: 'm',
      severity: 'info',
    };
    expect(await check({ 'a.ts': [bare] }, { readLines: async () => undefined })).toMatchInlineSnapshot(`
      "
        a.ts
          10:1  info  m
      "
    `);
  });

  it('says how many problems of a file it leaves out', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => problem(index + 10, 0, 1));
    expect(await check({ 'a.ts': many }, { maxPerFile: 2 })).toMatchInlineSnapshot(`
      "
        a.ts
          11:1  error  Unexpected thing  no-thing (eslint)
          12:1  error  Unexpected thing  no-thing (eslint)
          …and 9998 more in this file (--verbose shows all)
      "
    `);
  });

  it('links a rule to its explanation on a terminal', async () => {
    const linked = problem(9, 0, 1, { link: 'https://eslint.org/x' });
    expect(await check({ 'a.ts': [linked] }, { hasLinks: true })).toContain(
      '\x1b]8;;https://eslint.org/x\x1b\\no-thing (eslint)\x1b]8;;\x1b\\',
    );
    expect(await check({ 'a.ts': [linked] })).not.toContain('\x1b');
  });

  it('gives one chunk for each file', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`f${index}`, [problem(9, 0, 1)]]),
    );
    let chunks = 0;
    for await (const chunk of renderProblems(new Map(Object.entries(files)), {
      palette: picocolors.createColors(false),
      columns: 80,
      maxPerFile: 20,
      hasLinks: false,
      fileLabel: (file) => file,
      readLines: async () => undefined,
    })) {
      expect(chunk.length).toBeLessThan(200);
      chunks += 1;
    }
    expect(chunks).toBe(10_000);
  });
});
