import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectEqual, expectRun, finishedRun, notesOf } from '../expect.js';
import { type ErSession, noteAction } from '../session.js';

const depth = 5;

async function metaSeen(session: ErSession, meta: object): Promise<unknown> {
  const { formats } = finishedRun(await session.run({}, { meta }));
  return notesOf(formats['json']);
}

/** A value that the document does not have is refused, by either kind of error. */
async function expectRefused(session: ErSession, meta: object): Promise<void> {
  const answer = await session.run({}, { meta });
  const isRefused = answer.error !== undefined || 'error' in Object(answer.result);
  if (!isRefused) throw new CheckFailure(`expected ${show(meta)} to be refused, got ${show(answer)}`);
}

const checks: readonly ProbeCheck[] = [
  {
    id: 'options/null',
    title: 'options may be null',
    proves: ['er/run/params'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const params = { actionName: noteAction, params: { text: 'plain' }, options: null };
      expectRun(await session.call({ method: 'actions/run', params }), {
        status: 'success',
        notes: ['plain'],
      });
    },
  },
  {
    id: 'options/unknown-fields',
    title: 'fields that nobody knows do no harm: in params, in options, in the payload',
    proves: ['er/run/params'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const params = {
        actionName: noteAction,
        params: { text: 'plain', conformanceUnknown: 1 },
        options: {
          walRunId: 'conformance',
          meta: { trigger: 'user', devEnv: 'cli' },
          conformanceUnknown: [],
        },
        conformanceUnknown: {},
      };
      expectRun(await session.call({ method: 'actions/run', params }), {
        status: 'success',
        notes: ['plain'],
      });
    },
  },
  {
    id: 'options/trigger',
    title: 'trigger is user, system or unknown, and reaches the handler',
    proves: ['er/run/trigger', 'er/run/meta'],
    uses: ['note', 'tells-meta'],
    async run(session) {
      await session.useHandlers('tells-meta');
      for (const trigger of ['user', 'system', 'unknown']) {
        const seen = await metaSeen(session, { trigger, devEnv: 'cli', orchestrationDepth: 0 });
        expectEqual('what the handler sees', seen, [trigger, 'cli', '0']);
      }
      await expectRefused(session, { trigger: 'conformance', devEnv: 'cli', orchestrationDepth: 0 });
    },
  },
  {
    id: 'options/dev-env',
    title: 'devEnv is ide, cli, ai, git_hook or ci, and reaches the handler',
    proves: ['er/run/dev-env', 'er/run/meta'],
    uses: ['note', 'tells-meta'],
    async run(session) {
      await session.useHandlers('tells-meta');
      for (const devEnv of ['ide', 'cli', 'ai', 'git_hook', 'ci']) {
        const seen = await metaSeen(session, { trigger: 'user', devEnv, orchestrationDepth: 0 });
        expectEqual('what the handler sees', seen, ['user', devEnv, '0']);
      }
      await expectRefused(session, { trigger: 'user', devEnv: 'conformance', orchestrationDepth: 0 });
    },
  },
  {
    id: 'options/depth',
    title: 'orchestrationDepth reaches the handler as it is',
    proves: ['er/run/depth-unchanged', 'er/run/meta'],
    uses: ['note', 'tells-meta'],
    async run(session) {
      await session.useHandlers('tells-meta');
      const seen = await metaSeen(session, { trigger: 'user', devEnv: 'cli', orchestrationDepth: depth });
      expectEqual('what the handler sees', seen, ['user', 'cli', String(depth)]);
    },
  },
  {
    id: 'options/depth-default',
    title: 'orchestrationDepth is 0 when absent',
    proves: ['er/run/depth-default'],
    uses: ['note', 'tells-meta'],
    async run(session) {
      await session.useHandlers('tells-meta');
      const seen = await metaSeen(session, { trigger: 'system', devEnv: 'ai' });
      expectEqual('what the handler sees', seen, ['system', 'ai', '0']);
    },
  },
  {
    id: 'options/formats-default',
    title: 'without resultFormats the result comes as json alone',
    proves: ['er/run/formats'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const { formats } = finishedRun(await session.run({}, { resultFormats: undefined }));
      expectEqual('the formats', Object.keys(formats), ['json']);
    },
  },
  {
    id: 'options/formats',
    title: 'the result comes in the formats asked for: json, string, or both',
    proves: ['er/run/formats', 'er/run/success'],
    uses: ['note', 'adds', 'marks'],
    async run(session) {
      await session.useHandlers('adds', 'marks');
      const both = finishedRun(await session.run({}, { resultFormats: ['json', 'string'] })).formats;
      expectEqual('the result as json', notesOf(both['json']), ['hello', 'marked']);
      expectEqual('the result as string', both['string'], 'hello, marked');
      const text = finishedRun(await session.run({}, { resultFormats: ['string'] })).formats;
      expectEqual('the result as string', text['string'], 'hello, marked');
      if ('json' in text)
        throw new CheckFailure(`expected no json, which was not asked for, got ${show(text)}`);
    },
  },
];

/** What `options` of a run means. */
export const runOptionChecks = withProbe(checks);
