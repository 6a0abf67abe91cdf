import type { RunArguments } from '../arguments/parse-run-arguments.js';
import type { CommandContext, Connection } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { formatDuration } from '../display/duration.js';
import type { ExitCode } from '../exit-code.js';
import { findSlots } from './find-slots.js';
import { connectTo, openWorkspace, workDirOf } from './open-workspace.js';
import type { Reporter } from './reporter.js';
import { exitCodeFor, type RunReport } from './run-report.js';
import { runSlots } from './run-slots.js';

interface Surroundings {
  readonly context: CommandContext;
  readonly reporter: Reporter;
}

/** Connects, finds out what the words mean, runs, reports. */
export async function executeRun(args: RunArguments, surroundings: Surroundings): Promise<ExitCode> {
  const { context, reporter } = surroundings;
  const { timeoutMs } = args;
  const startedAt = context.clock.monotonicMs();
  using deadline =
    timeoutMs === undefined ? undefined : context.clock.deadline(timeoutMs, { signal: context.signal });
  try {
    const results = await collect(args, surroundings, deadline?.signal ?? context.signal);
    const report = { ...results, durationMs: context.clock.monotonicMs() - startedAt };
    const exitCode = exitCodeFor(report, args.failOn);
    reporter.finished(report, exitCode);
    return exitCode;
  } catch (cause) {
    if (deadline?.isExpired !== true || cause instanceof CommandError) throw cause;
    throw new CommandError('failed', `not even begun within ${formatDuration(timeoutMs ?? 0)}`, { cause });
  }
}

async function collect(
  args: RunArguments,
  { context, reporter }: Surroundings,
  signal: AbortSignal,
): Promise<Omit<RunReport, 'durationMs'>> {
  const workDir = workDirOf(args.workDir, context);
  if (args.server === 'shared' && args.config.length > 0)
    reporter.warning('--config.* is ignored with --shared-server: the daemon serves others too');

  reporter.waiting('starting the Workspace Manager');
  await using connection = await connectTo(context, { server: args.server, workDir, signal });
  using _messages = connection.on('server/userMessage', (message) => reporter.userMessage(message));
  using _logs = connection.on('server/logRecords', ({ records }) => {
    for (const { level, source, message } of records) reporter.log(`${level} ${source}: ${message}`);
  });
  if (args.verbosity === 'verbose') await followLogs(connection, signal);

  reporter.waiting('reading projects');
  const workspace = await openWorkspace(connection, args, { context, workDir, signal });
  const { slots, brokenProjects, notes } = await findSlots(connection, args, workspace, { context, signal });
  for (const broken of brokenProjects) reporter.brokenProject(broken);
  for (const note of notes) reporter.warning(note);

  const finished = await runSlots(slots, {
    connection,
    observer: reporter,
    clock: context.clock,
    devEnv: args.devEnv ?? (context.environment.variables['CI'] ? 'ci' : 'cli'),
    concurrently: args.concurrently,
    resultFormats: args.output === 'text' ? ['json', 'string'] : ['json'],
    signal,
    givenUpMessage: `cancelled: not finished within ${formatDuration(args.timeoutMs ?? 0)}`,
  });
  return { slots: finished, brokenProjects };
}

/** Log records are an extra of some servers; a run goes on without them. */
async function followLogs(connection: Connection, signal: AbortSignal): Promise<void> {
  await connection.request('server/subscribeLogs', { minLevel: 'INFO' }, { signal }).catch(() => {
    signal.throwIfAborted();
  });
}
