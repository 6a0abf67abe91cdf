import {
  type ActionCall,
  type FormattedResult,
  type OpenDocument,
  type RunEvents,
  type Runner,
  type RunnerExit,
  type RunnerHost,
  type RunnerLauncher,
  type RunnerStart,
  type RunOutcome,
  WorkspaceError,
} from '@tandem/workspace';

/** Runners in this process, behind the same port as real ones, whose actions do what a test of the front needs. */
export class DemoRunners implements RunnerLauncher {
  /** What happened, in order: `started /p dev`, `cancelled wait`, … */
  readonly history: string[] = [];
  readonly living = new Set<DemoRunner>();
  #listener = (): void => {};

  async start(start: RunnerStart, host: RunnerHost): Promise<Runner> {
    if (start.envName === 'missing') {
      throw new WorkspaceError('env-not-found', `Environment "missing" of ${start.projectDir} is not there.`);
    }
    const runner = new DemoRunner(start, host, this);
    this.living.add(runner);
    this.note(`started ${start.envName}`);
    return runner;
  }

  async checkEnv(start: RunnerStart): Promise<boolean> {
    return start.envName !== 'missing';
  }

  note(event: string): void {
    this.history.push(event);
    this.#listener();
  }

  async until(event: string): Promise<void> {
    while (!this.history.includes(event)) {
      await new Promise<void>((resolve) => {
        this.#listener = resolve;
      });
    }
  }
}

type Behaviour = (
  runner: DemoRunner,
  call: ActionCall,
  events: RunEvents,
  signal: AbortSignal,
) => Promise<RunOutcome> | RunOutcome;

class DemoRunner implements Runner {
  readonly streamsEveryResult = true;
  readonly logFilePath = undefined;
  readonly exited: Promise<RunnerExit>;
  readonly debugAddress;
  readonly documents = new Map<string, OpenDocument>();
  readonly host: RunnerHost;
  readonly start: RunnerStart;
  readonly owner: DemoRunners;
  #end: (exit: RunnerExit) => void = () => undefined;

  constructor(start: RunnerStart, host: RunnerHost, owner: DemoRunners) {
    this.start = start;
    this.host = host;
    this.owner = owner;
    this.debugAddress = start.debug ? { host: '127.0.0.1', port: 9229 } : undefined;
    this.exited = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async configure(config: Parameters<Runner['configure']>[0]) {
    return new Map(
      config.actions.map(({ source }) => [source, { canonicalSource: source, runsConcurrently: false }]),
    );
  }

  async run(call: ActionCall, events: RunEvents, { signal }: { signal: AbortSignal }): Promise<RunOutcome> {
    const behaviour = behaviours[call.actionName];
    if (behaviour === undefined) return { kind: 'failed', message: `no action "${call.actionName}"` };
    return behaviour(this, call, events, signal);
  }

  runHandlers(): never {
    throw new Error('demo actions live in one environment');
  }
  mergeResults(): never {
    throw new Error('demo actions live in one environment');
  }
  async payloadSchemas() {
    return { echo: { properties: { text: { type: 'string' } }, required: ['text'] } };
  }
  async resolveSource() {
    return undefined;
  }
  async reloadAction(actionName: string) {
    this.owner.note(`reloaded ${actionName}`);
  }
  async packagePath() {
    return undefined;
  }
  documentOpened(document: OpenDocument) {
    this.documents.set(document.uri, document);
    this.owner.note(`opened ${document.uri} ${JSON.stringify(document.text)}`);
  }
  documentChanged(document: OpenDocument) {
    this.documents.set(document.uri, document);
    this.owner.note(`changed ${document.uri} ${JSON.stringify(document.text)}`);
  }
  documentClosed(uri: string) {
    this.documents.delete(uri);
    this.owner.note(`closed ${uri}`);
  }
  forwardLogs(level: string | undefined) {
    this.owner.note(`forwards logs ${level}`);
  }
  async stop() {
    this.owner.living.delete(this);
    this.owner.note(`stopped ${this.start.envName}`);
    this.#end({ kind: 'stopped', message: 'asked to' });
  }
}

function formatted(call: ActionCall, json: unknown): FormattedResult {
  return {
    ...(call.resultFormats.includes('json') && { json }),
    ...(call.resultFormats.includes('string') && {
      styledText: { parts: ['said: ', { text: String(call.params['text']), bold: true }] },
    }),
  };
}

const behaviours: Readonly<Record<string, Behaviour>> = {
  echo: ({ start }, call) => ({
    kind: 'finished',
    result: formatted(call, {
      ...call.params,
      devEnv: call.meta.devEnv,
      trigger: call.meta.trigger,
      env: start.envName,
    }),
    returnCode: Number(call.params['code'] ?? 0),
  }),
  wait: async ({ owner }, _call, _events, signal) => {
    owner.note('waiting');
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    owner.note('cancelled wait');
    signal.throwIfAborted();
    throw new Error('unreachable');
  },
  stream: async (_runner, call, events) => {
    await events.progress?.({ kind: 'begin', title: 'Streaming', total: 3 });
    for (const part of [1, 2, 3]) {
      await events.partial?.(formatted(call, { part }));
      await events.progress?.({ kind: 'report', message: `part ${part}`, percentage: part * 33 });
    }
    await events.progress?.({ kind: 'end' });
    if (events.partial !== undefined) return { kind: 'streamed', returnCode: 2 };
    return { kind: 'finished', result: formatted(call, { parts: 3 }), returnCode: 2 };
  },
  fail: () => ({ kind: 'failed', message: 'it is broken' }),
  big: (_runner, call) => ({
    kind: 'finished',
    result: { json: 'x'.repeat(Number(call.params['bytes'])) },
    returnCode: 0,
  }),
  speak: ({ host }, call) => {
    host.userMessage(String(call.params['text']), 'warning');
    host.logRecord({ level: 'INFO', group: 'demo', message: 'token=abc123secret', timeMs: 1_500 });
    return { kind: 'finished', result: formatted(call, {}), returnCode: 0 };
  },
  edit: async ({ host }, call) => ({
    kind: 'finished',
    result: {
      json: await host.applyEdit({
        label: 'demo',
        changes: [
          {
            kind: 'edit',
            uri: String(call.params['uri']),
            ...(typeof call.params['hash'] === 'string' && { contentHash: call.params['hash'] }),
            edits: [
              { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText: 'X' },
            ],
          },
        ],
      }),
    },
    returnCode: 0,
  }),
};

/** The action names that a demo project configures. */
export const demoActions = Object.keys(behaviours);
