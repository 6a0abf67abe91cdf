import type { Progress } from '@tandem/extension-api';

export type ProgressEvent =
  | {
      readonly type: 'begin';
      readonly title: string;
      readonly total: number | undefined;
      readonly cancellable: boolean;
    }
  | { readonly type: 'report'; readonly message: string | undefined; readonly percentage: number | undefined }
  | { readonly type: 'end' };

/**
 * The progress of all handlers of a run as one story: it begins once, with the first handler that has something to
 * tell, and ends once.
 */
export class RunProgress {
  readonly #send: (event: ProgressEvent) => void;
  #state: 'silent' | 'begun' | 'ended' = 'silent';

  constructor(send: (event: ProgressEvent) => void) {
    this.#send = send;
  }

  start(
    title: string,
    { total, cancellable = false }: { readonly total?: number; readonly cancellable?: boolean } = {},
  ): Progress {
    if (this.#state === 'silent') {
      this.#state = 'begun';
      this.#send({ type: 'begin', title, total, cancellable });
    } else this.#report(title, undefined);

    let done = 0;
    return {
      advance: (steps = 1, message) => {
        done += steps;
        this.#report(
          message,
          total === undefined ? undefined : Math.min(100, Math.round((100 * done) / total)),
        );
      },
      report: (message, percentage) => this.#report(message, percentage),
    };
  }

  end(): void {
    if (this.#state === 'begun') this.#send({ type: 'end' });
    this.#state = 'ended';
  }

  #report(message: string | undefined, percentage: number | undefined): void {
    if (this.#state === 'begun') this.#send({ type: 'report', message, percentage });
  }
}
