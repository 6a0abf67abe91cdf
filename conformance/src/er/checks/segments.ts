import { type ProbeCheck, withProbe } from '../check.js';
import { expectCommandError, expectEqual, finishedRun, notesOf } from '../expect.js';

const json = { resultFormats: ['json'] };
const previousResult = { notes: ['before'], bad: false };

const checks: readonly ProbeCheck[] = [
  {
    id: 'segments/subset',
    title: 'runHandlers runs the named handlers and no others',
    proves: ['er/run-handlers/subset'],
    uses: ['note', 'adds', 'marks'],
    async run(session) {
      await session.useHandlers('adds', 'marks');
      const { status, result } = finishedRun(await session.runHandlers(['adds']));
      expectEqual('status', status, 'success');
      expectEqual('the notes', notesOf(result), ['hello']);
    },
  },
  {
    id: 'segments/order',
    title: 'the handlers run one after another, in the order named',
    proves: ['er/run-handlers/order'],
    uses: ['note', 'adds', 'counts'],
    async run(session) {
      await session.useHandlers('adds', 'counts');
      const { result } = finishedRun(await session.runHandlers(['counts', 'adds']));
      expectEqual('the notes', notesOf(result), ['first', 'hello']);
    },
  },
  {
    id: 'segments/previous',
    title: 'previousResult is the current result of the first handler',
    proves: ['er/run-handlers/previous'],
    uses: ['note', 'counts'],
    async run(session) {
      await session.useHandlers('counts');
      const { result } = finishedRun(await session.runHandlers(['counts'], { previousResult }));
      expectEqual('the notes', notesOf(result), ['before', 'after 1']);
    },
  },
  {
    id: 'segments/first',
    title: 'with previousResult null the first handler has no current result',
    proves: ['er/run-handlers/first'],
    uses: ['note', 'counts'],
    async run(session) {
      await session.useHandlers('counts');
      const { result } = finishedRun(await session.runHandlers(['counts']));
      expectEqual('the notes', notesOf(result), ['first']);
    },
  },
  {
    id: 'segments/result',
    title: 'result is the whole result, serialised, and can be handed on as previousResult',
    proves: ['er/run-handlers/result'],
    uses: ['note', 'adds', 'counts', 'marks'],
    async run(session) {
      await session.useHandlers('adds', 'marks', 'counts');
      const one = finishedRun(await session.runHandlers(['adds', 'marks']));
      expectEqual('result', one.result, { notes: ['hello', 'marked'], bad: true });
      expectEqual('returnCode', one.returnCode, 1);
      const two = finishedRun(await session.runHandlers(['counts'], { previousResult: one.result }));
      expectEqual('result', two.result, { notes: ['hello', 'marked', 'after 2'], bad: true });
    },
  },
  {
    id: 'segments/formats',
    title: 'resultByFormat holds the formats asked for',
    proves: ['er/run-handlers/formats'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const options = { resultFormats: ['json', 'string'] };
      const { formats } = finishedRun(await session.runHandlers(['adds'], { previousResult, options }));
      expectEqual('the result as json', notesOf(formats['json']), ['before', 'hello']);
      expectEqual('the result as string', formats['string'], 'before, hello');
    },
  },
  {
    id: 'segments/no-formats',
    title: 'resultByFormat is {} when no formats were asked for',
    proves: ['er/run-handlers/formats'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const { formats } = finishedRun(
        await session.runHandlers(['adds'], { options: { resultFormats: [] } }),
      );
      expectEqual('the formats', formats, {});
    },
  },
  {
    id: 'segments/no-handlers',
    title: 'without handlers the previous result is only put into formats',
    proves: ['er/run-handlers/formats', 'er/run-handlers/previous'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const { formats } = finishedRun(await session.runHandlers([], { previousResult, options: json }));
      expectEqual('the result as json', notesOf(formats['json']), ['before']);
    },
  },
  {
    id: 'segments/streamed',
    title: 'a streamed segment answers streamed, without formats, but with its result',
    proves: ['er/run-handlers/streamed', 'er/progress/final'],
    uses: ['note', 'parts'],
    async run(session) {
      await session.useHandlers('parts');
      const options = { partialResultToken: 3, resultFormats: ['json'] };
      const { status, result, formats } = finishedRun(await session.runHandlers(['parts'], { options }));
      expectEqual('status', status, 'streamed');
      expectEqual('the formats', formats, {});
      expectEqual('the notes', notesOf(result), ['hello 1', 'hello 2']);
    },
  },
  {
    id: 'segments/stopped',
    title: 'a handler that ends the run early answers stopped, and no handler runs after it',
    proves: ['er/run-handlers/stopped'],
    uses: ['note', 'stops', 'fails'],
    async run(session) {
      await session.useHandlers('stops', 'fails');
      const { status, returnCode } = finishedRun(
        await session.runHandlers(['stops', 'fails'], { options: json }),
      );
      expectEqual('status', status, 'stopped');
      expectEqual('returnCode', returnCode, 1);
    },
  },
  {
    id: 'segments/handler-fails',
    title: 'a segment whose handler fails answers { "error": message }',
    proves: ['er/run-handlers/error', 'er/errors/command'],
    uses: ['note', 'fails'],
    async run(session) {
      await session.useHandlers('fails');
      expectCommandError(
        await session.runHandlers(['fails'], { payload: { text: 'because' } }),
        'failed as asked: because',
      );
    },
  },
  {
    id: 'segments/unknown-handler',
    title: 'a handler that the action does not have is refused, and nothing runs',
    proves: ['er/run-handlers/error'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      expectCommandError(await session.runHandlers(['adds', 'conformance-no-such']), 'conformance-no-such');
    },
  },
  {
    id: 'segments/foreign-env',
    title: 'a handler of another environment is refused',
    proves: ['er/run-handlers/error'],
    uses: ['note', 'adds', 'marks'],
    async run(session) {
      await session.useHandlers('adds', { source: 'marks', env: 'conformance_elsewhere' });
      expectCommandError(await session.runHandlers(['marks']), 'marks');
    },
  },
];

/** `actions/runHandlers`: one runner's part of a run that spans several environments. */
export const segmentChecks = withProbe(checks);
