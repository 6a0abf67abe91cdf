import { CheckFailure } from '../../check.js';
import { expectEqual, type Fields, objectOf } from '../../er/expect.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { expectErrorAbout, expectKeys } from '../expect.js';
import { identityOf, type ProbeAction, sourceOf } from '../probe/project.js';
import { notesIn, type WmSession } from '../session.js';

/** Two projects with `note` and `bad`, and one without `bad`. */
const projects = {
  alpha: { actions: ['note', 'bad'] },
  beta: { actions: ['note', 'bad'] },
  gamma: { actions: ['note'] },
} as const;

interface Batch {
  readonly actions: readonly ProbeAction[];
  readonly projects?: readonly string[];
  readonly payload?: Fields;
  readonly options?: Fields;
}

async function runBatch(
  session: WmSession,
  { actions, payload = {}, options = {}, ...more }: Batch,
): Promise<Fields> {
  const params = {
    actionSources: actions.map(sourceOf),
    params: payload,
    options: { resultFormats: ['json'], ...options },
    ...more,
  };
  return objectOf(await session.call({ method: 'actions/runBatch', params }));
}

function resultIn(batch: Fields, project: string, source: string): Fields {
  const result = Object(Object(batch['results'])[project])[source];
  if (result === undefined)
    throw new CheckFailure(`expected results of ${source} in ${project}, got ${show(batch)}`);
  return result;
}

/** `actions/runBatch`. */
export const batchingChecks: readonly WmCheck[] = [
  {
    id: 'batching/without-actions',
    title: 'without actionSources the answer is an error that says so',
    proves: ['wm/batch/required'],
    async run(session) {
      expectErrorAbout(await session.call({ method: 'actions/runBatch', params: {} }), 'actionSources');
    },
  },
  {
    id: 'batching/all-projects',
    title: 'without projects it runs in all that have the actions',
    proves: ['wm/batch/all-projects'],
    async run(session) {
      const { projectDir } = await session.startWorkspace(projects);
      const { results } = await runBatch(session, { actions: ['bad'] });
      expectKeys('results', results, [projectDir('alpha'), projectDir('beta')]);
    },
  },
  {
    id: 'batching/projects',
    title: 'with projects it runs only there',
    proves: ['wm/batch/projects'],
    async run(session) {
      const { projectDir } = await session.startWorkspace(projects);
      const { results } = await runBatch(session, { actions: ['note'], projects: [projectDir('beta')] });
      expectKeys('results', results, [projectDir('beta')]);
    },
  },
  {
    id: 'batching/keys',
    title: 'results are under the project, then under the action source as it was asked for',
    proves: ['wm/batch/keys'],
    async run(session) {
      const { dir } = await session.startProject(['bad']);
      const actionSources = [sourceOf('note'), identityOf('bad')];
      const params = { actionSources, projects: [dir] };
      const { results } = objectOf(await session.call({ method: 'actions/runBatch', params }));
      expectKeys('results', results, [dir]);
      expectKeys('the results of the project', Object(results)[dir], actionSources);
    },
  },
  {
    id: 'batching/result',
    title: 'each result is like that of a run',
    proves: ['wm/batch/result'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const batch = await runBatch(session, { actions: ['note'], projects: [dir], payload: { text: 'hi' } });
      const result = resultIn(batch, dir, sourceOf('note'));
      expectEqual('the notes', notesIn(result['resultByFormat']), ['hi']);
      expectEqual('returnCode', result['returnCode'], 0);
    },
  },
  {
    id: 'batching/return-code',
    title: 'the return code of the batch is the bitwise OR of all',
    proves: ['wm/batch/return-code'],
    async run(session) {
      const { projectDir } = await session.startWorkspace(projects);
      const two = [projectDir('alpha'), projectDir('beta')];
      for (const [actions, code] of [
        [['bad'], 1],
        [['bad', 'note'], 1],
        [['note'], 0],
      ] as const)
        expectEqual('returnCode', (await runBatch(session, { actions, projects: two }))['returnCode'], code);
    },
  },
  {
    id: 'batching/in-order',
    title: 'without concurrently the actions of a project run one after another',
    proves: ['wm/batch/concurrently'],
    async run(session) {
      const { dir } = await session.startProject(['meets', 'partner']);
      const payload = { text: '300' };
      const batch = await runBatch(session, { actions: ['meets', 'partner'], projects: [dir], payload });
      expectEqual('the notes', notesIn(resultIn(batch, dir, sourceOf('meets'))['resultByFormat']), ['alone']);
    },
  },
  {
    id: 'batching/concurrently',
    title: 'with concurrently the actions of a project run side by side',
    proves: ['wm/batch/concurrently'],
    async run(session) {
      const { dir } = await session.startProject(['meets', 'partner']);
      const batch = await runBatch(session, {
        actions: ['meets', 'partner'],
        projects: [dir],
        payload: { text: '5000' },
        options: { concurrently: true },
      });
      expectEqual('the notes', notesIn(resultIn(batch, dir, sourceOf('meets'))['resultByFormat']), [
        'together',
      ]);
    },
  },
  {
    id: 'batching/params',
    title: 'params are for every action of the batch',
    proves: ['wm/batch/params'],
    async run(session) {
      const { dir } = await session.startProject(['bad']);
      const actions = ['note', 'bad'] as const;
      const batch = await runBatch(session, { actions, projects: [dir], payload: { text: 'for all' } });
      for (const action of actions)
        expectEqual('the notes', notesIn(resultIn(batch, dir, sourceOf(action))['resultByFormat']), [
          'for all',
        ]);
    },
  },
];
