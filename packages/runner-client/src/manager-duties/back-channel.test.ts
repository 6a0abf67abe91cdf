import { join } from 'node:path';
import { verifies } from '@tandem/testkit';
import type { ClientSession, WorkspaceEdit } from '@tandem/workspace';
import { expect } from 'vitest';
import {
  openRecordedWorkspace,
  type RecordedWorkspace,
  type RunnerScript,
  type ScriptedHandler,
} from '../testing/recorded-workspace.js';

const inProject = (actionSource: string): ScriptedHandler => ({
  asks: { method: 'finecode/runActionInProject', params: { actionSource, payload: {} } },
});

const inWorkspace = (actionSource: string, more: object = {}): ScriptedHandler => ({
  asks: {
    method: 'finecode/runActionInWorkspace',
    params: { actionSource, payload: {}, projectPaths: null, ...more },
  },
});

/** What the handler of `outer` was answered. */
async function answerToOuter({ run }: RecordedWorkspace, session?: ClientSession): Promise<unknown> {
  const report = await run('actions.outer', 'a', session === undefined ? {} : { session });
  return (report.result.json as { readonly answer: unknown }).answer;
}

/** In which projects the inner action began and ended. */
async function innerRuns({ record, dir }: RecordedWorkspace): Promise<readonly string[]> {
  return (await record()).flatMap((entry) => {
    if (entry.env !== 'inner' || !('method' in entry) || entry.method !== 'actions/run') return [];
    return [`${entry.kind === 'message' ? 'begin' : 'end'} ${entry.project.slice(dir.length + 1)}`];
  });
}

verifies('er/apply-edit/forward', 'an edit goes to the editor, and its answer to the runner', async () => {
  const uri = 'file:///somewhere/x.txt';
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const edit = {
    documentChanges: [{ textDocument: { uri, version: null }, edits: [{ range, newText: 'new' }] }],
  };
  const t = await openRecordedWorkspace(
    { a: ['outer: outer@dev'] },
    { handlers: { outer: { asks: { method: 'workspace/applyEdit', params: { edit } } } } },
  );
  const asked: WorkspaceEdit[] = [];
  const editorThat = (answer: { applied: boolean; failureReason?: string }): ClientSession => ({
    kind: 'cli',
    label: 'editor',
    applyEdit: async (wanted) => {
      asked.push(wanted);
      return answer;
    },
  });
  expect(await answerToOuter(t, editorThat({ applied: true }))).toEqual({ applied: true });
  const refusal = { applied: false, failureReason: 'read-only' };
  expect(await answerToOuter(t, editorThat(refusal))).toEqual(refusal);
  const change = { kind: 'edit', uri, edits: [{ range, newText: 'new' }] };
  expect(asked).toMatchObject([{ changes: [change] }, { changes: [change] }]);
});

verifies(
  ['er/raw-config/answer', 'er/raw-config/during-update'],
  'a runner that asks for the configuration before it has taken it gets it, as text',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] });
    await t.run('actions.lint', 'a');
    const record = await t.record();
    const place = (kind: string) =>
      record.findIndex(
        (entry) =>
          entry.kind === kind && (!('method' in entry) || entry.method === 'finecodeRunner/updateConfig'),
      );
    expect(place('message')).toBeLessThan(place('got'));
    expect(place('got')).toBeLessThan(place('answer'));
    const got = record[place('got')];
    const { config } = got?.kind === 'got' ? (got.result as { readonly config: string }) : { config: '' };
    expect(JSON.parse(config)).toMatchObject({
      tool: { finecode: { action: { lint: { source: 'actions.lint' } } } },
    });
  },
);

verifies(
  ['er/in-project/all-envs', 'er/in-project/result'],
  'a handler has an action run in every environment of its own project',
  async () => {
    const t = await openRecordedWorkspace(
      { a: ['outer: outer@dev', 'inner: h1@left h2@right'], b: ['inner: h1@left h2@right'] },
      { handlers: { outer: inProject('actions.inner') } },
    );
    expect(await answerToOuter(t)).toEqual({ result: { said: ['h1', 'h2'] }, returnCode: 0 });
    const segments = await t.sent('actions/runHandlers');
    expect(segments.map(({ project, env }) => [project, env])).toEqual([
      [join(t.dir, 'a'), 'left'],
      [join(t.dir, 'a'), 'right'],
    ]);
  },
);

