import { join } from 'node:path';
import { verifies } from '@tandem/testkit';
import type { WorkspaceConnection, WorkspaceEvent, WorkspaceEventParams } from '@tandem/workspace-client';
import { describe, expect, test } from 'vitest';
import { demoSource, writeDemoProject } from '../testing/demo-workspace.js';
import { refusal } from '../testing/refusal.js';
import { startTestWorkspace } from '../testing/test-daemon.js';

function record<N extends WorkspaceEvent>(wm: WorkspaceConnection, event: N): WorkspaceEventParams<N>[] {
  const seen: WorkspaceEventParams<N>[] = [];
  wm.on(event, (params) => void seen.push(params));
  return seen;
}

async function twoProjects() {
  const started = await startTestWorkspace();
  const second = join(started.workspaceRoot, 'second');
  await writeDemoProject(second, 'second');
  await started.wm.request('workspace/reloadConfig', { allProjects: true, rescan: true });
  await started.wm.request('workspace/addDir', { dirPath: started.workspaceRoot });
  return { ...started, second };
}

describe('one project', () => {
  verifies(
    ['wm/run/result', 'wm/run/formats', 'wm/run/dev-env-default', 'wm/run/trigger-default', 'wm/run/params'],
    'gives the result in the formats asked for, text always as plain text too',
    async () => {
      const { wm, workspaceRoot: project } = await startTestWorkspace();
      const run = { actionSource: demoSource('echo'), project, params: { text: 'hi' } };
      expect(await wm.request('actions/run', run)).toEqual({
        resultByFormat: { json: { text: 'hi', devEnv: 'cli', trigger: 'unknown', env: 'dev' } },
        returnCode: 0,
      });
      expect(await wm.request('actions/run', { ...run, options: { resultFormats: ['string'] } })).toEqual({
        resultByFormat: {
          string: 'said: hi',
          styled_text_json: { parts: ['said: ', { text: 'hi', bold: true }] },
        },
        returnCode: 0,
      });
    },
  );

  test.each([
    ['precommit', 'git_hook'],
    ['git_hook', 'git_hook'],
    ['ide', 'ide'],
    ['ci', 'ci'],
  ] as const)('devEnv %s reaches the runner as %s', async (devEnv, expected) => {
    const { wm, workspaceRoot: project } = await startTestWorkspace();
    const run = { actionSource: demoSource('echo'), project, options: { devEnv, trigger: 'user' as const } };
    expect(await wm.request('actions/run', run)).toMatchObject({
      resultByFormat: { json: { devEnv: expected, trigger: 'user' } },
    });
  });

  verifies(['wm/run/unknown-action', 'wm/run/required'], 'errors name what is wrong', async () => {
    const { wm, workspaceRoot: project } = await startTestWorkspace();
    const check = async (params: { actionSource: string; project: string }, code: number, words: string) =>
      expect(await refusal(wm.request('actions/run', params))).toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    await check({ actionSource: 'nope.X', project }, -32602, 'nope.X');
    await check({ actionSource: demoSource('echo'), project: '/nope' }, -32602, '/nope');
    await check({ actionSource: demoSource('fail'), project }, -32603, 'it is broken');
  });
});

describe('streams', () => {
  verifies(
    [
      'wm/run/streamed-answer',
      'wm/partial/token',
      'wm/partial/run-value',
      'wm/partial/before-answer',
      'wm/run/tokens-together',
    ],
    'parts come before the answer, with the token as it was, wherever it was given',
    async () => {
      const { wm, workspaceRoot: project } = await startTestWorkspace();
      const run = { actionSource: demoSource('stream'), project };
      const check = async (token: string | number, where: 'top' | 'options') => {
        const parts = record(wm, 'actions/partialResult');
        const progress = record(wm, 'actions/progress');
        const tokens = { partialResultToken: token, progressToken: 'p' };
        const answer = await wm.request('actions/run', {
          ...run,
          ...(where === 'top' ? tokens : { options: tokens }),
        });
        expect(answer).toEqual({ returnCode: 2 });
        expect(parts).toEqual(
          [1, 2, 3].map((part) => ({ token, value: { project, resultByFormat: { json: { part } } } })),
        );
        // With both tokens, parts only.
        expect(progress).toEqual([]);
      };
      await check('diag_1', 'top');
      await check(0, 'top');
      await check('', 'options');
      await check(-7, 'options');
    },
  );

  verifies(['wm/partial/always'], 'a runner that does not stream gives one part', async () => {
    const { wm, workspaceRoot: project } = await startTestWorkspace();
    const parts = record(wm, 'actions/partialResult');
    const run = { actionSource: demoSource('echo'), project, params: { code: 4 }, partialResultToken: 't' };
    expect(await wm.request('actions/run', run)).toEqual({ returnCode: 4 });
    expect(parts).toMatchObject([{ token: 't', value: { resultByFormat: { json: { code: 4 } } } }]);
  });

  verifies(
    ['wm/run/progress', 'wm/progress/token', 'wm/progress/types', 'wm/progress/content'],
    'progress begins once and ends once, before the answer',
    async () => {
      const { wm, workspaceRoot: project } = await startTestWorkspace();
      const progress = record(wm, 'actions/progress');
      const run = { actionSource: demoSource('stream'), project, progressToken: 9 };
      expect(await wm.request('actions/run', run)).toMatchObject({ resultByFormat: { json: { parts: 3 } } });
      expect(progress.map(({ value }) => value.type)).toEqual(['begin', 'report', 'report', 'report', 'end']);
      expect(new Set(progress.map(({ token }) => token))).toEqual(new Set([9]));
    },
  );

  verifies(['wm/partial/only-requester'], 'nobody else hears of it', async () => {
    const { wm, connect, workspaceRoot: project } = await startTestWorkspace();
    const other = connect();
    const overheard = [record(other, 'actions/partialResult'), record(other, 'actions/progress')];
    await other.request('server/getInfo', {});
    const run = { actionSource: demoSource('stream'), project };
    await wm.request('actions/run', { ...run, partialResultToken: 't' });
    await wm.request('actions/run', { ...run, progressToken: 't' });
    await other.request('server/getInfo', {});
    expect(overheard).toEqual([[], []]);
  });

  test('with mergeResults the answer repeats all that came as parts', async () => {
    const { wm, workspaceRoot: project } = await startTestWorkspace();
    const parts = record(wm, 'actions/partialResult');
    const options = { mergeResults: true, partialResultToken: 't' };
    const source = demoSource('stream');
    // Merged from the parts as they came: of { part: 1 }, { part: 2 } and { part: 3 } the last value stays.
    const resultByFormat = { json: { part: 3 } };
    expect(await wm.request('actions/run', { actionSource: source, project, options })).toEqual({
      returnCode: 2,
      results: { [project]: { [source]: { resultByFormat, returnCode: 2 } } },
    });
    expect(parts).toHaveLength(3);
  });
});

