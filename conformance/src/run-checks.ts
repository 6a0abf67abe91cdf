import { CannotTell, CheckFailure, groupOf } from './check.js';
import type { Outcome } from './outcome.js';
import type { Conversation, ConversationOptions, RunnableCheck, Suite, TargetHints } from './suite.js';
import { describeExit, describeStderr } from './target/child-process.js';
import { type Connection, type Target, TargetError, type TargetGroup } from './target/target.js';

interface RunOptions extends ConversationOptions {
  readonly hints: TargetHints;
}

/** Says hello once. Throws a `TargetError` when nobody is there; what is wrong with the answer, the checks will say. */
export async function greet(suite: Suite, target: Target, options: RunOptions): Promise<void> {
  await using group = await target.openGroup();
  const connection = await group.connect();
  await using greeting = suite.greeting.prepare(connection, options, options.hints);
  try {
    await greeting.run();
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    if (greeting.hasReceived) return;
    throw new TargetError(await explainSilence(connection, greeting, error), { cause: error });
  }
}

async function explainSilence(
  connection: Connection,
  greeting: Conversation,
  failure: CheckFailure,
): Promise<string> {
  if (connection.exited === undefined) return `The target said nothing: ${failure.message}.`;
  const isOver = connection.transport === 'stdio' && connection.output.readableEnded;
  const exit = isOver ? await greeting.exit().catch(() => undefined) : undefined;
  if (exit !== undefined)
    return `The command ended without a word: it ${describeExit(exit, connection.stderrTail())}`;
  return `The command runs but says nothing: ${failure.message}; ${describeStderr(connection.stderrTail())}`;
}

/** Runs the checks one after another and yields what came of each. */
export async function* runChecks(
  checks: readonly RunnableCheck[],
  target: Target,
  options: RunOptions,
): AsyncGenerator<Outcome> {
  for (const [, members] of groupChecks(checks)) {
    await using group = openLazily(target);
    for (const check of members) {
      const reason = check.notApplicable(target.transport, options.hints);
      if (reason !== undefined) {
        yield { kind: 'not-applicable', check, reason };
        continue;
      }
      const outcome = await runCheck(check, group, options);
      // A daemon that failed may be dying or confused, for which the next check is not to blame.
      if (outcome.kind === 'failed') await group.restart();
      yield outcome;
    }
  }
}

async function runCheck(check: RunnableCheck, group: TargetGroup, options: RunOptions): Promise<Outcome> {
  options.signal.throwIfAborted();
  let connection: Connection;
  try {
    connection = await group.connect();
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    return { kind: 'failed', check, reason: `the target is gone: ${error.message}`, transcript: [] };
  }
  await using conversation = check.prepare(connection, options, options.hints);
  try {
    await conversation.run();
    return { kind: 'passed', check };
  } catch (error) {
    if (error instanceof CannotTell) return { kind: 'not-applicable', check, reason: error.message };
    if (!(error instanceof CheckFailure)) throw error;
    return { kind: 'failed', check, reason: error.message, transcript: conversation.transcript() };
  }
}

function groupChecks(checks: readonly RunnableCheck[]): ReadonlyMap<string, readonly RunnableCheck[]> {
  const groups = new Map<string, RunnableCheck[]>();
  for (const check of checks) {
    const group = groupOf(check.id);
    groups.set(group, [...(groups.get(group) ?? []), check]);
  }
  return groups;
}

interface RestartableGroup extends TargetGroup {
  /** Ends what runs for the group; the next connection starts it anew. */
  restart(): Promise<void>;
}

/** Nothing is started for a group whose checks do not apply. */
function openLazily(target: Target): RestartableGroup {
  let group: TargetGroup | undefined;
  const restart = async () => {
    await group?.[Symbol.asyncDispose]();
    group = undefined;
  };
  return {
    async connect() {
      group ??= await target.openGroup();
      return await group.connect();
    },
    restart,
    [Symbol.asyncDispose]: restart,
  };
}