verifies('er/in-project/depth', 'the call that would go too deep reaches no runner', async () => {
  const t = await openRecordedWorkspace(
    { a: ['outer: outer@dev', 'inner: inner@inner'] },
    { handlers: { outer: inProject('actions.inner'), inner: inProject('actions.inner') } },
    { limits: { orchestrationDepth: 3 } },
  );
  const answer = await answerToOuter(t);
  expect(JSON.stringify(answer)).toContain('the limit is 3');
  const depths = (await t.sent('actions/run')).map(
    ({ params }) => (params['options'] as { meta: { orchestrationDepth: number } }).meta.orchestrationDepth,
  );
  expect(depths).toEqual([0, 1, 2]);
});

const three = { a: ['outer: outer@dev', 'inner: i1@inner'], b: ['inner: i1@inner'], c: ['inner: i1@inner'] };

verifies(
  ['er/in-workspace/projects', 'er/in-workspace/result'],
  'a handler has an action run in the projects it names, and gets their results by path',
  async () => {
    const t = await openRecordedWorkspace(three, (dir) => {
      const projectPaths = [join(dir, 'c'), join(dir, 'a')];
      return { handlers: { outer: inWorkspace('actions.inner', { projectPaths }) } };
    });
    expect(await answerToOuter(t)).toEqual({
      resultsByProject: { [join(t.dir, 'a')]: { said: ['i1'] }, [join(t.dir, 'c')]: { said: ['i1'] } },
    });
    const begun = (await innerRuns(t)).filter((line) => line.startsWith('begin'));
    expect([...begun].sort()).toEqual(['begin a', 'begin c']);
  },
);

verifies('er/in-workspace/all', 'unless it names projects, in all that declare the action', async () => {
  const t = await openRecordedWorkspace(
    { ...three, d: ['other: i1@inner'] },
    { handlers: { outer: inWorkspace('actions.inner') } },
  );
  await answerToOuter(t);
  const begun = (await innerRuns(t)).filter((line) => line.startsWith('begin'));
  expect([...begun].sort()).toEqual(['begin a', 'begin b', 'begin c']);
});

verifies('er/in-workspace/concurrently', 'projects run side by side, or one after another', async () => {
  const together = await openRecordedWorkspace(three, {
    handlers: { outer: inWorkspace('actions.inner'), i1: { meets: 3 } },
  });
  await answerToOuter(together);
  expect((await innerRuns(together)).slice(0, 3).every((line) => line.startsWith('begin'))).toBe(true);

  const inTurn = await openRecordedWorkspace(three, {
    handlers: { outer: inWorkspace('actions.inner', { concurrently: false }) },
  });
  await answerToOuter(inTurn);
  expect(await innerRuns(inTurn)).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});

verifies('er/in-workspace/fanout', 'a call to too many projects reaches none of them', async () => {
  const t = await openRecordedWorkspace(
    three,
    { handlers: { outer: inWorkspace('actions.inner') } },
    { limits: { projectFanOut: 2 } },
  );
  expect(await answerToOuter(t)).toMatchObject({
    refused: { message: expect.stringContaining('the limit is 2') },
  });
  expect(await innerRuns(t)).toEqual([]);
});

verifies(
  ['er/in-project/canonical', 'er/in-workspace/canonical'],
  'a handler that names an action by an alias is told the name to use, and nothing runs',
  async () => {
    const script = (outer: ScriptedHandler): RunnerScript => ({
      actions: { 'actions.inner': { canonicalSource: 'real.Inner' } },
      aliases: { 'short.Inner': 'real.Inner' },
      handlers: { outer },
    });
    for (const ask of [inProject, inWorkspace]) {
      const canonical = await openRecordedWorkspace(three, script(ask('real.Inner')));
      expect(await answerToOuter(canonical)).not.toHaveProperty('refused');
      for (const alias of ['actions.inner', 'short.Inner']) {
        const t = await openRecordedWorkspace(three, script(ask(alias)));
        expect(await answerToOuter(t)).toMatchObject({
          refused: { message: expect.stringContaining('by its canonical source: real.Inner') },
        });
        expect(await innerRuns(t)).toEqual([]);
      }
    }
  },
);