describe('several projects', () => {
  verifies(['wm/run/all-projects'], 'an empty project means all of them', async () => {
    const { wm, workspaceRoot, second } = await twoProjects();
    const actionSource = demoSource('echo');
    const answer = await wm.request('actions/run', { actionSource, project: '', params: { code: 4 } });
    expect(answer).toMatchObject({ returnCode: 4, resultByFormat: expect.any(Object) });
    expect(Object.keys(answer.results ?? {}).sort()).toEqual([workspaceRoot, second].sort());
    expect(answer.results?.[second]?.[actionSource]).toMatchObject({ returnCode: 4 });
  });

  verifies(
    [
      'wm/batch/keys',
      'wm/batch/result',
      'wm/batch/return-code',
      'wm/batch/all-projects',
      'wm/batch/projects',
    ],
    'a batch is keyed by project and source; a failure among successes says so in its place',
    async () => {
      const { wm, workspaceRoot, second } = await twoProjects();
      const [echo, fail] = [demoSource('echo'), demoSource('fail')];
      const answer = await wm.request('actions/runBatch', {
        actionSources: [echo, fail],
        params: { code: 4 },
        paramsByProject: { [second]: { code: 2 } },
        options: { resultFormats: ['json'] },
      });
      expect(answer.returnCode).toBe(7);
      expect(answer.results?.[workspaceRoot]?.[echo]).toMatchObject({ returnCode: 4 });
      expect(answer.results?.[second]?.[echo]).toMatchObject({ returnCode: 2 });
      expect(answer.results?.[second]?.[fail]).toMatchObject({
        returnCode: 1,
        resultByFormat: { json: { error: expect.stringContaining('it is broken') } },
      });
      const some = await wm.request('actions/runBatch', { actionSources: [echo], projects: [second] });
      expect(Object.keys(some.results ?? {})).toEqual([second]);
    },
  );

  verifies(
    [
      'wm/batch/streamed-answer',
      'wm/partial/batch-value',
      'wm/partial/batch-per-project',
      'wm/partial/batch-return-code',
    ],
    'a streamed batch sends exactly one part for each project, with its true code',
    async () => {
      const { wm, workspaceRoot, second } = await twoProjects();
      const parts = record(wm, 'actions/partialResult');
      const source = demoSource('stream');
      const batch = { actionSources: [source], options: { resultFormats: ['json' as const] } };
      expect(await wm.request('actions/runBatch', { ...batch, partialResultToken: 'b' })).toEqual({
        returnCode: 2,
      });
      expect(parts).toHaveLength(2);
      for (const project of [workspaceRoot, second]) {
        const results = { [source]: { resultByFormat: { json: { parts: 3 } }, returnCode: 2 } };
        expect(parts).toContainEqual({ token: 'b', value: { project, results, returnCode: 2 } });
      }
    },
  );
});

describe('an end before the end', () => {
  const wait = (project: string) => ({ actionSource: demoSource('wait'), project });

  test('a cancelled request stops its handler', async () => {
    const { wm, workspaceRoot, runners } = await startTestWorkspace();
    const cancel = new AbortController();
    const answer = refusal(wm.request('actions/run', wait(workspaceRoot), { signal: cancel.signal }));
    await runners.until('waiting');
    cancel.abort();
    expect(await answer).toMatchObject({ code: -32800 });
    await runners.until('cancelled wait');
  });

  test('a client that is gone takes its runs along, and nobody else notices', async () => {
    const { wm, connect, workspaceRoot, runners } = await startTestWorkspace();
    const other = connect();
    const left = refusal(other.request('actions/run', wait(workspaceRoot)));
    await runners.until('waiting');
    await other.close();
    await left;
    await runners.until('cancelled wait');
    expect(await wm.request('workspace/listProjects', {})).toHaveLength(1);
  });
});
