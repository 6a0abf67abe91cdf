import type { MessageConnection } from 'vscode-jsonrpc/node';
import { type RunnerBundle, type RunnerProcess, startRunnerProcess, wireConfig } from './runner-process.js';
import { createTempProject, type TempProject } from './temp-project.js';

/** Handlers that do one thing each, for an action that collects notes. */
export const notesExtension = `
  import { ActionFailed, ActionRunner, CommandRunner, FileAccess, Logger, StopRun, UserMessages, defineAction, defineHandler, z } from 'tandem/extension-api';

  const result = {
    schema: z.object({ notes: z.array(z.string()).default([]), bad: z.boolean().default(false) }),
    merge: (a, b) => ({ notes: [...a.notes, ...b.notes], bad: a.bad || b.bad }),
    toText: ({ notes }) => notes.join(', '),
    returnCode: ({ bad }) => (bad ? 1 : 0) as 0 | 1,
  };
  export const note = defineAction({ name: 'note', source: 'example.Note', payload: z.object({ name: z.string().default('x') }), result });
  export const atOnce = defineAction({ name: 'atOnce', result, execution: 'concurrent' });

  const handler = (run) => defineHandler({ action: note, run });
  export const one = handler(({ name }, { meta }) => ({ notes: ['one ' + name + ' ' + meta.trigger + ' ' + meta.devEnv + ' ' + meta.orchestrationDepth] }));
  export const two = handler((_payload, { currentResult }) => ({ notes: ['two after ' + (currentResult?.notes.length ?? 0)] }));
  export const stops = handler(() => { throw new StopRun({ notes: ['stop'], bad: true }); });
  export const fails = handler(() => { throw new ActionFailed('as expected'); });
  export const throws = handler(() => {
    throw new RangeError('not expected');
  });
  export const noisy = handler(() => { console.log('to the log'); process.stdout.write('raw text\\n'); void Promise.reject(new Error('forgotten')); return { notes: ['quiet'] }; });
  export const parts = handler(async function* (_payload, { progress }) {
    const steps = progress('Parts', { total: 2 });
    yield { notes: ['a'] };
    steps.advance(1, 'half');
    yield { notes: ['b'], bad: true };
  });
  export const waits = handler((_payload, { signal, progress }) => {
    progress('Waiting');
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  });
  export const farewell = defineHandler({
    action: note,
    services: { user: UserMessages, log: Logger },
    run: (_payload, { services: { user, log }, signal, progress }) => {
      progress('Waiting');
      return new Promise((resolve) => signal.addEventListener('abort', () => {
        user.warning('too late');
        log.warning('last words');
        resolve(undefined);
      }));
    },
  });
  export const commands = defineHandler({
    action: note,
    services: { commands: CommandRunner },
    async run(_payload, { services: { commands }, progress }) {
      progress('Started');
      const { stdout } = await commands.run(process.execPath, ['child.cjs']);
      return { notes: [stdout] };
    },
  });
  export const reads = defineHandler({
    action: note,
    services: { files: FileAccess },
    run: async ({ name }, { services: { files } }) => ({ notes: [await files.read(name)] }),
  });
  export const writes = defineHandler({
    action: note,
    services: { files: FileAccess },
    async run({ name }, { services: { files } }) { await files.write(name, 'written'); },
  });
  export const nested = defineHandler({
    action: note,
    services: { actions: ActionRunner, user: UserMessages, log: Logger },
    async run({ name }, { services: { actions, user, log } }) {
      user.warning('careful');
      log.info('for the log');
      const here = await actions.run(note, { name });
      const everywhere = await actions.runInWorkspace(note, { name });
      return { notes: [...here.notes, ...everywhere.keys()] };
    },
  });
`;

export interface NotesRunner extends AsyncDisposable {
  readonly project: TempProject;
  readonly runner: RunnerProcess;
  readonly client: MessageConnection;
  /** Gives the action "note" these handlers of the extension. */
  configure(handlers: readonly string[]): Promise<void>;
  run(params?: object, options?: object): Promise<unknown>;
}

/** What our own Workspace Manager sends with `initialize`. */
export const tandemManager = { initializationOptions: { tandem: { oneSpelling: true } } };

/** A runner process whose action "note" has these handlers. */
export async function startNotesRunner(
  bundle: RunnerBundle,
  handlers: readonly string[],
  initialize: object = tandemManager,
): Promise<NotesRunner> {
  const project = await createTempProject({ 'extension.ts': notesExtension });
  const runner = startRunnerProcess(bundle.path, { projectPath: project.dir, envName: 'dev' });
  const { client } = runner;
  const configure = async (names: readonly string[]): Promise<void> => {
    await client.sendRequest(
      'finecodeRunner/updateConfig',
      wireConfig(project.dir, { note: names, atOnce: [] }),
    );
  };
  await client.sendRequest('initialize', { capabilities: {}, ...initialize });
  await configure(handlers);
  return {
    project,
    runner,
    client,
    configure,
    run: (params = {}, options = {}) =>
      client.sendRequest('actions/run', { actionName: 'note', params, options }),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}
