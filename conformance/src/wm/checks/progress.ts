import { CheckFailure } from '../../check.js';
import { expectEqual, type Fields } from '../../er/expect.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { sourceOf } from '../probe/project.js';
import { notesIn, type StartedProject, type WmSession } from '../session.js';

const progress = 'actions/progress';
const types = ['begin', 'report', 'end'];

const valuesOf = (session: WmSession) =>
  session.paramsOf(progress).map(({ value }) => Object(value) as Fields);
const typesOf = (session: WmSession) => valuesOf(session).map(({ type }) => type);

async function runSteps(session: WmSession, { dir }: StartedProject, more: Fields): Promise<Fields> {
  return await session.run({ project: dir, action: 'steps', more });
}

/** One `begin` first, one `end` last. */
function expectWhole(received: readonly unknown[]): void {
  const [first, ...others] = received;
  const inner = others.slice(0, -1);
  if (first === 'begin' && others.at(-1) === 'end' && inner.every((type) => type === 'report')) return;
  throw new CheckFailure(`expected begin, reports and end, got ${show(received)}`);
}

/** `actions/progress`. */
export const progressChecks: readonly WmCheck[] = [
  {
    id: 'progress/whole',
    title: 'with a progressToken the run begins, reports and ends before its answer, which has the result',
    proves: ['wm/run/progress', 'wm/progress/types'],
    async run(session) {
      const project = await session.startProject(['steps']);
      const { resultByFormat } = await runSteps(session, project, { progressToken: 'steps' });
      expectEqual('the notes', notesIn(resultByFormat), ['hello']);
      expectWhole(typesOf(session));
    },
  },
  {
    id: 'progress/types',
    title: 'the type is begin, report or end',
    proves: ['wm/progress/types'],
    async run(session) {
      await runSteps(session, await session.startProject(['steps']), { progressToken: 'steps' });
      const unknown = typesOf(session).filter((type) => !types.some((known) => known === type));
      expectEqual('the unknown types', unknown, []);
    },
  },
  {
    id: 'progress/content',
    title: 'what a handler reports, its message and percentage, reaches the client',
    proves: ['wm/progress/content'],
    async run(session) {
      await runSteps(session, await session.startProject(['steps']), { progressToken: 'steps' });
      const reports = valuesOf(session).filter(({ type }) => type === 'report');
      const isTold = reports.some(
        ({ message, percentage }) => String(message).includes('two') && percentage === 100,
      );
      if (!isTold) throw new CheckFailure(`expected a report of "two" at 100 %, got ${show(reports)}`);
    },
  },
  {
    id: 'progress/token',
    title: 'the token comes back with its type',
    proves: ['wm/progress/token'],
    async run(session) {
      const project = await session.startProject(['steps']);
      for (const token of [7, '7', 0]) {
        const already = session.paramsOf(progress).length;
        await runSteps(session, project, { progressToken: token });
        const received = session.paramsOf(progress).slice(already);
        if (received.length === 0) throw new CheckFailure(`expected progress with the token ${show(token)}`);
        for (const params of received) expectEqual('the token', params['token'], token);
      }
    },
  },
  {
    id: 'progress/both-tokens',
    title: 'with both tokens there are parts and no progress',
    proves: ['wm/run/tokens-together', 'wm/run/progress'],
    async run(session) {
      const project = await session.startProject(['steps']);
      const answer = await runSteps(session, project, { progressToken: 'steps', partialResultToken: 'part' });
      expectEqual('the answer', answer, { returnCode: 0 });
      const parts = session.paramsOf('actions/partialResult').map(({ token }) => token);
      expectEqual('the tokens of the parts', parts, ['part']);
      expectEqual('the progress', valuesOf(session), []);
    },
  },
  {
    id: 'progress/no-token',
    title: 'without a token there is no progress',
    proves: ['wm/run/progress'],
    async run(session) {
      await runSteps(session, await session.startProject(['steps']), {});
      expectEqual('the progress', valuesOf(session), []);
    },
  },
  {
    id: 'progress/batch',
    title: 'a batch has one progress over all projects and actions',
    proves: ['wm/batch/progress'],
    async run(session) {
      const { projectDir } = await session.startWorkspace({
        alpha: { actions: ['note', 'steps'] },
        beta: { actions: ['note', 'steps'] },
      });
      await session.ask('actions/runBatch', {
        actionSources: [sourceOf('steps'), sourceOf('note')],
        projects: [projectDir('alpha'), projectDir('beta')],
        progressToken: 'batch',
      });
      expectWhole(typesOf(session));
    },
  },
];
