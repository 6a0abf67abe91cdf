import type { Check, TargetFacts, Transport } from './check.js';
import type { Probe } from './er/probe/probe.js';
import { Channel, type Decoder } from './session/channel.js';
import { Transcript, type TranscriptEntry } from './session/transcript.js';
import type { Connection, ProcessExit } from './target/target.js';

/** How a conversation is held, whatever is talked about. */
export interface ConversationOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A request that a user of the kit names, because only they know what takes long on their target. */
export interface SlowRequest {
  readonly method: string;
  readonly params: unknown;
}

/** What only the user of the kit can know about a target. */
export interface TargetHints {
  readonly slowRequest: SlowRequest | undefined;
  readonly probe: Probe | undefined;
}

export interface Conversation extends AsyncDisposable {
  transcript(): readonly TranscriptEntry[];
  /** Whether the target has sent anything at all. */
  readonly hasReceived: boolean;
  /** Waits for the process to end; fails like a check when it does not. */
  exit(): Promise<ProcessExit>;
}

export interface CheckInfo {
  readonly id: string;
  readonly title: string;
  readonly proves: readonly string[];
}

/** A check with its session type hidden: what the runner sees. */
export interface RunnableCheck extends CheckInfo {
  notApplicable(transport: Transport, hints: TargetHints): string | undefined;
  prepare(
    connection: Connection,
    options: ConversationOptions,
    hints: TargetHints,
  ): Conversation & { run(): Promise<void> };
}

/** Everything the kit knows about one protocol. */
export interface Suite {
  readonly protocol: string;
  readonly doc: string;
  /** Why a command without `{portFile}` cannot be a target; absent for protocols on standard streams. */
  readonly needsPort?: string;
  readonly checks: readonly RunnableCheck[];
  /** The handshake and one round trip: whether there is anybody to talk to. */
  readonly greeting: RunnableCheck;
}

/** A session that holds more than its connection is disposed before it. */
type Session = { probe(): Promise<void> } & Partial<AsyncDisposable>;

interface SuiteSpec<S extends Session, F extends TargetFacts> {
  readonly protocol: string;
  readonly doc: string;
  readonly needsPort?: string;
  readonly checks: readonly Check<S, F>[];
  createDecoder(): Decoder;
  facts(transport: Transport, hints: TargetHints): F;
  openSession(channel: Channel, facts: F): S;
  getReady(session: S): Promise<void>;
}

export function defineSuite<S extends Session, F extends TargetFacts>(spec: SuiteSpec<S, F>): Suite {
  const greeting: Check<S, F> = {
    id: 'greeting/probe',
    title: 'the target can be talked to',
    proves: [],
    run: (session) => session.probe(),
  };
  const { protocol, doc, needsPort } = spec;
  return {
    protocol,
    doc,
    ...(needsPort !== undefined && { needsPort }),
    checks: spec.checks.map((check) => makeRunnable(spec, check)),
    greeting: makeRunnable(spec, greeting),
  };
}

function makeRunnable<S extends Session, F extends TargetFacts>(
  spec: SuiteSpec<S, F>,
  check: Check<S, F>,
): RunnableCheck {
  const { id, title } = check;
  return {
    id,
    title,
    // A check that several protocols share proves requirements of each; only those of this one are its business here.
    proves: check.proves.filter((requirement) => requirement.startsWith(`${spec.protocol}/`)),
    notApplicable: (transport, hints) => check.notApplicable?.(spec.facts(transport, hints)),
    prepare(connection, options, hints) {
      const transcript = new Transcript();
      const channel = new Channel({ connection, decoder: spec.createDecoder(), transcript, ...options });
      const session = spec.openSession(channel, spec.facts(connection.transport, hints));
      return {
        async run() {
          if (check.startsUnready !== true) {
            await spec.getReady(session);
            transcript.restart('connected and ready');
          }
          await check.run(session);
        },
        transcript: () => transcript.entries(),
        get hasReceived() {
          return channel.hasReceived;
        },
        exit: () => channel.exit(),
        async [Symbol.asyncDispose]() {
          await session[Symbol.asyncDispose]?.();
          await connection[Symbol.asyncDispose]();
        },
      };
    },
  };
}
