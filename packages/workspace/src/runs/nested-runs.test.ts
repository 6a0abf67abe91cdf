import { expect, test } from 'vitest';
import type { MemoryHandlerContext } from '../testing/memory-handler.js';
import {
  cli,
  createTestWorkspace,
  never,
  projectFile,
  runRequest,
  type TestWorkspaceOptions,
} from '../testing/test-workspace.js';
import type { RunMeta } from './run.js';

const signal = never();
const files = {
  '/w/a/finecode.toml': projectFile('outer: outer@dev', 'inner: inner@other', 'loop: loop@dev'),
  '/w/b/finecode.toml': projectFile('inner: inner@other', 'loop: loop@dev'),
};

async function open(options: TestWorkspaceOptions) {
  const t = createTestWorkspace({ files, ...options });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  return t;
}

function nested(
  context: MemoryHandlerContext,
  actionSource: string,
  payload = {},
  meta: Partial<RunMeta> = {},
) {
  const { runId, signal: own } = context;
  return {
    actionSource,
    payload,
    meta: { ...context.meta, ...meta },
    parentRunId: runId,
    events: {},
    signal: own,
  };
}

test('a handler runs another action of its project, one deeper, below its own run', async () => {
  await using t = await open({
    handlers: {
      'tools.outer': (context) => context.host.runInProject(nested(context, 'actions.inner', { n: 1 })),
      'tools.inner': ({ params, meta, setReturnCode }) => {
        setReturnCode(1);
        return { params, depth: meta.orchestrationDepth, trigger: meta.trigger };
      },
    },
  });
  const report = await t.workspace.run(cli, runRequest('actions.outer', '/w/a'), {}, { signal });
  expect(report.result.json).toEqual({
    result: { params: { n: 1 }, depth: 1, trigger: 'user' },
    returnCode: 1,
  });
  expect(t.runLog.map(({ runId, parentRunId, event }) => `${runId} ${parentRunId} ${event.kind}`)).toEqual([
    'run-1 undefined accepted',
    'run-1 undefined dispatched',
    'run-2 run-1 accepted',
    'run-2 run-1 dispatched',
    'run-2 run-1 completed',
    'run-1 undefined completed',
  ]);
});

test('a handler runs an action in the projects it names, or in all that have it', async () => {
  await using t = await open({
    handlers: {
      'tools.outer': (context) =>
        context.host.runInWorkspace({
          ...nested(context, 'actions.inner'),
          projectDirs: context.params['dirs'] === undefined ? null : ['/w/b'],
          concurrently: true,
        }),
      'tools.inner': ({ projectDir }) => ({ in: projectDir }),
    },
  });
  const run = async (params: Record<string, unknown>) =>
    (await t.workspace.run(cli, runRequest('actions.outer', '/w/a', { params }), {}, { signal })).result.json;
  expect(await run({})).toEqual({ '/w/a': { in: '/w/a' }, '/w/b': { in: '/w/b' } });
  expect(await run({ dirs: true })).toEqual({ '/w/b': { in: '/w/b' } });
});

test('a project that means another action by the same name is left out', async () => {
  await using t = await open({
    handlers: {
      'tools.outer': (context) =>
        context.host.runInWorkspace({
          ...nested(context, 'actions.inner'),
          projectDirs: null,
          concurrently: true,
        }),
      'tools.inner': ({ projectDir }) => ({ in: projectDir }),
    },
  });
  await t.workspace.startRunners(cli, { signal });
  const meta = { canonicalSource: 'old.Inner', runsConcurrently: false };
  t.runners.at('/w/b', 'other').configure = async () => new Map([['actions.inner', meta]]);
  await t.workspace.setConfigOverrides({ inner: { '': { x: 1 } } }, { signal });
  const report = await t.workspace.run(cli, runRequest('actions.outer', '/w/a'), {}, { signal });
  expect(report.result.json).toEqual({ '/w/a': { in: '/w/a' } });
});

test('a nested failure is one clear error', async () => {
  await using t = await open({
    handlers: {
      'tools.outer': (context) => context.host.runInProject(nested(context, 'actions.inner')),
      'tools.inner': () => {
        throw new Error('the tool is broken');
      },
    },
  });
  await expect(t.workspace.run(cli, runRequest('actions.outer', '/w/a'), {}, { signal })).rejects.toThrow(
    'Action "outer" failed: Action "inner" failed: the tool is broken',
  );
  expect(t.messages).toEqual([]);
});

