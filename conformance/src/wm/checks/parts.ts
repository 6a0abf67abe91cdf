import { join } from 'node:path';
import { CheckFailure } from '../../check.js';
import { expectEqual, type Fields, objectOf } from '../../er/expect.js';
import { requestMessage } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { expectKeys, only } from '../expect.js';
import { type ProbeAction, sourceOf } from '../probe/project.js';
import { notesIn, type WmSession } from '../session.js';

const partialResult = 'actions/partialResult';
const tokens = [7, '7', 'ä/1', 0] as const;

const valuesOf = (session: WmSession) =>
  session.paramsOf(partialResult).map(({ value }) => Object(value) as Fields);
const projects = {
  alpha: { actions: ['note', 'bad', 'gate'] },
  beta: { actions: ['note', 'bad', 'gate'] },
} as const;

function batchOf(actions: readonly ProbeAction[], projectDirs?: readonly string[], payload: Fields = {}) {
  const params = {
    actionSources: actions.map(sourceOf),
    projects: projectDirs,
    params: payload,
    options: { resultFormats: ['json'] },
    partialResultToken: 'batch',
  };
  return { method: 'actions/runBatch', params };
}

/** Starts two projects and runs the actions in both, in parts. */
async function batchInParts(session: WmSession, actions: readonly ProbeAction[]) {
  const { projectDir } = await session.startWorkspace(projects);
  const dirs = [projectDir('alpha'), projectDir('beta')];
  const result = objectOf(await session.call(batchOf(actions, dirs)));
  return { dirs, result, values: valuesOf(session) };
}

