import { defineConfig } from 'vitest/config';

/** Tests that need more than Node and npm (Python, Clojure, editors) are `*.system.test.ts` and run in `.ci/run`. */
const needsSystemPackages = '**/*.system.test.ts';
const ignored = ['**/node_modules/**', '**/dist/**', 'examples/**', '**/fixtures/**'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Deadlines against hanging, not judgements of speed: a busy machine may be ten times slower than a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['**/*.test.ts'], exclude: [...ignored, needsSystemPackages] },
      },
      { extends: true, test: { name: 'system', include: [needsSystemPackages], exclude: ignored } },
    ],
  },
});
