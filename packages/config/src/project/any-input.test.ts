import { createMemoryFileSystem } from '@tandem/platform';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblem, readProject } from '../index.js';

/** Values of every type under the keys that mean something: most are wrong somewhere, some are right. */
const vocabulary =
  'presets action action_handler service env er extension source handlers handlers_mode name config enabled dependencies interface runtime node_modules interpreters default_interpreters runner debug logging envs dev replace python 3.12 ./preset __proto__ tool finecode';
const { value: anyValue } = fc.letrec<{ value: unknown; key: string }>((tie) => ({
  key: fc.constantFrom(...vocabulary.split(' ')),
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    tie('key'),
    fc.constantFrom(null, true, 0, 1.5, '', 'x'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(tie('key'), tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

test('whatever the configuration holds, reading it gives an answer and each problem a place', async () => {
  await fc.assert(
    fc.asyncProperty(anyValue, async (finecode) => {
      const files = createMemoryFileSystem({
        '/p/package.json': JSON.stringify({ name: 'p', finecode }, null, 2),
        '/p/preset/preset.toml': `tool.finecode.env.dev.dependencies.x.path = "./x"`,
      });
      const reading = await readProject('/p', { files });
      const problems =
        reading.kind === 'invalid' ? reading.problems : reading.kind === 'valid' ? reading.warnings : [];
      for (const problem of problems) {
        expect(problem.file).toMatch(/^\/p\//);
        expect(problem.line).toBeGreaterThanOrEqual(1);
        expect(problem.column).toBeGreaterThanOrEqual(1);
        expect(formatProblem(problem)).toMatch(/^\/p\/.+:\d+:\d+: .+[.?]$/);
      }
      if (reading.kind === 'valid')
        expect(JSON.parse(JSON.stringify(reading.rawConfig))).toEqual(reading.rawConfig);
      if (reading.kind === 'invalid')
        expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('whatever the bytes of a file, reading it gives an answer', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('[', ']', '[[', '=', '"', "'''", '\n', 'finecode', '.', '{', '}', '#', '1'))
      .map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.constantFrom('finecode.toml', 'pyproject.toml', 'package.json', 'finecode-user.toml'),
      async (content, name) => {
        const files = createMemoryFileSystem({ [`/p/${name}`]: content });
        expect(['valid', 'invalid', 'no-finecode']).toContain((await readProject('/p', { files })).kind);
      },
    ),
    { numRuns: 500 },
  );
});
