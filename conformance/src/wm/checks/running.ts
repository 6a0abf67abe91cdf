import { join } from 'node:path';
import { CheckFailure } from '../../check.js';
import { expectAnyError, expectEqual } from '../../er/expect.js';
import { expectError } from '../../json-rpc/expect.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { expectErrorAbout, expectKeys } from '../expect.js';
import { identityOf, sourceOf } from '../probe/project.js';
import { notesIn, type WmSession } from '../session.js';

const triggers = ['user', 'system', 'unknown'];
const devEnvs = ['ide', 'cli', 'ai', 'ci', 'precommit'];
/** Runners know the hook under another name. */
const namesOfHook = ['precommit', 'git_hook'];

async function tryParams(session: WmSession, params: Readonly<Record<string, unknown>>) {
  return await session.call({ method: 'actions/run', params });
}

/** Trigger and environment, as the handler was told. */
async function metaOf(session: WmSession, project: string, options = {}) {
  const [trigger, devEnv] = await session.notes({ project, action: 'meta', options });
  return { trigger, devEnv };
}

/** `actions/run`. */
export const runningChecks: readonly WmCheck[] = [
  {
    id: 'running/result',
    title:
      'a run answers with resultByFormat and returnCode, and nothing else that has a name in the document',
    proves: ['wm/run/result', 'wm/run/return-code'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const result = await session.run({ project: dir, action: 'note', payload: { text: 'hi' } });
      expectEqual('the notes', notesIn(result['resultByFormat']), ['hi']);
      expectEqual('returnCode', result['returnCode'], 0);
      if ('results' in result) throw new CheckFailure(`only batches have results, got ${show(result)}`);
    },
  },
  {
    id: 'running/optional-fields',
    title: 'only actionSource and project are needed',
    proves: ['wm/run/required'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const answer = await tryParams(session, { actionSource: sourceOf('note'), project: dir });
      if (answer.error !== undefined) throw new CheckFailure(`expected a result, got ${show(answer)}`);
    },
  },
  {
    id: 'running/without-action',
    title: 'without actionSource the answer is an error that says so',
    proves: ['wm/run/required', 'wm/rpc/invalid-params'],
    async run(session) {
      const { projectDir } = await session.addWorkspace();
      expectErrorAbout(await tryParams(session, { project: projectDir('alpha') }), 'actionSource');
    },
  },
  {
    id: 'running/without-project',
    title: 'without project the answer is an error that says so',
    proves: ['wm/run/required', 'wm/rpc/invalid-params'],
    async run(session) {
      await session.addWorkspace();
      expectErrorAbout(await tryParams(session, { actionSource: sourceOf('note') }), 'project');
    },
  },
  {
    id: 'running/alias',
    title: 'any path that leads to the action runs it',
    proves: ['wm/run/alias'],
    async run(session) {
      const { dir } = await session.startProject([]);
      for (const actionSource of [identityOf('note'), './alias.ts#renamed']) {
        const answer = await tryParams(session, { actionSource, project: dir, params: { text: 'alias' } });
        if (answer.error !== undefined)
          throw new CheckFailure(`expected ${actionSource} to run, got ${show(answer)}`);
        expectEqual('the notes', notesIn(Object(answer.result).resultByFormat), ['alias']);
      }
    },
  },
  {
    id: 'running/unknown-action',
    title: 'an actionSource that leads to no action of the project is an error that names it',
    proves: ['wm/run/unknown-action'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const actionSource = 'no.such.Action';
      expectErrorAbout(await tryParams(session, { actionSource, project: dir }), actionSource);
    },
  },
  {
    id: 'running/unknown-project',
    title: 'a project that is not in the workspace is an error that names it',
    proves: ['wm/run/required'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      const project = join(dir, 'delta');
      expectErrorAbout(await session.tryRun({ project, action: 'note' }), project);
    },
  },
  {
    id: 'running/params',
    title: 'params are what the handler gets, whatever is in them',
    proves: ['wm/run/params'],
    async run(session) {
      const { dir } = await session.startProject([]);
      for (const text of ['', 'ä😀\u0000"\\', 'x'.repeat(100_000)])
        expectEqual('the notes', await session.notes({ project: dir, action: 'note', payload: { text } }), [
          text,
        ]);
    },
  },
  {
    id: 'running/wrong-params',
    title: 'params that the action does not take are an error',
    proves: ['wm/run/params'],
    async run(session) {
      const { dir } = await session.startProject([]);
      expectAnyError(await session.tryRun({ project: dir, action: 'note', payload: { text: 5 } }));
    },
  },
  {
    id: 'running/formats',
    title: 'the result comes in the formats that were asked for, json as data and string as text',
    proves: ['wm/run/formats'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const run = { project: dir, action: 'note', payload: { text: 'hi' } } as const;
      const both = await session.run({ ...run, options: { resultFormats: ['json', 'string'] } });
      expectEqual('the notes', notesIn(both['resultByFormat']), ['hi']);
      expectEqual('string', Object(both['resultByFormat']).string, 'hi');
      for (const format of ['json', 'string']) {
        const { resultByFormat } = await session.run({ ...run, options: { resultFormats: [format] } });
        expectKeys('resultByFormat', resultByFormat, [format]);
      }
    },
  },
  {
    id: 'running/trigger',
    title: 'the handler is told the trigger',
    proves: ['wm/run/trigger'],
    async run(session) {
      const { dir } = await session.startProject(['meta']);
      for (const trigger of triggers)
        expectEqual('the trigger', (await metaOf(session, dir, { trigger })).trigger, trigger);
    },
  },
  {
    id: 'running/wrong-trigger',
    title: 'another trigger is an error',
    proves: ['wm/run/trigger'],
    async run(session) {
      const { dir } = await session.startProject(['meta']);
      const options = { trigger: 'moon' };
      expectError(await session.tryRun({ project: dir, action: 'meta', options }), -32602);
    },
  },
  {
    id: 'running/trigger-default',
    title: 'without a trigger it is unknown',
    proves: ['wm/run/trigger-default'],
    async run(session) {
      const { dir } = await session.startProject(['meta']);
      expectEqual('the trigger', (await metaOf(session, dir)).trigger, 'unknown');
    },
  },
  {
    id: 'running/dev-env',
    title: 'the handler is told the environment, and every one of the document is taken',
    proves: ['wm/run/dev-env'],
    async run(session) {
      const { dir } = await session.startProject(['meta']);
      for (const asked of devEnvs) {
        const { devEnv } = await metaOf(session, dir, { devEnv: asked });
        const isSame = asked === 'precommit' ? namesOfHook.some((name) => name === devEnv) : devEnv === asked;
        if (!isSame) throw new CheckFailure(`expected devEnv ${asked}, got ${show(devEnv)}`);
      }
    },
  },
  {
    id: 'running/wrong-dev-env',
    title: 'another environment is an error',
    proves: ['wm/run/dev-env'],
    async run(session) {
      const { dir } = await session.startProject(['meta']);
      const options = { devEnv: 'moon' };
      expectError(await session.tryRun({ project: dir, action: 'meta', options }), -32602);
    },
  },
  {
    id: 'running/dev-env-default',
    title: 'without devEnv it is cli',
    proves: ['wm/run/dev-env-default'],
    async run(session) {
      const { dir } = await session.startProject(['meta']);
      expectEqual('devEnv', (await metaOf(session, dir)).devEnv, 'cli');
    },
  },
  {
    id: 'running/all-projects',
    title: 'with an empty project the action runs in all projects that have it, and in no other',
    proves: ['wm/run/all-projects'],
    async run(session) {
      await session.startWorkspace({
        alpha: { actions: ['note', 'pid'] },
        beta: { actions: ['pid', 'note'] },
        gamma: { actions: ['note'] },
      });
      const processes = await session.notes({ project: '', action: 'pid' });
      expectEqual('the number of runners that took part', new Set(processes).size, 2);
    },
  },
  {
    id: 'running/return-code',
    title: 'a result with problems has the return code 1, one without has 0',
    proves: ['wm/run/return-code'],
    async run(session) {
      const { dir } = await session.startProject(['bad']);
      for (const [action, code] of [
        ['bad', 1],
        ['note', 0],
      ] as const)
        expectEqual('returnCode', (await session.run({ project: dir, action }))['returnCode'], code);
    },
  },
  {
    id: 'running/failure',
    title: 'a handler that fails makes the run an error with its words',
    proves: ['wm/rpc/error'],
    async run(session) {
      const { dir } = await session.startProject(['fails']);
      const answer = await session.tryRun({ project: dir, action: 'fails', payload: { text: 'why not' } });
      expectErrorAbout(answer, 'why not');
    },
  },
];
