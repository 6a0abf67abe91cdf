import type { Log } from '@tandem/platform';
import type { RunEvents } from '@tandem/workspace';
import { EventQueue, type EventQueueOptions } from './event-queue.js';
import { streamedValue } from './from-wire.js';
import type { StreamTokens } from './to-wire.js';

/** One run's share of what a runner sends while it works. */
export interface EventStream extends Disposable {
  readonly tokens: StreamTokens;
  readonly queue: EventQueue;
}

interface Listener {
  readonly expects: 'partial' | 'progress';
  readonly events: RunEvents;
  readonly queue: EventQueue;
}

export interface EventStreamsOptions extends EventQueueOptions {
  readonly log: Log;
  /** Gives a token that no other run has, of whatever runner. */
  newToken(): string;
}

/** Brings every `$/progress` of a runner to the run that it belongs to. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #listeners = new Map<string | number, Listener>();

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  open(events: RunEvents): EventStream {
    const queue = new EventQueue(this.#options);
    const listen = (expects: Listener['expects']): string => {
      const token = this.#options.newToken();
      this.#listeners.set(token, { expects, events, queue });
      return token;
    };
    const tokens = {
      partial: events.partial && listen('partial'),
      progress: events.progress && listen('progress'),
    };
    return {
      tokens,
      queue,
      [Symbol.dispose]: () => {
        for (const token of [tokens.partial, tokens.progress]) {
          if (token !== undefined) this.#listeners.delete(token);
        }
        queue[Symbol.dispose]();
      },
    };
  }

  /** Never waits: the answer to a run is read as soon as it comes, and by then all before it must be queued. */
  receive(token: string | number, value: unknown): void {
    const listener = this.#listeners.get(token);
    if (listener === undefined) {
      this.#options.log.debug('a $/progress came for a run that is over', { token });
      return;
    }
    const { events, queue, expects } = listener;
    const streamed = streamedValue(value, expects);
    switch (streamed.kind) {
      case 'partial':
        queue.add(sizeOf(value), () => events.partial?.(streamed.result));
        return;
      case 'progress':
        queue.add(sizeOf(value), () => events.progress?.(streamed.event));
        return;
      case 'invalid':
        this.#options.log.warn(`a $/progress was left out: ${streamed.problem}`, { token });
    }
  }
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}
