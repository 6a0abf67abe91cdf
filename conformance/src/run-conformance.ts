import { createProcesses, installExitHook, readEnvironment } from '@tandem/platform';
import { groupOf } from './check.js';
import { openProbe, probeProjectPlaceholder } from './er/probe/open-probe.js';
import { ProbeError } from './er/probe/probe.js';
import { type Counts, countOutcomes, type Outcome } from './outcome.js';
import { conformanceProtocols, findSuite, selectChecks } from './protocols.js';
import { createJsonReporter } from './report/json-reporter.js';
import type { Reporter } from './report/reporter.js';
import { createTableReporter } from './report/table-reporter.js';
import { greet, runChecks } from './run-checks.js';
import type { RunnableCheck, SlowRequest, Suite } from './suite.js';
import { isServerCommand } from './target/daemon-target.js';
import { openTarget } from './target/open-target.js';
import { TargetError, type TargetSpec } from './target/target.js';

export interface ConformanceOptions {
  /** One of `conformanceProtocols`. */
  readonly protocol: string;
  readonly target: TargetSpec;
  /** Ids of checks, or of groups (`framing`); all when left out. */
  readonly only?: readonly string[];
  /** How long the target may take for each single thing it is expected to do; 10 s unless said. */
  readonly timeoutMs?: number;
  /** A request that takes long on this target: checks of cancelling need one. */
  readonly slowRequest?: SlowRequest | undefined;
  /** The file that describes a project whose handlers do known things: checks of runners need one. */
  readonly probeFile?: string | undefined;
  readonly color: boolean;
  readonly format: 'table' | 'json';
  write(text: string): void;
  /** Aborting ends every process that was started, then the run. */
  readonly signal: AbortSignal;
}

export interface ConformanceResult extends Counts {
  /** 0 nothing failed · 1 a check failed · 2 asked for wrongly · 3 target not reached or not started · 130 interrupted. */
  readonly exitCode: 0 | 1 | 2 | 3 | 130;
}

const defaultTimeoutMs = 10_000;
const nothing: Counts = { passed: 0, failed: 0, notApplicable: 0 };

/** Drives the target through the checks of a protocol and writes the report. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  const suite = findSuite(options.protocol);
  const problem =
    suite === undefined ? unknownProtocol(options.protocol) : problemWithRequest(suite, options);
  if (suite === undefined || problem !== undefined) {
    options.write(`${problem}\n`);
    return { ...nothing, exitCode: 2 };
  }
  const checks = selectChecks(suite, options.only);
  const reporter =
    options.format === 'json'
      ? createJsonReporter(options.write)
      : createTableReporter({ ...options, checks });
  const outcomes: Outcome[] = [];
  try {
    await driveTarget(suite, checks, options, reporter, outcomes);
  } catch (error) {
    if (options.signal.aborted) {
      reporter.interrupted(countOutcomes(outcomes));
      return { ...countOutcomes(outcomes), exitCode: 130 };
    }
    if (error instanceof ProbeError) {
      options.write(`${error.message}\n`);
      return { ...nothing, exitCode: 2 };
    }
    if (!(error instanceof TargetError)) throw error;
    reporter.unreachable(error.message);
    return { ...nothing, exitCode: 3 };
  }
  const counts = countOutcomes(outcomes);
  reporter.finished(counts);
  return { ...counts, exitCode: counts.failed === 0 ? 0 : 1 };
}

async function driveTarget(
  suite: Suite,
  checks: readonly RunnableCheck[],
  options: ConformanceOptions,
  reporter: Reporter,
  outcomes: Outcome[],
): Promise<void> {
  const { signal, slowRequest, timeoutMs = defaultTimeoutMs } = options;
  const environment = readEnvironment();
  await using prepared = await openProbe(options, environment.tempDir);
  const processes = createProcesses();
  using _hook = installExitHook(processes);
  const target = openTarget(prepared.target, { processes, environment }, { timeoutMs, signal });
  reporter.started({ protocol: suite.protocol, target: target.description });
  const conversation = { timeoutMs, signal, hints: { slowRequest, probe: prepared.probe } };
  await greet(suite, target, conversation);
  for await (const outcome of runChecks(checks, target, conversation)) {
    outcomes.push(outcome);
    reporter.outcome(outcome);
  }
}

function unknownProtocol(name: string): string {
  return `Unknown protocol "${name}": it is one of ${conformanceProtocols.map(({ name }) => name).join(', ')}.`;
}

function problemWithRequest(
  suite: Suite,
  { target, only = [], probeFile }: ConformanceOptions,
): string | undefined {
  if (suite.needsPort !== undefined && target.kind === 'command' && !isServerCommand(target.command)) {
    return suite.needsPort;
  }
  if (
    probeFile !== undefined &&
    target.kind === 'command' &&
    target.command.includes(probeProjectPlaceholder)
  ) {
    return `The command asks for the probe project of the kit (${probeProjectPlaceholder}), and another one is named as ${probeFile}: choose one.`;
  }
  const unknown = only.filter((pattern) => selectChecks(suite, [pattern]).length === 0);
  if (unknown.length === 0) return undefined;
  const groups = [...new Set(suite.checks.map(({ id }) => groupOf(id)))];
  return `No check of ${suite.protocol} is called ${unknown.join(', ')}: name a check, or one of the groups ${groups.join(', ')}.`;
}
