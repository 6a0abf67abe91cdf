import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectCommandError, expectEqual, expectRun, finishedRun, formatsOf, objectOf } from '../expect.js';

const checks: readonly ProbeCheck[] = [
  {
    id: 'run/success',
    title: 'a finished run answers success, with result and return code',
    proves: ['er/run/success'],
    uses: ['note', 'adds', 'marks'],
    async run(session) {
      await session.useHandlers('adds');
      expectRun(await session.run({ text: 'Grüße 😀' }), { status: 'success', notes: ['Grüße 😀'] });
      await session.useHandlers('adds', 'marks');
      expectRun(await session.run(), { status: 'success', notes: ['hello', 'marked'], returnCode: 1 });
    },
  },
  {
    id: 'run/order',
    title: 'handlers run in their order, each sees the result of those before',
    proves: ['er/run/success', 'er/update-config/actions'],
    uses: ['note', 'adds', 'counts'],
    async run(session) {
      await session.useHandlers('adds', 'counts', { source: 'counts', name: 'counts-again' });
      expectRun(await session.run(), { status: 'success', notes: ['hello', 'after 1', 'after 2'] });
    },
  },
  {
    id: 'run/own-env',
    title: 'handlers of other environments do not run here',
    proves: ['er/run/success', 'er/update-config/actions'],
    uses: ['note', 'adds', 'marks'],
    async run(session) {
      await session.useHandlers('adds', { source: 'marks', env: 'conformance_elsewhere' });
      expectRun(await session.run(), { status: 'success', notes: ['hello'] });
    },
  },
  {
    id: 'run/encoded',
    title: 'result_by_format is the JSON text of an object, or the object itself',
    proves: ['er/run/encoded'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const formats = formatsOf(objectOf(await session.run({ text: '"quoted" \\ and\nmore' })));
      expectEqual('result_by_format.json.notes', Object(formats['json']).notes, ['"quoted" \\ and\nmore']);
    },
  },
  {
    id: 'run/no-data',
    title: 'a run whose handlers give no result still answers success with data, only streamed comes without',
    proves: ['er/run/streamed-only-empty'],
    uses: ['note', 'silent'],
    async run(session) {
      await session.useHandlers('silent');
      const { status, formats } = finishedRun(await session.run());
      expectEqual('status', status, 'success');
      if (!('json' in formats)) throw new CheckFailure(`expected the result as json, got ${show(formats)}`);
    },
  },
  {
    id: 'run/stopped',
    title: 'a handler that ends the run early answers stopped with its result, and no handler runs after it',
    proves: ['er/run/stopped'],
    uses: ['note', 'adds', 'stops', 'fails'],
    async run(session) {
      await session.useHandlers('adds', 'stops', 'fails');
      const { status, formats, returnCode } = finishedRun(
        await session.run({ text: 'enough' }, { resultFormats: ['json', 'string'] }),
      );
      expectEqual('status', status, 'stopped');
      expectEqual('returnCode', returnCode, 1);
      // Real runners give a stopped result as text only.
      if (!JSON.stringify(formats).includes('enough'))
        throw new CheckFailure(`expected the result that the handler stopped with, got ${show(formats)}`);
    },
  },
  {
    id: 'run/handler-fails',
    title: 'a run whose handler fails answers { "error": message }',
    proves: ['er/run/error', 'er/errors/command'],
    uses: ['note', 'adds', 'fails'],
    async run(session) {
      await session.useHandlers('adds', 'fails');
      expectCommandError(await session.run({ text: 'because' }), 'failed as asked: because');
    },
  },
  {
    id: 'run/bad-payload',
    title: 'a payload that the action does not allow answers { "error": message }',
    proves: ['er/run/error', 'er/errors/command'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      expectCommandError(await session.run({ text: undefined, file: 'x' }), 'text');
      expectRun(await session.run(), { status: 'success', notes: ['hello'] });
    },
  },
  {
    id: 'run/unknown-action',
    title: 'an action that is not configured answers { "error": message }',
    proves: ['er/run/error', 'er/errors/command'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      expectCommandError(
        await session.run({}, {}, 'conformance-no-such-action'),
        'conformance-no-such-action',
      );
    },
  },
];

/** The ways in which `actions/run` ends. */
export const runOutcomeChecks = withProbe(checks);
