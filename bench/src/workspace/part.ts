import type { SuiteResult } from '../report.js';

/** One section of a suite. */
export interface Part {
  readonly method: string;
  readonly table: SuiteResult['tables'][number];
  readonly targets: SuiteResult['targets'];
}
