import { expect, test } from 'vitest';
import { StopWith } from '../testing/memory-handler.js';
import {
  cli,
  createTestWorkspace,
  never,
  projectFile,
  runRequest,
  type TestWorkspaceOptions,
} from '../testing/test-workspace.js';
import type { ProgressEvent } from './run.js';
import type { PartialResult } from './run-request.js';

const signal = never();
const files = {
  '/w/a/finecode.toml': projectFile('greet: h1@dev', 'chain: h1@dev h2@other', 'none: '),
  '/w/b/finecode.toml': projectFile('greet: h1@dev'),
};

async function open(options: TestWorkspaceOptions) {
  const t = createTestWorkspace({ files, ...options });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  return t;
}

test('an action runs where its handler lives, and the runner is started for it', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': ({ params, projectDir, envName, meta, setReturnCode }) => {
        setReturnCode(2);
        return { text: `${params['who']} in ${projectDir} ${envName}`, meta };
      },
    },
  });
  const request = runRequest('actions.greet', '/w/a', {
    params: { who: 'Bob' },
    resultFormats: ['json', 'string'],
    devEnv: 'git_hook',
  });
  const report = await t.workspace.run(cli, request, {}, { signal });
  const json = {
    text: 'Bob in /w/a dev',
    meta: { trigger: 'user', devEnv: 'git_hook', orchestrationDepth: 0 },
  };
  expect(report.result).toEqual({ json, string: JSON.stringify(json) });
  expect(report.returnCode).toBe(2);
  expect([...report.projects.keys()]).toEqual(['/w/a']);
  expect(t.runners.all.map(({ start }) => `${start.projectDir} ${start.envName}`)).toEqual(['/w/a dev']);
});

test('everywhere: results are merged, codes are combined, projects are told apart', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': ({ projectDir, setReturnCode }) => {
        setReturnCode(projectDir === '/w/a' ? 1 : 4);
        return { messages: { [projectDir]: ['x'] } };
      },
    },
  });
  const request = runRequest('actions.greet', '', { resultFormats: ['json', 'string'] });
  const report = await t.workspace.run(cli, request, {}, { signal });
  expect(report.result.json).toEqual({ messages: { '/w/a': ['x'], '/w/b': ['x'] } });
  expect(report.result.string).toBe(
    '=== a ===\n{"messages":{"/w/a":["x"]}}\n=== b ===\n{"messages":{"/w/b":["x"]}}',
  );
  expect(report.returnCode).toBe(5);
  expect([...report.projects].map(([dir, { returnCode }]) => [dir, returnCode])).toEqual([
    ['/w/a', 1],
    ['/w/b', 4],
  ]);
});

test('everywhere: results are merged as the action does it, or by the general rule when no runner can', async () => {
  await using t = await open({ handlers: { 'tools.h1': () => ({ count: 2 }) } });
  const run = async () =>
    (await t.workspace.run(cli, runRequest('actions.greet', ''), {}, { signal })).result.json;
  expect(await run()).toEqual({ count: 2 });
  const runner = t.runners.at('/w/a', 'dev');
  runner.mergeResults = async (_, results) => ({ count: results.length * 2 });
  expect(await run()).toEqual({ count: 4 });
  runner.mergeResults = async () => {
    throw new Error('cannot merge');
  };
  expect(await run()).toEqual({ count: 2 });
});

test('everywhere: a project that fails is reported beside the others; when all fail the run does', async () => {
  let broken = new Set(['/w/a']);
  await using t = await open({
    handlers: {
      'tools.h1': ({ projectDir }) => {
        if (broken.has(projectDir)) throw new Error('no tool');
        return { fine: projectDir };
      },
    },
  });
  const report = await t.workspace.run(cli, runRequest('actions.greet', ''), {}, { signal });
  expect(report.result).toEqual({
    json: { fine: '/w/b' },
    string: '=== a ===\nAction "greet" failed: no tool',
  });
  expect(report.returnCode).toBe(1);
  expect(report.projects.get('/w/a')?.kind).toBe('failed');
  broken = new Set(['/w/a', '/w/b']);
  await expect(t.workspace.run(cli, runRequest('actions.greet', ''), {}, { signal })).rejects.toMatchObject({
    code: 'run-failed',
    message: 'Action "greet" failed: no tool',
  });
});

