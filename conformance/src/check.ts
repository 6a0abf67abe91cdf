/** The transport that carries a target's protocol; `tcp` also for a daemon that the kit started itself. */
export type Transport = 'tcp' | 'stdio';

/** What every check can ask about the target before it runs. */
export interface TargetFacts {
  readonly transport: Transport;
}

/**
 * One statement about a protocol that a conversation with a target can prove wrong. `S` is the conversation it needs,
 * `F` what it may ask about the target beforehand.
 */
export interface Check<S, F extends TargetFacts = TargetFacts> {
  /** `<group>/<name>`; users select checks by it. */
  readonly id: string;
  /** What a correct target does, as a claim. */
  readonly title: string;
  /** Ids of the requirements that fail with this check, of every protocol that runs it. */
  readonly proves: readonly string[];
  /** Why the check says nothing about this target; absent or `undefined` when it does. */
  readonly notApplicable?: (facts: F) => string | undefined;
  /** Checks of the handshake itself begin on a fresh connection; all others find it done. */
  readonly startsUnready?: true;
  run(session: S): Promise<void>;
}

/** The target did not do what a check expects. Anything else thrown by a check is a defect of the kit. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

/** A check found out on its way that it says nothing about this target. */
export class CannotTell extends Error {
  override readonly name = 'CannotTell';
}

/** The part of an id before the slash. */
export function groupOf(checkId: string): string {
  return checkId.slice(0, checkId.indexOf('/'));
}
