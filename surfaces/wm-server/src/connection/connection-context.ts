import type { Caller, Handlers, wmContract } from '@tandem/contracts';
import type { Clock, Log } from '@tandem/platform';
import type { Workspace } from '@tandem/workspace';
import type { ConnectedClient } from './connected-client.js';
import type { LogSubscription } from './log-subscription.js';

type Wm = typeof wmContract;

/** What the server can tell about itself. */
export interface ServerFacts {
  /** Absolute; null when this server keeps none. */
  readonly logFilePath: string | null;
  readonly version: string;
}

/** What the messages of one connection act on. */
export interface ConnectionContext {
  readonly workspace: Workspace;
  readonly client: ConnectedClient;
  /** To call the client. */
  readonly caller: Caller<Wm, 'toClient'>;
  readonly logs: LogSubscription;
  readonly facts: ServerFacts;
  readonly log: Log;
  readonly clock: Clock;
  /** Ends the whole server, once the answer that is being made has been sent. */
  shutDown(): void;
}

type Method = keyof Handlers<Wm, 'toServer'>;

/** The handlers of the messages whose names begin so. */
export type HandlersOf<Prefix extends string> = Pick<
  Handlers<Wm, 'toServer'>,
  Extract<Method, `${Prefix}/${string}`>
>;
