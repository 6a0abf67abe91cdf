import { expect, test } from 'vitest';
import type { ClientSession } from '../clients/client-session.js';
import type { MemoryHandlerContext } from '../testing/memory-handler.js';
import {
  cli,
  createTestWorkspace,
  never,
  projectFile,
  runRequest,
  type TestWorkspaceOptions,
} from '../testing/test-workspace.js';

const signal = never();
const files = {
  '/w/a/finecode.toml': projectFile('wait: h1@dev', 'parent: h2@dev', 'quick: h3@dev'),
  '/w/b/finecode.toml': projectFile('wait: h1@dev'),
};

/** A handler that works until it is cancelled, and tests that know when it has begun and that it was told. */
function waiting() {
  const cancelled: string[] = [];
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const handler = ({ signal: own, projectDir }: MemoryHandlerContext) =>
    new Promise((_, reject) => {
      own.addEventListener('abort', () => {
        cancelled.push(projectDir);
        reject(own.reason);
      });
      begun();
    });
  return { handler, hasBegun, cancelled };
}

async function open(options: TestWorkspaceOptions) {
  const t = createTestWorkspace({ files, ...options });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  return t;
}

test('cancelling reaches the handler, also through a nested run, and is written down', async () => {
  const { handler, hasBegun, cancelled } = waiting();
  await using t = await open({
    handlers: {
      'tools.h1': handler,
      'tools.h2': ({ host, meta, runId, signal: own }) =>
        host.runInProject({
          actionSource: 'actions.wait',
          payload: {},
          meta,
          parentRunId: runId,
          events: {},
          signal: own,
        }),
    },
  });
  const controller = new AbortController();
  const running = t.workspace.run(
    cli,
    runRequest('actions.parent', '/w/a'),
    {},
    { signal: controller.signal },
  );
  await hasBegun;
  const reason = new Error('the user does not want it any more');
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
  expect(cancelled).toEqual(['/w/a']);
  const ends = t.runLog.filter(({ event }) => event.kind === 'cancelled');
  expect(ends.map(({ actionName, parentRunId }) => [actionName, parentRunId]).sort()).toEqual([
    ['parent', undefined],
    ['wait', 'run-1'],
  ]);
});

test('a run that is cancelled before it begins does not begin', async () => {
  await using t = await open({ handlers: { 'tools.h3': () => ({}) } });
  const reason = new Error('too late');
  await expect(
    t.workspace.run(cli, runRequest('actions.quick', '/w/a'), {}, { signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
});

test.each(['actions.quick', 'an.alias.of.Something'])(
  'whoever cancels %s does not wait for a runner that does not start',
  async (source) => {
    await using t = await open({ beforeStart: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const running = t.workspace.run(cli, runRequest(source, '/w/a'), {}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  },
);

test('a run that takes too long is cancelled and says so', async () => {
  const { handler, hasBegun, cancelled } = waiting();
  await using t = await open({ handlers: { 'tools.h1': handler } });
  const request = runRequest('actions.wait', '/w/a', { timeoutMs: 5000 });
  const running = t.workspace.run(cli, request, {}, { signal });
  const outcome = expect(running).rejects.toMatchObject({ code: 'run-timed-out' });
  await hasBegun;
  await t.clock.advance(5000);
  await outcome;
  expect(cancelled).toEqual(['/w/a']);
});

test('a client that disconnects takes its runs and documents along, and nobody else’s', async () => {
  const { handler, hasBegun, cancelled } = waiting();
  await using t = await open({ handlers: { 'tools.h1': handler, 'tools.h3': () => ({ fine: true }) } });
  const leaving: ClientSession = { kind: 'cli', label: 'leaving' };
  const uri = 'file:///w/a/x.txt';
  await t.workspace.run(cli, runRequest('actions.quick', '/w/a'), {}, { signal });
  await t.workspace.openDocument(leaving, { uri, version: 1, text: 'unsaved' });
  const running = t.workspace.run(leaving, runRequest('actions.wait', '/w/a'), {}, { signal });
  const outcome = expect(running).rejects.toMatchObject({ code: 'run-cancelled' });
  await hasBegun;
  expect(t.runners.at('/w/a', 'dev').documents.get(uri)?.text).toBe('unsaved');
  await t.workspace.disconnect(leaving);
  await outcome;
  expect(cancelled).toEqual(['/w/a']);
  expect(t.runners.at('/w/a', 'dev').documents.size).toBe(0);
  const report = await t.workspace.run(cli, runRequest('actions.quick', '/w/a'), {}, { signal });
  expect(report.result.json).toEqual({ fine: true });
});

test('two clients at once: each gets its own answers and parts', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': async ({ params, partial }) => {
        for (let n = 0; n < 20; n += 1) await partial({ [String(params['who'])]: n });
      },
    },
  });
  const sessions = ['left', 'right'].map((label): ClientSession => ({ kind: 'cli', label }));
  const seen = await Promise.all(
    sessions.map(async (session) => {
      const parts: unknown[] = [];
      const request = runRequest('actions.wait', '/w/a', { params: { who: session.label } });
      await t.workspace.run(
        session,
        request,
        { partial: ({ result }) => void parts.push(result.json) },
        { signal },
      );
      return parts;
    }),
  );
  expect(seen).toEqual(sessions.map(({ label }) => Array.from({ length: 20 }, (_, n) => ({ [label]: n }))));
  expect(t.runners.all).toHaveLength(1);
});

test('a runner that dies fails what is in flight at once, and is started again for the next run', async () => {
  const { handler, hasBegun } = waiting();
  await using t = await open({ handlers: { 'tools.h1': handler, 'tools.h3': () => ({ fine: true }) } });
  const running = t.workspace.run(cli, runRequest('actions.wait', '/w/a'), {}, { signal });
  const outcome = expect(running).rejects.toMatchObject({
    code: 'runner-exited',
    message: 'The runner is gone: killed by SIGKILL',
  });
  await hasBegun;
  t.runners.at('/w/a', 'dev').crash('killed by SIGKILL');
  await outcome;
  expect(t.workspace.listRunners()).toMatchObject([{ status: 'exited', problem: 'killed by SIGKILL' }]);
  expect(t.messages).toMatchObject([{ kind: 'error' }]);
  const report = await t.workspace.run(cli, runRequest('actions.quick', '/w/a'), {}, { signal });
  expect(report.result.json).toEqual({ fine: true });
  expect(t.workspace.listRunners()).toMatchObject([{ status: 'running' }]);
});