test('a workspace-scoped action runs once at the root; a project narrows it', async () => {
  const ran: string[] = [];
  await using t = createTestWorkspace({
    files: { ...files, '/w/finecode.toml': projectFile('greet: h1@dev') },
    actions: { 'actions.greet': { scope: 'workspace' } },
    handlers: { 'tools.h1': ({ projectDir }) => void ran.push(projectDir) },
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  await t.workspace.run(cli, runRequest('actions.greet', ''), {}, { signal });
  await t.workspace.run(cli, runRequest('actions.greet', '/w/b'), {}, { signal });
  expect(ran).toEqual(['/w', '/w/b']);
});

test('of several folders the one with the workspace file is the root', async () => {
  const ran: string[] = [];
  await using t = createTestWorkspace({
    files: {
      '/x/finecode.toml': projectFile('greet: h1@dev'),
      '/y/finecode.toml': projectFile('greet: h1@dev'),
      '/y/finecode-workspace.toml': '[workspace]',
    },
    actions: { 'actions.greet': { scope: 'workspace' } },
    handlers: { 'tools.h1': ({ projectDir }) => void ran.push(projectDir) },
  });
  for (const dir of ['/x', '/y']) await t.workspace.addDir(cli, dir, { signal, startRunners: false });
  await t.workspace.run(cli, runRequest('actions.greet', ''), {}, { signal });
  expect(ran).toEqual(['/y']);
});

test('an action without handlers has an empty result', async () => {
  await using t = await open({});
  const report = await t.workspace.run(cli, runRequest('actions.none', '/w/a'), {}, { signal });
  expect(report).toMatchObject({ result: {}, returnCode: 0 });
});

test('handlers in two environments are a chain under one run id', async () => {
  const ids: string[] = [];
  await using t = await open({
    handlers: {
      'tools.h1': ({ runId }) => {
        ids.push(runId);
        return { seen: ['h1'] };
      },
      'tools.h2': ({ runId, current }) => {
        ids.push(runId);
        return { seen: [`h2 after ${JSON.stringify(current)}`] };
      },
    },
  });
  const report = await t.workspace.run(cli, runRequest('actions.chain', '/w/a'), {}, { signal });
  expect(report.result.json).toEqual({ seen: ['h1', 'h2 after {"seen":["h1"]}'] });
  expect(new Set(ids).size).toBe(1);
});

test('a first run of concurrent handlers already knows that they are', async () => {
  let together = 0;
  await using t = await open({
    actions: { 'actions.chain': { runsConcurrently: true } },
    handlers: {
      'tools.h1': ({ current }) => {
        together += 1;
        return { seen: [`h1 ${current}`] };
      },
      'tools.h2': ({ current }) => {
        together += 1;
        return { seen: [`h2 ${current}`] };
      },
    },
  });
  const report = await t.workspace.run(cli, runRequest('actions.chain', '/w/a'), {}, { signal });
  expect(report.result.json).toEqual({ seen: ['h1 undefined', 'h2 undefined'] });
  expect(together).toBe(2);
});

test('stopping with a result is a normal result', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': ({ setReturnCode }) => {
        setReturnCode(3);
        throw new StopWith({ enough: true });
      },
    },
  });
  const report = await t.workspace.run(cli, runRequest('actions.chain', '/w/a'), {}, { signal });
  expect(report).toMatchObject({ result: { json: { enough: true } }, returnCode: 3 });
  expect(t.runLog.at(-1)?.event).toEqual({ kind: 'completed', status: 'stopped', returnCode: 3 });
});

test('an empty result that was not streamed breaks the protocol', async () => {
  await using t = await open({ handlers: { 'tools.h1': () => ({}) }, format: () => ({}) });
  await expect(
    t.workspace.run(cli, runRequest('actions.greet', '/w/a'), {}, { signal }),
  ).rejects.toMatchObject({ code: 'protocol-violated' });
});

test('partial results are live, wait for a slow reader, and are all there is', async () => {
  const log: string[] = [];
  await using t = await open({
    handlers: {
      'tools.h1': async ({ partial }) => {
        for (const n of [1, 2]) {
          await partial({ n });
          log.push(`sent ${n}`);
        }
      },
    },
  });
  const partial = async ({ projectDir, result }: PartialResult) => {
    await Promise.resolve();
    log.push(`read ${projectDir} ${JSON.stringify(result.json)}`);
  };
  const report = await t.workspace.run(cli, runRequest('actions.greet', '/w/a'), { partial }, { signal });
  expect(log).toEqual(['read /w/a {"n":1}', 'sent 1', 'read /w/a {"n":2}', 'sent 2']);
  expect(report.result).toEqual({});
});

