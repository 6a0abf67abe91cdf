import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FormattedResult, RunnerConfig, RunnerHost, RunnerStart } from '@tandem/workspace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionCall, never, startRunner, temporaryDirectory } from '../testing/launch.js';
import { bundleNodeRunner } from '../testing/node-runner.js';
import { createRecordingHost } from '../testing/recording-host.js';

let bundle: Awaited<ReturnType<typeof bundleNodeRunner>>;
beforeAll(async () => {
  bundle = await bundleNodeRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const nodeRunner = () => ({ command: process.execPath, args: [bundle.path, 'runner', 'start'] });

function config(action: string, source: string, handlers: Readonly<Record<string, string>>): RunnerConfig {
  return {
    actions: [
      {
        name: action,
        source,
        config: {},
        handlers: Object.entries(handlers).map(([name, from]) => ({
          name,
          source: from,
          envName: 'dev',
          config: {},
          dependencies: [],
        })),
      },
    ],
    handlerConfigs: { './handlers/greet.ts': { greeting: 'Hi' } },
    services: [],
  };
}

test('our own runner starts, takes its configuration, runs and stops', async () => {
  const projectDir = fileURLToPath(new URL('../../../../examples/hello', import.meta.url));
  const { runner } = await startRunner(nodeRunner(), { projectDir, projectName: 'hello' });
  const hello = config('hello', './actions.ts#hello', { greet: './handlers/greet.ts' });
  const meta = await runner.configure(hello, never());
  expect([...meta]).toMatchObject([['./actions.ts#hello', { runsConcurrently: false }]]);
  const call = actionCall('hello', { params: { name: 'you' }, resultFormats: ['json', 'string'] });
  expect(await runner.run(call, {}, never())).toEqual({
    kind: 'finished',
    result: { json: { greetings: ['Hi, you! This is hello.'] }, string: 'Hi, you! This is hello.' },
    returnCode: 0,
  });
  await runner.stop();
  expect(await runner.exited).toMatchObject({ kind: 'stopped' });
});

const extension = `
  import { ActionRunner, CommandRunner, defineAction, defineHandler, FileAccess, z } from 'tandem/extension-api';
  export const note = defineAction({
    name: 'note',
    payload: z.object({ name: z.string().default('x') }),
    result: { schema: z.object({ notes: z.array(z.string()).default([]) }), toText: ({ notes }) => notes.join() },
  });
  export const streams = defineHandler({
    action: note,
    async run({ name }, { sendPartial, progress }) {
      const told = progress('Streaming', { total: 50 });
      for (let n = 0; n < 50; n++) {
        await sendPartial({ notes: [name + n] });
        told.advance();
      }
    },
  });
  export const nests = defineHandler({
    action: note,
    services: { actions: ActionRunner, files: FileAccess },
    async run(_, { services: { actions, files } }) {
      await files.write('open.txt', 'edited');
      await actions.runInWorkspace(note, { name: 'all' });
      return { notes: [JSON.stringify(await actions.run(note, { name: 'n' }))] };
    },
  });
  export const waits = defineHandler({
    action: note,
    services: { commands: CommandRunner },
    async run(_, { services: { commands }, sendPartial }) {
      const waiting = commands.run(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
      await sendPartial({ notes: ['up'] });
      await waiting;
    },
  });
  export const blocks = defineHandler({
    action: note,
    async run(_, { sendPartial }) {
      await sendPartial({ notes: ['up'] });
      for (;;);
    },
  });
  export const dies = defineHandler({ action: note, run: () => process.kill(process.pid, 'SIGKILL') });
`;

async function startNotes(handler: string, over: Partial<RunnerStart> & { readonly host?: RunnerHost } = {}) {
  const projectDir = await temporaryDirectory();
  await writeFile(join(projectDir, 'extension.ts'), extension);
  const { host = createRecordingHost(), ...start } = over;
  const { runner, logged } = await startRunner(nodeRunner(), { projectDir, ...start }, { host });
  const source = `./extension.ts#${handler}`;
  await runner.configure(config('note', './extension.ts#note', { [handler]: source }), never());
  return { runner, logged, projectDir };
}

describe('with handlers of all kinds', () => {
  test('parts come in order and whole', async () => {
    const { runner } = await startNotes('streams');
    const run = async (name: string) => {
      const notes: unknown[] = [];
      const partial = ({ json }: FormattedResult) => void notes.push(...(json as { notes: string[] }).notes);
      const percentages: (number | undefined)[] = [];
      const outcome = await runner.run(
        actionCall('note', { params: { name } }),
        {
          partial,
          progress: (event) => void percentages.push(event.kind === 'end' ? 100 : event.percentage),
        },
        never(),
      );
      expect(outcome).toEqual({ kind: 'streamed', returnCode: 0 });
      expect(notes).toEqual(Array.from({ length: 50 }, (_, n) => `${name}${n}`));
      expect(percentages).toEqual([0, ...Array.from({ length: 50 }, (_, n) => 2 * (n + 1)), 100]);
    };
    await Promise.all(['a', 'b', 'c'].map(run));
  });

  test('handlers reach the workspace', async () => {
    const host = createRecordingHost({
      runInProject: async ({ payload, parentRunId }) => ({
        result: { notes: [`${payload['name']} of ${parentRunId}`] },
        returnCode: 0,
      }),
    });
    const { runner, projectDir } = await startNotes('nests', { host });
    const uri = `file://${projectDir.split('/').map(encodeURIComponent).join('/')}/open.txt`;
    runner.documentOpened({ uri, version: 4, text: 'before' });
    expect(await runner.run(actionCall('note'), {}, never())).toMatchObject({
      result: { json: { notes: ['{"notes":["n of run-1"]}'] } },
    });
    expect(host.nested).toMatchObject([{ payload: { name: 'all' }, parentRunId: 'run-1' }]);
    expect(host.edits).toMatchObject([
      { changes: [{ kind: 'edit', version: 4, edits: [{ newText: 'edited' }] }] },
    ]);
  });

  test('cancelling ends the run, and the runner goes on', async () => {
    const { runner } = await startNotes('waits');
    const cancel = new AbortController();
    const partial = () => cancel.abort(new Error('seen enough'));
    await expect(runner.run(actionCall('note'), { partial }, { signal: cancel.signal })).rejects.toThrow(
      'seen enough',
    );
    expect(await runner.payloadSchemas()).toMatchObject({ note: { required: [] } });
  });

  test('cancelling a handler that blocks the runner ends both', async () => {
    const { runner } = await startNotes('blocks');
    const cancel = new AbortController();
    const partial = () => cancel.abort(new Error('seen enough'));
    await expect(runner.run(actionCall('note'), { partial }, { signal: cancel.signal })).rejects.toThrow(
      'seen enough',
    );
    await expect(runner.payloadSchemas()).rejects.toMatchObject({
      code: 'runner-exited',
      message: expect.stringContaining('a handler kept it busy and did not stop when cancelled'),
    });
  });

  test('stopping the runner ends the run, and says so', async () => {
    const { runner } = await startNotes('waits');
    let stopped: Promise<void> | undefined;
    const partial = () => {
      stopped = runner.stop();
    };
    await expect(runner.run(actionCall('note'), { partial }, never())).rejects.toMatchObject({
      code: 'runner-exited',
      message: expect.stringMatching(/^The runner for env "dev" of .* was stopped\.$/),
    });
    await stopped;
  });

  test('a handler that kills its process is named by the error', async () => {
    const { runner } = await startNotes('dies');
    await expect(runner.run(actionCall('note'), {}, never())).rejects.toMatchObject({
      code: 'runner-exited',
      message: expect.stringMatching(/^The runner for env "dev" of .* killed by SIGKILL/),
    });
  });

  test('a debugger is told where to attach', async () => {
    const { runner } = await startNotes('streams', { debug: true });
    const { host, port } = runner.debugAddress ?? {};
    const answer = await fetch(`http://${host}:${port}/json/version`);
    expect(await answer.json()).toMatchObject({ 'Protocol-Version': expect.any(String) });
  });
});