/** Results in parts. */
export const partChecks: readonly WmCheck[] = [
  {
    id: 'parts/answer',
    title: 'with a partialResultToken the answer has returnCode and no data',
    proves: ['wm/run/streamed-answer'],
    async run(session) {
      const { dir } = await session.startProject(['bad']);
      const more = { partialResultToken: 'part' };
      expectEqual('the answer', await session.run({ project: dir, action: 'bad', more }), { returnCode: 1 });
      expectEqual('the answer', await session.run({ project: dir, action: 'note', more }), { returnCode: 0 });
    },
  },
  {
    id: 'parts/all',
    title: 'all parts come, in their order and before the answer',
    proves: ['wm/partial/always', 'wm/partial/before-answer'],
    async run(session) {
      const { dir } = await session.startProject(['parts']);
      const more = { partialResultToken: 'part' };
      await session.run({ project: dir, action: 'parts', payload: { text: 'part' }, more });
      // Parts may be merged on their way, but nothing is lost, doubled or out of order.
      const notes = () => valuesOf(session).flatMap(({ resultByFormat }) => notesIn(resultByFormat));
      expectEqual('the notes of all parts', notes(), ['part 1', 'part 2']);
      await session.probe();
      expectEqual('the notes after the answer', notes(), ['part 1', 'part 2']);
    },
  },
  {
    id: 'parts/not-streaming',
    title: 'the result of a handler that makes no parts comes as one part',
    proves: ['wm/partial/always', 'wm/partial/before-answer'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const more = { partialResultToken: 'part' };
      await session.run({ project: dir, action: 'note', payload: { text: 'whole' }, more });
      const { resultByFormat } = only('a part', valuesOf(session));
      expectEqual('its notes', notesIn(resultByFormat), ['whole']);
    },
  },
  {
    id: 'parts/value',
    title: 'a part has the formats that were asked for, and no returnCode',
    proves: ['wm/partial/run-value'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const more = { partialResultToken: 'part' };
      const options = { resultFormats: ['json', 'string'] };
      await session.run({ project: dir, action: 'note', payload: { text: 'hi' }, options, more });
      const value = only('a part', valuesOf(session));
      if ('returnCode' in value) throw new CheckFailure(`expected no returnCode, got ${show(value)}`);
      expectEqual('json', notesIn(value['resultByFormat']), ['hi']);
      expectEqual('string', Object(value['resultByFormat']).string, 'hi');
    },
  },
  {
    id: 'parts/token',
    title: 'the token comes back with its type, a number as a number and text as text',
    proves: ['wm/partial/token'],
    async run(session) {
      const { dir } = await session.startProject(['parts']);
      for (const token of tokens) {
        const already = session.paramsOf(partialResult).length;
        await session.run({ project: dir, action: 'parts', more: { partialResultToken: token } });
        const received = session
          .paramsOf(partialResult)
          .slice(already)
          .map((params) => params['token']);
        if (received.length === 0) throw new CheckFailure(`expected parts with the token ${show(token)}`);
        for (const one of received) expectEqual('the token', one, token);
      }
    },
  },
  {
    id: 'parts/token-in-options',
    title: 'a token among the options counts as well',
    proves: ['wm/run/streamed-answer', 'wm/partial/always'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const options = { partialResultToken: 'part' };
      expectEqual('the answer', await session.run({ project: dir, action: 'note', options }), {
        returnCode: 0,
      });
      expectEqual('the token', only('a part', session.paramsOf(partialResult))['token'], 'part');
    },
  },
  {
    id: 'parts/only-requester',
    title: 'parts go to the client that asked, and to no other',
    proves: ['wm/partial/only-requester'],
    async run(session) {
      const { dir } = await session.startProject(['parts']);
      const other = await session.connectAnother();
      await other.probe();
      await session.run({ project: dir, action: 'parts', more: { partialResultToken: 'part' } });
      await other.probe();
      expectEqual('what another client got', other.paramsOf(partialResult), []);
    },
  },
  {
    id: 'parts/batch-answer',
    title: 'the answer to a batch in parts has returnCode and no data',
    proves: ['wm/batch/streamed-answer'],
    async run(session) {
      const { result } = await batchInParts(session, ['note', 'bad']);
      expectEqual('the answer', result, { returnCode: 1 });
    },
  },
  {
    id: 'parts/batch-value',
    title: 'a part of a batch has project, results by action source, and returnCode',
    proves: ['wm/partial/batch-value'],
    async run(session) {
      const { values } = await batchInParts(session, ['note']);
      for (const value of values) {
        expectKeys('the results', value['results'], [sourceOf('note')]);
        const result = Object(Object(value['results'])[sourceOf('note')]);
        expectEqual('the notes', notesIn(result.resultByFormat), ['hello']);
        expectEqual('the return code of the action', result.returnCode, 0);
        expectEqual('the return code of the project', value['returnCode'], 0);
      }
      if (values.length === 0) throw new CheckFailure('expected parts, none came before the answer');
    },
  },
  {
    id: 'parts/batch-per-project',
    title: 'a batch sends one part for each project',
    proves: ['wm/partial/batch-per-project'],
    async run(session) {
      const { dirs, values } = await batchInParts(session, ['note', 'bad']);
      expectEqual(
        'the projects of the parts',
        values.map(({ project }) => project).toSorted(),
        dirs.toSorted(),
      );
    },
  },
  {
    id: 'parts/batch-order',
    title: 'a project that is done comes at once, before one that takes longer',
    proves: ['wm/partial/batch-order'],
    async run(session) {
      const { workspace, slow, quick } = await slowAndQuick(session);
      const gate = join(slow, 'gate');
      const id = session.newId();
      session.send(requestMessage(id, batchOf(['gate'], [slow, quick], { file: gate })));
      await session.hear(partialResult, () => true, 'the part of the project that is done');
      await workspace.write('alpha/gate', '');
      await session.answerTo(id, 'the answer to the batch');
      expectEqual(
        'the projects in their order',
        valuesOf(session).map(({ project }) => project),
        [quick, slow],
      );
    },
  },
  {
    id: 'parts/batch-return-code',
    title: 'the return code of a part is the bitwise OR of those of its project',
    proves: ['wm/partial/batch-return-code'],
    async run(session) {
      const { projectDir } = await session.startWorkspace({
        alpha: projects.alpha,
        beta: { actions: ['note'] },
      });
      await session.call(batchOf(['note', 'bad']));
      const codes = Object.fromEntries(
        valuesOf(session).map(({ project, returnCode }) => [String(project), returnCode]),
      );
      expectEqual('the return codes', codes, { [projectDir('alpha')]: 1, [projectDir('beta')]: 0 });
    },
  },
];

async function slowAndQuick(session: WmSession) {
  const workspace = await session.startWorkspace(projects);
  return { workspace, slow: workspace.projectDir('alpha'), quick: workspace.projectDir('beta') };
}