test('a runner that does not stream still delivers its result as a part', async () => {
  await using t = await open({ handlers: { 'tools.h1': () => ({ all: 1 }) }, streamsEveryResult: false });
  const parts: PartialResult[] = [];
  const observer = { partial: (part: PartialResult) => void parts.push(part) };
  const report = await t.workspace.run(cli, runRequest('actions.greet', ''), observer, { signal });
  expect(parts).toEqual([
    { projectDir: '/w/a', result: { json: { all: 1 } } },
    { projectDir: '/w/b', result: { json: { all: 1 } } },
  ]);
  expect(report.result).toEqual({});
});

test('progress begins once and ends once, before the answer, for runs that report nothing too', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': async ({ projectDir, progress }) => {
        if (projectDir === '/w/b') return {};
        await progress({ kind: 'begin', title: 'Greeting', total: 2 });
        await progress({ kind: 'report', message: 'half', percentage: 50 });
        return {};
      },
    },
  });
  const events: ProgressEvent[] = [];
  const progress = async (event: ProgressEvent) => {
    await Promise.resolve();
    events.push(event);
  };
  await t.workspace.run(cli, runRequest('actions.greet', ''), { progress }, { signal });
  const kinds = events.map(({ kind }) => kind);
  expect(kinds[0]).toBe('begin');
  expect(kinds.at(-1)).toBe('end');
  expect(kinds.filter((kind) => kind !== 'report')).toEqual(['begin', 'end']);
  events.length = 0;
  await t.workspace.run(cli, runRequest('actions.greet', '/w/b'), { progress }, { signal });
  expect(events.map(({ kind }) => kind)).toEqual(['begin', 'end']);
});

test('an observer that cannot take progress does not cost the answer', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': async ({ progress }) => {
        await progress({ kind: 'begin' });
        return { fine: true };
      },
    },
  });
  const progress = async () => {
    throw new Error('connection closed');
  };
  const report = await t.workspace.run(cli, runRequest('actions.greet', '/w/a'), { progress }, { signal });
  expect(report.result.json).toEqual({ fine: true });
});

test('progress ends also when the run fails', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': () => {
        throw new Error('broken');
      },
    },
  });
  const kinds: string[] = [];
  const progress = ({ kind }: ProgressEvent) => void kinds.push(kind);
  await expect(
    t.workspace.run(cli, runRequest('actions.greet', '/w/a'), { progress }, { signal }),
  ).rejects.toThrow('broken');
  expect(kinds).toEqual(['begin', 'end']);
});

test('whoever asks for what is not there is told what is', async () => {
  await using t = await open({});
  const run = (source: string, dir: string) => t.workspace.run(cli, runRequest(source, dir), {}, { signal });
  await expect(run('actions.nope', '/w/b')).rejects.toMatchObject({
    code: 'action-not-found',
    message: 'Project "b" has no action "actions.nope". It has: actions.greet.',
  });
  await expect(run('actions.nope', '')).rejects.toMatchObject({ code: 'action-not-found' });
  await expect(run('actions.greet', '/nowhere')).rejects.toMatchObject({ code: 'project-not-found' });
});

test('parts can be live and the whole be reported too', async () => {
  await using t = await open({
    handlers: {
      'tools.h1': async ({ partial, projectDir }) => {
        for (const n of [1, 2]) await partial({ [projectDir]: [n] });
      },
    },
  });
  const parts: unknown[] = [];
  const observer = { partial: ({ result }: PartialResult) => void parts.push(result.json) };
  const request = runRequest('actions.greet', '', { keepResult: true });
  const report = await t.workspace.run(cli, request, observer, { signal });
  expect(parts).toHaveLength(4);
  expect(report.result.json).toEqual({ '/w/a': [1, 2], '/w/b': [1, 2] });
  expect(report.projects.get('/w/b')).toEqual({
    kind: 'finished',
    result: { json: { '/w/b': [1, 2] } },
    returnCode: 0,
  });
});
