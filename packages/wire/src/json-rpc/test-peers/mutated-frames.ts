import fc from 'fast-check';
import { encodeFrame } from '../../frames/encode-frame.js';

const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant({}), fc.double());
const params = fc.oneof(
  fc.object({ maxDepth: 1 }),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.constantFrom(null, 'x', 1),
);
const method = fc.oneof(
  fc.constantFrom('echo', 'fail', '$/cancelRequest', 'note'),
  fc.string(),
  fc.integer(),
);
const message = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), method: fc.constantFrom('echo', 'fail') }),
  fc.record(
    { jsonrpc: fc.constantFrom('2.0', '1.0'), id, method, params },
    { requiredKeys: ['jsonrpc', 'method'] },
  ),
  fc.record(
    { jsonrpc: fc.constant('2.0'), id, result: params, error: params },
    { requiredKeys: ['jsonrpc', 'id'] },
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
const body = fc.oneof(
  { weight: 6, arbitrary: message.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }).map((batch) => JSON.stringify(batch)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const contentType = fc.constantFrom(undefined, undefined, 'application/vscode-jsonrpc; charset=utf-8');

/** Frames as real peers write them, some with contents that are none. */
export const frames: fc.Arbitrary<Buffer> = fc
  .array(fc.tuple(body, contentType), { minLength: 1, maxLength: 4 })
  .map((all) => Buffer.concat(all.map(([json, type]) => encodeFrame(json, { contentType: type }))));

type Mutation = (bytes: Buffer) => Buffer;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(
    ([at, mask]): Mutation =>
      (bytes) => {
        const copy = Buffer.from(bytes);
        const index = at % Math.max(1, copy.length);
        if (copy.length > 0) copy[index] = (copy[index] ?? 0) ^ mask;
        return copy;
      },
  ),
  fc.nat().map(
    (at): Mutation =>
      (bytes) =>
        bytes.subarray(0, at % (bytes.length + 1)),
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 40 })).map(
    ([at, length]): Mutation =>
      (bytes) => {
        const start = at % (bytes.length + 1);
        return Buffer.concat([bytes.subarray(0, start + length), bytes.subarray(start)]);
      },
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 20 }), fc.uint8Array({ maxLength: 20 })).map(
    ([at, drop, insert]): Mutation =>
      (bytes) => {
        const start = at % (bytes.length + 1);
        return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + drop)]);
      },
  ),
  fc
    .constantFrom(
      ['Content-Length', 'content-length'],
      ['Content-Length', 'X-Length'],
      ['Content-Length: ', 'Content-Length:'],
      ['Content-Length: ', 'Content-Length: 1'],
      ['Content-Length: ', 'Content-Length: -'],
      ['Content-Length: ', 'Content-Length: 3\r\nContent-Length: '],
      ['Content-Length: ', 'X: y\r\nContent-Length: '],
      ['\r\n\r\n', '\n\n'],
      ['\r\n\r\n', '\r\n'],
      ['utf-8', 'latin1'],
    )
    .map(
      ([from = '', to = '']): Mutation =>
        (bytes) =>
          Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1'),
    ),
);

/** Frames that went wrong on the way, and now and then bytes that never were frames. */
export const mutatedFrames: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(frames, fc.array(mutation, { maxLength: 3 }))
      .map(([bytes, mutations]) => mutations.reduce((all, mutate) => mutate(all), bytes)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

export function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const positions = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  return [...positions, bytes.length].map((end, index) => bytes.subarray(positions[index - 1] ?? 0, end));
}
