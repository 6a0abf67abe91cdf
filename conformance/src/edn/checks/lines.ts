import type { EdnCheck } from '../check.js';
import { expectErrorCode, expectNoId } from '../expect.js';
import { type EdnSession, requestText } from '../session.js';

const linesInOneChunk = 50;
const longLineBytes = 1024 * 1024;
/** Beyond what a reader with any limit keeps for one line. */
const overlongLineBytes = 24 * 1024 * 1024;
/** One, two, three and four bytes long in UTF-8. */
const charactersOfEveryLength = 'aé漢😀';

/**
 * Sends pings so that each line arrives in two chunks. The rest of one line and the start of the next go out together,
 * and only after the answer to the line before: the target has then read everything up to the cut.
 */
async function pingInTwoChunks(
  session: EdnSession,
  id: string,
  cuts: (line: Buffer) => readonly number[],
): Promise<void> {
  const line = Buffer.from(`${requestText('ping', undefined, id)}\n`);
  let unsent: Uint8Array = Buffer.alloc(0);
  for (const cut of cuts(line)) {
    session.sendBytes(Buffer.concat([unsent, line.subarray(0, cut)]));
    if (unsent.length > 0) await session.probeAnswer(id);
    unsent = line.subarray(cut);
  }
  session.sendBytes(unsent);
  await session.probeAnswer(id);
}

export const lineChecks: readonly EdnCheck[] = [
  {
    id: 'lines/cut-anywhere',
    title: 'a line may arrive in two chunks, cut at any byte',
    proves: ['edn/transport/one-map-per-line'],
    run: (session) =>
      pingInTwoChunks(session, 'cut', (line) =>
        Array.from({ length: line.length - 1 }, (_, index) => index + 1),
      ),
  },
  {
    id: 'lines/cut-in-character',
    title: 'a cut inside a UTF-8 character does no harm',
    proves: ['edn/transport/one-map-per-line'],
    run: (session) =>
      pingInTwoChunks(session, charactersOfEveryLength, (line) => {
        const start = line.indexOf(charactersOfEveryLength);
        return Array.from(
          { length: Buffer.byteLength(charactersOfEveryLength) - 1 },
          (_, index) => start + index + 1,
        );
      }),
  },
  {
    id: 'lines/many-in-one-chunk',
    title: `${linesInOneChunk} lines in one chunk are all answered`,
    proves: ['edn/transport/one-map-per-line', 'edn/pending/one-answer'],
    async run(session) {
      const ids = Array.from({ length: linesInOneChunk }, () => session.newId());
      session.sendBytes(Buffer.from(ids.map((id) => `${requestText('ping', undefined, id)}\n`).join('')));
      await session.answersToAll(ids);
    },
  },
  {
    id: 'lines/carriage-return',
    title: 'only LF ends a line: CR is white space in it and before its end',
    proves: ['edn/transport/one-map-per-line'],
    async run(session) {
      const id = session.newId();
      session.sendLine(requestText('ping', undefined, id).replaceAll(' ', ' \r'));
      await session.probeAnswer(id);
      const next = session.newId();
      session.sendLine(`${requestText('ping', undefined, next)}\r`);
      await session.probeAnswer(next);
      await session.probe();
    },
  },
  {
    id: 'lines/line-separators',
    title: 'U+2028, U+2029 and NEL inside a line are data',
    proves: ['edn/transport/one-map-per-line', 'edn/response/echo'],
    run: (session) => session.probe('a\u2028b\u2029c\u0085d'),
  },
  {
    id: 'lines/long',
    title: `a line of ${longLineBytes / 1024 / 1024} MiB is read`,
    proves: ['edn/transport/one-map-per-line', 'edn/op/unknown-keys'],
    async run(session) {
      const id = session.newId();
      session.sendLine(requestText('ping', `{:padding "${'é'.repeat(longLineBytes / 2)}"}`, id));
      await session.probeAnswer(id);
      await session.probe();
    },
  },
  {
    id: 'lines/overlong',
    title: `a line of ${overlongLineBytes / 1024 / 1024} MiB is answered, if only with transport/invalid-frame, and the connection goes on`,
    proves: ['edn/transport/goes-on'],
    async run(session) {
      const id = session.newId();
      session.sendLine(requestText('ping', `{:padding "${'x'.repeat(overlongLineBytes)}"}`, id));
      const answer = await session.nextAnswer('the answer to an over-long line');
      if (answer.id === id) session.judgeProbe(answer);
      else expectErrorCode(answer, 'transport/invalid-frame');
      await session.probe();
    },
  },
  {
    id: 'lines/blank',
    title: 'a blank line is answered with transport/invalid-frame, and the connection goes on',
    proves: ['edn/transport/empty-line', 'edn/transport/goes-on', 'edn/error/no-id'],
    async run(session) {
      for (const blank of ['', '  \t', '\r']) {
        session.sendLine(blank);
        const answer = await session.nextAnswer('the error about a blank line');
        expectErrorCode(answer, 'transport/invalid-frame');
        expectNoId(answer);
      }
      await session.probe();
    },
  },
  {
    id: 'lines/bad-edn',
    title: 'a line that is not EDN is answered with transport/invalid-frame, and the connection goes on',
    proves: ['edn/transport/not-edn', 'edn/transport/goes-on', 'edn/error/no-id'],
    async run(session) {
      for (const text of [
        '{:id "1"',
        '"never closed',
        '}',
        '{:id "1" :kind}',
        '{:id 1x}',
        '{:id "1" :id "2"}',
      ]) {
        session.sendLine(text);
        const answer = await session.nextAnswer(`the error about ${text}`);
        expectErrorCode(answer, 'transport/invalid-frame');
        expectNoId(answer);
      }
      await session.probe();
    },
  },
];
