import { type JsonRpcCheck, unknownMethod } from '../adapter.js';
import { expectError, expectNullId } from '../expect.js';
import { frameWithHeaders } from '../frame.js';
import { framingRules, jsonRpcRules } from '../rules.js';
import { type JsonRpcSession, requestMessage } from '../session.js';

const framesInOneChunk = 50;
const bigBodyBytes = 8 * 1024 * 1024;
/** One, two, three and four bytes long in UTF-8. */
const charactersOfEveryLength = 'aé漢😀';

/** Sends one probe with the header lines that `headers` makes of the body's length. */
async function probeWithHeaders(
  session: JsonRpcSession,
  headers: (length: number) => readonly string[],
): Promise<void> {
  const id = session.newId();
  const body = Buffer.from(JSON.stringify(requestMessage(id, session.adapter.probe)));
  session.sendBytes(frameWithHeaders(headers(body.length), body));
  await session.probeAnswer(id);
}

/**
 * Sends probes so that each frame arrives in two chunks, cut at each of `cuts` in turn. The rest of one frame and the
 * start of the next go out together, and only after the answer to the frame before: the target has then read
 * everything up to the cut.
 */
async function probeInTwoChunks(
  session: JsonRpcSession,
  ids: Iterable<unknown>,
  cuts: (frame: Buffer) => readonly number[],
): Promise<void> {
  let unsent: Uint8Array = Buffer.alloc(0);
  let awaited: { readonly id: unknown } | undefined;
  for (const id of ids) {
    for (const cut of cuts(session.probeBytes(id))) {
      const frame = session.probeBytes(id);
      session.sendBytes(Buffer.concat([unsent, frame.subarray(0, cut)]));
      if (awaited !== undefined) await session.probeAnswer(awaited.id);
      unsent = frame.subarray(cut);
      awaited = { id };
    }
  }
  session.sendBytes(unsent);
  if (awaited !== undefined) await session.probeAnswer(awaited.id);
}

export const framingChecks: readonly JsonRpcCheck[] = [
  {
    id: 'framing/header-order',
    title: 'headers may come in any order',
    proves: [...framingRules, 'apex/framing/more-headers'],
    run: (session) =>
      probeWithHeaders(session, (length) => [
        'Content-Type: application/vscode-jsonrpc; charset=utf-8',
        `Content-Length: ${length}`,
      ]),
  },
  {
    id: 'framing/header-case',
    title: 'header names are read in any letter case',
    proves: [...framingRules, 'apex/framing/more-headers'],
    async run(session) {
      await probeWithHeaders(session, (length) => [`content-length: ${length}`]);
      await probeWithHeaders(session, (length) => [`CONTENT-LENGTH: ${length}`]);
    },
  },
  {
    id: 'framing/unknown-headers',
    title: 'unknown headers are ignored',
    proves: [...framingRules, 'apex/framing/more-headers'],
    run: (session) =>
      probeWithHeaders(session, (length) => [`Content-Length: ${length}`, 'X-Conformance: yes; really']),
  },
  {
    id: 'framing/content-type',
    title: 'Content-Type is accepted with and without a charset',
    proves: [...framingRules, 'apex/framing/more-headers'],
    async run(session) {
      for (const type of [
        'application/vscode-jsonrpc',
        'application/vscode-jsonrpc; charset=utf-8',
        'application/vscode-jsonrpc; charset=utf8',
      ]) {
        await probeWithHeaders(session, (length) => [`Content-Length: ${length}`, `Content-Type: ${type}`]);
      }
    },
  },
  {
    id: 'framing/cut-anywhere',
    title: 'a frame may arrive in two chunks, cut at any byte',
    proves: framingRules,
    run: (session) =>
      probeInTwoChunks(session, ['cut'], (frame) =>
        Array.from({ length: frame.length - 1 }, (_, index) => index + 1),
      ),
  },
  {
    id: 'framing/cut-in-character',
    title: 'a cut inside a UTF-8 character does no harm',
    proves: [...framingRules, 'apex/framing/bytes'],
    run: (session) =>
      probeInTwoChunks(session, [charactersOfEveryLength], (frame) => {
        const start = frame.indexOf(charactersOfEveryLength);
        return Array.from(
          { length: Buffer.byteLength(charactersOfEveryLength) - 1 },
          (_, index) => start + index + 1,
        );
      }),
  },
  {
    id: 'framing/many-in-one-chunk',
    title: `${framesInOneChunk} frames in one chunk are all answered`,
    proves: framingRules,
    async run(session) {
      const ids = Array.from({ length: framesInOneChunk }, () => session.newId());
      session.sendBytes(Buffer.concat(ids.map((id) => session.probeBytes(id))));
      await session.answersToAll(ids);
    },
  },
  {
    id: 'framing/empty-body',
    title: 'an empty body is answered with −32700, and the connection goes on',
    proves: [...jsonRpcRules, 'wm/rpc/error', 'apex/errors/parse'],
    async run(session) {
      session.sendBytes(frameWithHeaders(['Content-Length: 0'], ''));
      const answer = await session.nextAnswer('the error about an empty body');
      expectError(answer, -32700);
      expectNullId(answer);
      await session.probe();
    },
  },
  {
    id: 'framing/big-body',
    title: `a body of ${bigBodyBytes / 1024 / 1024} MiB is read`,
    proves: framingRules,
    async run(session) {
      expectError(
        await session.call({ method: unknownMethod, params: { padding: 'é'.repeat(bigBodyBytes / 2) } }),
        -32601,
      );
      await session.probe();
    },
  },
  {
    id: 'framing/answers',
    title: 'every answer is one well-formed frame whose length counts bytes',
    proves: [
      ...framingRules,
      'er/transport/json-rpc',
      'wm/rpc/version',
      'wm/rpc/success',
      'wm/rpc/error',
      'apex/rpc/version',
      'apex/framing/bytes',
      'apex/response/result',
      'apex/error/shape',
    ],
    async run(session) {
      for (const id of ['plain', charactersOfEveryLength, '\u2028 "quoted" \\ \n']) {
        await session.probe(id);
        expectError(await session.call({ method: unknownMethod, params: {} }, id), -32601);
      }
    },
  },
];