test('parts of a nested run go to the handler that asked', async () => {
  const parts: unknown[] = [];
  await using t = await open({
    handlers: {
      'tools.outer': (context) =>
        context.host.runInProject({
          ...nested(context, 'actions.inner'),
          events: { partial: ({ json }) => void parts.push(json) },
        }),
      'tools.inner': async ({ partial }) => partial({ n: 1 }),
    },
  });
  const report = await t.workspace.run(cli, runRequest('actions.outer', '/w/a'), {}, { signal });
  expect(parts).toEqual([{ n: 1 }]);
  expect(report.result.json).toEqual({ result: null, returnCode: 0 });
});

/** Calls itself through both kinds of hop, and claims to be at the beginning each time. */
function looping(options: { readonly tellsRun: boolean; readonly claimedDepth?: number }) {
  let calls = 0;
  const handler = (context: MemoryHandlerContext) => {
    calls += 1;
    const meta = options.claimedDepth === undefined ? {} : { orchestrationDepth: options.claimedDepth };
    const { parentRunId, ...request } = nested(context, 'actions.loop', {}, meta);
    const own = options.tellsRun ? { ...request, parentRunId } : request;
    return calls % 2 === 0
      ? context.host.runInProject(own)
      : context.host.runInWorkspace({ ...own, projectDirs: ['/w/b'], concurrently: false });
  };
  return { handler, calls: () => calls };
}

test.each([
  ['honest', { tellsRun: true }],
  ['that only pass the depth on', { tellsRun: false }],
  ['that reset the depth', { tellsRun: true, claimedDepth: 0 }],
  ['that make up a depth', { tellsRun: false, claimedDepth: -5 }],
])('the depth limit holds for runners %s', async (_, options) => {
  const loop = looping(options);
  await using t = await open({ handlers: { 'tools.loop': loop.handler } });
  await expect(t.workspace.run(cli, runRequest('actions.loop', '/w/a'), {}, { signal })).rejects.toThrow(
    'the limit is 8',
  );
  expect(loop.calls()).toBe(8);
});

test('whatever a runner claims, the number of runs below one request is limited', async () => {
  const loop = looping({ tellsRun: false, claimedDepth: 0 });
  await using t = await open({
    handlers: { 'tools.loop': loop.handler },
    limits: { nestedRuns: 30 },
  });
  await expect(t.workspace.run(cli, runRequest('actions.loop', '/w/b'), {}, { signal })).rejects.toThrow(
    '30 runs are in flight below one request',
  );
  expect(loop.calls()).toBe(31);
});

test('limits can be set', async () => {
  const loop = looping({ tellsRun: true });
  await using t = await open({ handlers: { 'tools.loop': loop.handler }, limits: { orchestrationDepth: 3 } });
  await expect(t.workspace.run(cli, runRequest('actions.loop', '/w/a'), {}, { signal })).rejects.toThrow(
    'the limit is 3',
  );
  expect(loop.calls()).toBe(3);
});

test('a runner may not start a run out of nowhere', async () => {
  let outside: MemoryHandlerContext | undefined;
  await using t = await open({
    handlers: {
      'tools.outer': (context) => {
        outside = context;
        return {};
      },
    },
  });
  await t.workspace.run(cli, runRequest('actions.outer', '/w/a'), {}, { signal });
  if (outside === undefined) throw new Error('the handler did not run');
  await expect(outside.host.runInProject(nested(outside, 'actions.outer'))).rejects.toMatchObject({
    code: 'protocol-violated',
  });
});

test('fan-out is limited, concurrency only bounds how many run at once', async () => {
  let running = 0;
  let most = 0;
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`/m/p${n}/finecode.toml`, projectFile('work: work@dev')]),
  );
  const handlers = {
    'tools.work': async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return {};
    },
  };
  await using t = createTestWorkspace({ files: many, handlers, limits: { concurrentProjects: 3 } });
  await t.workspace.addDir(cli, '/m', { signal, startRunners: false });
  const report = await t.workspace.run(cli, runRequest('actions.work', ''), {}, { signal });
  expect(report.projects.size).toBe(12);
  expect(most).toBe(3);

  await using limited = createTestWorkspace({ files: many, handlers, limits: { projectFanOut: 11 } });
  await limited.workspace.addDir(cli, '/m', { signal, startRunners: false });
  await expect(
    limited.workspace.run(cli, runRequest('actions.work', ''), {}, { signal }),
  ).rejects.toMatchObject({ code: 'limit-reached' });
});
