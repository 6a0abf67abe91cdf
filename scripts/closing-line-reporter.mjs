import { writeFileSync } from 'node:fs';

/** Counts a vitest run for `scripts/test.mjs`, which prints the closing line. */
export default class ClosingLineReporter {
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        // A skipped or unfinished test proves nothing, so it does not count as passed.
        if (test.result().state === 'passed') passed += 1;
        else failed += 1;
      }
    }
    const reportFile = process.env.TANDEM_TEST_REPORT;
    if (reportFile !== undefined) writeFileSync(reportFile, JSON.stringify({ passed, failed }));
  }
}
