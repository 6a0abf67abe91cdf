import { type ConformanceOptions, type ConformanceResult, runConformance } from '../run-conformance.js';
import { slowMethod } from './json-rpc/protocol-faces.js';

interface KitRun extends ConformanceResult {
  readonly text: string;
}

type KitOptions = Pick<ConformanceOptions, 'protocol' | 'target'> & Partial<ConformanceOptions>;

/** Runs the kit as the command line does and keeps what it wrote. */
export async function runKit(options: KitOptions): Promise<KitRun> {
  let text = '';
  const result = await runConformance({
    color: false,
    format: 'table',
    slowRequest: { method: slowMethod, params: {} },
    signal: new AbortController().signal,
    write(part) {
      text += part;
    },
    ...options,
  });
  return { ...result, text };
}

/** A line that says why a check failed, for assertions. */
export interface ReportedCheck {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'not-applicable';
  readonly reason?: string;
  readonly proves: readonly string[];
  readonly transcript?: readonly { readonly direction: string; readonly text: string }[];
}

/** The same with the checks of the JSON report. */
export async function runKitForChecks(options: KitOptions): Promise<readonly ReportedCheck[]> {
  const { text } = await runKit({ ...options, format: 'json' });
  return JSON.parse(text).checks;
}
