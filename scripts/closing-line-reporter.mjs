/** Ends every test run with the one line that people and CI read: `N passed, N failed`. */
export default class ClosingLineReporter {
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else failed += 1; // a skipped or never finished test proves nothing
      }
    }
    this.closingLine = `${passed} passed, ${failed} failed`;
    if (failed > 0) process.exitCode = 1;
  }

  onProcessTimeout() {
    process.exitCode = 1;
  }

  onFinished() {}
}
