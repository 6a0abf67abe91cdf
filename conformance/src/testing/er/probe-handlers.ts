import type { RpcPeer } from '@tandem/wire';

/** A result of the probe's actions. */
export interface Notes {
  readonly notes: readonly string[];
  readonly bad: boolean;
}

export interface Meta {
  readonly trigger: string;
  readonly devEnv: string;
  readonly orchestrationDepth: number;
}

/** What one handler of the probe is run with. */
export interface HandlerCall {
  readonly text: string;
  readonly file: string;
  readonly current: Notes | undefined;
  readonly meta: Meta;
  readonly config: { readonly word?: string };
  readonly project: { readonly name: string; readonly dir: string; readonly defPath: string };
  readonly signal: AbortSignal;
  readonly manager: Pick<RpcPeer, 'request'>;
  readonly runner: RunnerState;
  sendPart(part: Notes): Promise<void>;
}

/** What handlers share. */
export interface RunnerState {
  /** The canonical source of the probe's action. */
  readonly noteSource: string;
  readonly waiting: Milestones;
  serviceStarts: number;
  /** What the file for the reload check said when it was loaded. */
  loadedVersion: string;
  /** Starts the probe's service if it does not run. */
  word(): string;
  read(file: string): string;
  write(file: string, text: string): Promise<void>;
}

interface Milestones {
  readonly began: Milestone;
  ended: Milestone;
}

export interface Milestone {
  readonly reached: Promise<void>;
  reach(): void;
}

export function createMilestone(): Milestone {
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}

/** Ends the run with this result. */
export class Stop extends Error {
  readonly result: Notes;

  constructor(result: Notes) {
    super('stopped');
    this.result = result;
  }
}

export const good = (...notes: readonly string[]): Notes => ({ notes, bad: false });

/** The handlers of the probe project, by the name they have in its file. */
export const probeHandlers: Readonly<
  Record<string, (call: HandlerCall) => Notes | undefined | Promise<Notes | undefined>>
> = {
  adds: ({ text }) => good(text),
  counts: ({ current }) => good(current === undefined ? 'first' : `after ${current.notes.length}`),
  marks: () => ({ notes: ['marked'], bad: true }),
  silent: () => undefined,
  tellsMeta: ({ meta }) => good(meta.trigger, meta.devEnv, String(meta.orchestrationDepth)),
  tellsConfig: ({ config }) => good(config.word ?? 'none'),
  tellsProject: ({ project }) => good(project.name, project.dir, project.defPath),
  tellsService: ({ runner }) => good(runner.word()),
  tellsStarts: ({ runner }) => good(String(runner.serviceStarts)),
  versioned: ({ runner }) => good(runner.loadedVersion),
  fails({ text }) {
    throw new Error(`failed as asked: ${text}`);
  },
  stops({ text }) {
    throw new Stop({ notes: [text], bad: true });
  },
  async parts({ text, sendPart }) {
    await sendPart(good(`${text} 1`));
    await sendPart(good(`${text} 2`));
    return undefined;
  },
  async waits({ signal, runner: { waiting } }) {
    waiting.ended = createMilestone();
    const cancelled = createMilestone();
    signal.addEventListener('abort', () => cancelled.reach());
    waiting.began.reach();
    await cancelled.reached;
    waiting.ended.reach();
    throw signal.reason;
  },
  async began({ runner }) {
    await runner.waiting.began.reached;
    return good('began');
  },
  async ended({ runner }) {
    await runner.waiting.ended.reached;
    return good('ended');
  },
  reads: ({ file, runner }) => good(runner.read(file)),
  async writes({ file, text, runner }) {
    await runner.write(file, text);
    return good('written');
  },
  async nested({ text, meta, manager, runner }) {
    const params = { actionSource: runner.noteSource, payload: { text }, meta };
    const answer = await manager.request('finecode/runActionInProject', params);
    return (answer as { result: Notes }).result;
  },
  everywhere: (call) => runInWorkspace(call, { projectPaths: null, concurrently: true }),
  chosen: (call) => runInWorkspace(call, { projectPaths: [call.file], concurrently: false }),
  async asksConfig({ manager, project }) {
    const answer = await manager.request('projects/getRawConfig', { projectDefPath: project.defPath });
    return good(JSON.parse((answer as { config: string }).config).word);
  },
};

async function runInWorkspace({ text, meta, manager, runner }: HandlerCall, where: object): Promise<Notes> {
  const params = { actionSource: runner.noteSource, payload: { text }, meta, ...where };
  const answer = await manager.request('finecode/runActionInWorkspace', params);
  const { resultsByProject } = answer as { resultsByProject: Record<string, Notes> };
  return good(...Object.entries(resultsByProject).map(([dir, { notes }]) => `${dir}: ${notes.join(', ')}`));
}
