import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { createMilestone } from '../er/probe-handlers.js';
import type { ConfiguredHandler } from './probe-config.js';

export interface Notes {
  readonly notes: readonly string[];
  readonly bad: boolean;
}

/** What a handler of the probe is called with. */
export interface Call {
  readonly action: string;
  readonly handler: ConfiguredHandler;
  readonly word: string;
  readonly payload: { readonly text: string; readonly file: string };
  readonly meta: { readonly trigger: string; readonly devEnv: string };
  readonly signal: AbortSignal;
  read(file: string): string;
  tellUser(message: string): void;
  part(result: Notes): Promise<void>;
  progress(message: string, percentage: number): Promise<void>;
}

/** Does what the handlers of the probe do, without starting anything. */
export class ReferenceRunner {
  readonly #projectDir: string;
  readonly #pid = randomUUID();
  readonly #waitingBegan = createMilestone();
  readonly #waitingEnded = createMilestone();
  readonly #partnerBegan = createMilestone();
  #versionedText = '';

  constructor(projectDir: string) {
    this.#projectDir = projectDir;
    this.reload();
  }

  reload(): void {
    this.#versionedText = readFileSync(join(this.#projectDir, 'versioned.ts'), 'utf8');
  }

  /** The names of the fields that an action takes. */
  fieldsOf(action: string): readonly string[] {
    if (action !== 'versioned') return ['text', 'file'];
    return [this.#versionedText.includes('later') ? 'later' : 'earlier'];
  }

  async run(call: Call): Promise<Notes> {
    const { payload } = call;
    switch (call.action) {
      case 'bad':
        return { notes: [payload.text], bad: true };
      case 'meta':
        return says(call.meta.trigger, call.meta.devEnv);
      case 'settings':
        return says(call.word);
      case 'parts':
        await call.part(says(`${payload.text} 1`));
        await call.part(says(`${payload.text} 2`));
        return says();
      case 'steps':
        await call.progress('one', 50);
        await call.progress('two', 100);
        return says(payload.text);
      case 'pid':
        return says(this.#pid);
      case 'reads':
        return says(call.read(payload.file));
      case 'fails':
        throw new Error(`failed as asked: ${payload.text}`);
      case 'tells':
        call.tellUser(payload.text);
        return says(payload.text);
      case 'gate':
        if (dirname(payload.file) === this.#projectDir) await appears(payload.file);
        return says(payload.text);
      case 'versioned':
        return says(this.#versionedText.includes("'second'") ? 'second' : 'first');
      default:
        return await this.#runTogether(call);
    }
  }

  /** Actions that know of each other. */
  async #runTogether({ action, payload, signal }: Call): Promise<Notes> {
    switch (action) {
      case 'waits':
        this.#waitingBegan.reach();
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        );
        this.#waitingEnded.reach();
        throw signal.reason;
      case 'began':
        await this.#waitingBegan.reached;
        return says('began');
      case 'ended':
        await this.#waitingEnded.reached;
        return says('ended');
      case 'meets':
        return says(await this.#meet(Number(payload.text)));
      case 'partner':
        this.#partnerBegan.reach();
        return says('here');
      default:
        return says(payload.text);
    }
  }

  async #meet(patienceMs: number): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, patienceMs, 'alone');
    });
    const met = this.#partnerBegan.reached.then(() => 'together');
    const outcome = await Promise.race([met, patience]);
    clearTimeout(timer);
    return outcome;
  }
}

function says(...notes: readonly string[]): Notes {
  return { notes, bad: false };
}

function appears(file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(file), () => look());
    const look = () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    };
    look();
  });
}
