import { setMaxListeners } from 'node:events';
import type { ClientSession } from './client-session.js';

/** Ties what a client has under way to the client: it ends when the client is gone. */
export class ClientScopes {
  readonly #scopes = new WeakMap<ClientSession, AbortController>();

  signalOf(session: ClientSession): AbortSignal {
    return this.#scopeOf(session).signal;
  }

  end(session: ClientSession, reason: Error): void {
    this.#scopeOf(session).abort(reason);
  }

  #scopeOf(session: ClientSession): AbortController {
    const known = this.#scopes.get(session);
    if (known !== undefined) return known;
    const scope = new AbortController();
    // One listener for each run that the client has under way, which may be many.
    setMaxListeners(0, scope.signal);
    this.#scopes.set(session, scope);
    return scope;
  }
}
