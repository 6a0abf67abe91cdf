import { readProgressValue } from '@tandem/contracts';
import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectEqual, expectRun, finishedRun, notesOf } from '../expect.js';
import type { ErSession } from '../session.js';

const progress = '$/progress';

/** Partial results that came so far, as lists of notes. */
function partsOf(session: ErSession): readonly unknown[] {
  return session.paramsOf(progress).map(({ value }) => {
    const read = readValue(value);
    return notesOf(read.kind === 'partial' ? read.formats.json : undefined);
  });
}

function readValue(value: unknown): ReturnType<typeof readProgressValue> {
  if (typeof value !== 'string') throw new CheckFailure(`expected value to be JSON text, got ${show(value)}`);
  try {
    return readProgressValue(value);
  } catch (cause) {
    throw new CheckFailure(`expected value to be the JSON text of a partial result, got ${show(value)}`, {
      cause,
    });
  }
}

const checks: readonly ProbeCheck[] = [
  {
    id: 'stream/parts',
    title: 'with a partialResultToken the parts come as $/progress, all of them before the answer',
    proves: ['er/run/streamed', 'er/progress/value'],
    uses: ['note', 'parts'],
    async run(session) {
      await session.useHandlers('parts');
      await session.run({ text: 'part' }, { partialResultToken: 'token' });
      // Parts may be merged on their way, but nothing is lost, doubled or out of order.
      expectEqual('the notes of all parts', partsOf(session).flat(), ['part 1', 'part 2']);
    },
  },
  {
    id: 'stream/answer',
    title: 'a run that delivered its results so answers streamed, without data',
    proves: ['er/run/streamed', 'er/progress/final'],
    uses: ['note', 'parts'],
    async run(session) {
      await session.useHandlers('parts');
      const { status, formats, returnCode } = finishedRun(
        await session.run({}, { partialResultToken: 'token' }),
      );
      expectEqual('status', status, 'streamed');
      expectEqual('the formats', formats, {});
      expectEqual('returnCode', returnCode, 0);
    },
  },
  {
    id: 'stream/token',
    title: 'the token comes back with its type, a number as a number and text as text',
    proves: ['er/run/token', 'er/progress/token'],
    uses: ['note', 'parts'],
    async run(session) {
      await session.useHandlers('parts');
      for (const token of [7, '7', 'ä/1', 0]) {
        const already = session.paramsOf(progress).length;
        await session.run({}, { partialResultToken: token });
        const tokens = session
          .paramsOf(progress)
          .slice(already)
          .map((params) => params['token']);
        if (tokens.length === 0) throw new CheckFailure(`expected $/progress with token ${show(token)}`);
        for (const sent of tokens) expectEqual('the token', sent, token);
      }
    },
  },
  {
    id: 'stream/value',
    title: 'value is JSON text',
    proves: ['er/progress/value'],
    uses: ['note', 'parts'],
    async run(session) {
      await session.useHandlers('parts');
      await session.run({ text: '"quoted"\n' }, { partialResultToken: 'token' });
      expectEqual('the notes of all parts', partsOf(session).flat(), ['"quoted"\n 1', '"quoted"\n 2']);
    },
  },
  {
    id: 'stream/no-token',
    title: 'without a token nothing is streamed, and the answer has the whole result',
    proves: ['er/run/streamed', 'er/run/success'],
    uses: ['note', 'parts'],
    async run(session) {
      await session.useHandlers('parts');
      expectRun(await session.run({ text: 'part' }), { status: 'success', notes: ['part 1', 'part 2'] });
      expectEqual('what came as $/progress', session.paramsOf(progress), []);
    },
  },
  {
    id: 'stream/no-parts',
    title: 'a run that makes no parts delivers its result all the same, once',
    proves: ['er/progress/final', 'er/run/streamed-only-empty'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const { status, formats } = finishedRun(await session.run({}, { partialResultToken: 'token' }));
      const inAnswer = status === 'streamed' ? [] : notesOf(formats['json']);
      expectEqual('the notes in parts and answer', [...partsOf(session), inAnswer].flat(), ['hello']);
    },
  },
  {
    id: 'stream/own-runs',
    title: 'runs at the same time have their own parts',
    proves: ['er/progress/token'],
    uses: ['note', 'parts'],
    async run(session) {
      await session.useHandlers('parts');
      const tokens = ['a', 'b', 'c', 'd'];
      for (const token of tokens) session.startRun(token, { text: token }, { partialResultToken: token });
      for (let answers = 0; answers < tokens.length; answers++)
        await session.nextAnswer('the answers to four runs');
      for (const token of tokens) {
        const own = session.paramsOf(progress).filter((params) => params['token'] === token);
        const notes = own.map(({ value }) => show(value)).join();
        const foreign = tokens.filter((other) => other !== token && notes.includes(`${other} 1`));
        expectEqual(`the runs whose parts came with the token of run ${token}`, foreign, []);
        if (!notes.includes(`${token} 1`))
          throw new CheckFailure(`run ${token} did not get its parts: ${notes}`);
      }
    },
  },
];

/** Results in parts. */
export const streamingChecks = withProbe(checks);
