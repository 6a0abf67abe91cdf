import { expect, test } from 'vitest';
import { parseSource } from './extension-source.js';

function check(
  source: string,
  expected: readonly [specifier: string, exportName: string | undefined] | string,
): void {
  const parsed = parseSource(source);
  expect(parsed.kind === 'id' ? parsed.id : [parsed.specifier, parsed.exportName]).toEqual(expected);
}

test('files and packages, with or without an export', () => {
  check('./handlers/noop.ts#noop', ['./handlers/noop.ts', 'noop']);
  check('./handlers/noop.ts', ['./handlers/noop.ts', undefined]);
  check('./handlers/noop.ts#', ['./handlers/noop.ts', undefined]);
  check('../shared/a.mjs', ['../shared/a.mjs', undefined]);
  check('./c#/a.ts#b', ['./c#/a.ts', 'b']);
  check('my-extension', ['my-extension', undefined]);
  check('@scope/extension/lint#lint', ['@scope/extension/lint', 'lint']);
  check('chart.js#x', ['chart.js', 'x']);
  check('handlers.ts', ['handlers.ts', undefined]);
});

test('dotted names are identities', () => {
  check('myext.LintAction', 'myext.LintAction');
  check('fine_lint.actions.lint.LintAction', 'fine_lint.actions.lint.LintAction');
});
