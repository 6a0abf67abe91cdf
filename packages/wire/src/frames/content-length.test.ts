import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt } from '../json-rpc/test-peers/mutated-frames.js';
import { createContentLengthDecoder, type FrameLimits } from './content-length.js';
import { encodeFrame } from './encode-frame.js';
import { FrameError, type FrameErrorCode } from './frame-error.js';

interface Decoded {
  readonly bodies: readonly string[];
  readonly error?: FrameErrorCode;
  readonly isInsideFrame?: boolean;
}

function decode(chunks: readonly Buffer[], limits?: FrameLimits): Decoded {
  const decoder = createContentLengthDecoder(limits);
  const bodies: string[] = [];
  try {
    for (const chunk of chunks) decoder.push(chunk, (body) => bodies.push(body.toString()));
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return { bodies, error: error.code };
  }
  return decoder.isInsideFrame ? { bodies, isInsideFrame: true } : { bodies };
}

function check(bytes: string, expected: Decoded, limits?: FrameLimits): void {
  const whole = Buffer.from(bytes, 'latin1');
  expect(decode([whole], limits)).toEqual(expected);
  const single = Array.from(whole, (byte) => Buffer.of(byte));
  expect(decode(single, limits), 'byte by byte').toEqual(expected);
}

describe('well-formed headers', () => {
  it.each([
    ['the plain one', 'Content-Length: 2\r\n\r\n{}', ['{}']],
    ['any letter case', 'cOnTeNt-lEnGtH: 2\r\n\r\n{}', ['{}']],
    ['no space', 'Content-Length:2\r\n\r\n{}', ['{}']],
    ['spaces and tabs', 'Content-Length: \t 2 \r\n\r\n{}', ['{}']],
    ['leading zeros', 'Content-Length: 002\r\n\r\n{}', ['{}']],
    ['the same length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}', ['{}']],
    ['a type without charset', 'Content-Length: 2\r\nContent-Type: application/json\r\n\r\n{}', ['{}']],
    [
      'a type first',
      'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}',
      ['{}'],
    ],
    ['charset utf8', 'Content-Length: 2\r\nContent-Type: a/b; charset=utf8\r\n\r\n{}', ['{}']],
    ['a quoted charset', 'Content-Length: 2\r\nContent-Type: a/b;charset="UTF-8"; x=y\r\n\r\n{}', ['{}']],
    ['unknown headers', 'X-Trace: a:b \xff\r\nContent-Length: 2\r\nY:\r\n\r\n{}', ['{}']],
    ['an empty body', 'Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}', ['', '{}']],
    [
      'a body that looks like a header',
      'Content-Length: 21\r\n\r\nContent-Length: 5\r\n\r\n',
      ['Content-Length: 5\r\n\r\n'],
    ],
  ])('%s', (_name, bytes, bodies) => {
    check(bytes, { bodies });
  });

  it('are half a frame when they are cut short', () => {
    check('Content-Len', { bodies: [], isInsideFrame: true });
    check('Content-Length: 2\r\n\r\n{', { bodies: [], isInsideFrame: true });
  });
});

describe('broken headers', () => {
  it.each<[string, string, FrameErrorCode]>([
    ['no length', 'Content-Type: a/b\r\n\r\n{}', 'bad-header'],
    ['no field at all', '\r\n{}', 'bad-header'],
    ['a negative length', 'Content-Length: -1\r\n\r\n', 'bad-length'],
    ['no digits', 'Content-Length: two\r\n', 'bad-length'],
    ['hexadecimal', 'Content-Length: 0x10\r\n', 'bad-length'],
    ['a fraction', 'Content-Length: 1.5\r\n', 'bad-length'],
    ['an empty length', 'Content-Length: \r\n', 'bad-length'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', 'bad-length'],
    ['a length in a list', 'Content-Length: 2, 2\r\n', 'bad-length'],
    ['a huge length', 'Content-Length: 99999999999999999999999\r\n\r\n', 'body-too-long'],
    ['another charset', 'Content-Type: a/b; charset=utf-16\r\n', 'unsupported-charset'],
    ['LF alone', 'Content-Length: 2\n', 'bad-header'],
    ['CR alone', 'Content-Length: 2\rX', 'bad-header'],
    ['a NUL in a value', 'X: \0', 'bad-header'],
    ['a space before the colon', 'Content-Length :', 'bad-header'],
    ['no name', ':', 'bad-header'],
  ])('%s', (_name, bytes, error) => {
    check(bytes, { bodies: [], error });
  });

  it.each([
    ['an HTTP request', 'GET '],
    ['a TLS ClientHello', '\x16'],
    ['an SSH banner', 'SSH-2.0-OpenSSH_9.2\r'],
    ['JSON lines', '{'],
    ['an EDN frame', '{'],
    ['a log line', 'Starting '],
    ['a byte order mark', '\xef'],
  ])('%s fails at once, without waiting for a line to end', (_name, start) => {
    check(start, { bodies: [], error: 'bad-header' });
  });

  it('gives the bodies before the broken place, and stays broken', () => {
    const decoder = createContentLengthDecoder();
    const bodies: string[] = [];
    const push = (text: string): void =>
      decoder.push(Buffer.from(text), (body) => bodies.push(body.toString()));
    expect(() => push('Content-Length: 2\r\n\r\n{}oops, ')).toThrow('got "oops,"');
    expect(() => push('Content-Length: 2\r\n\r\n{}')).toThrow('got "oops,"');
    expect(bodies).toEqual(['{}']);
  });
});

describe('limits', () => {
  it('refuses a longer header', () => {
    const limits = { maxHeaderBytes: 24 };
    check('Content-Length: 2\r\n\r\n{}', { bodies: ['{}'] }, limits);
    check('Content-Length: 2\r\nX: y\r\n\r\n{}', { bodies: [], error: 'header-too-long' }, limits);
    check('X'.repeat(25), { bodies: [], error: 'header-too-long' }, limits);
  });

  it('refuses a longer body when it is announced', () => {
    check('Content-Length: 2\r\n\r\n{}', { bodies: ['{}'] }, { maxBodyBytes: 2 });
    check('Content-Length: 3\r\n\r\n', { bodies: [], error: 'body-too-long' }, { maxBodyBytes: 2 });
  });
});

describe('any cut', () => {
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constant(''),
  );
  const contentType = fc.option(fc.constant('application/vscode-jsonrpc; charset=utf-8'), { nil: undefined });

  it('gives the same bodies', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(body, contentType)), fc.array(fc.nat()), (frames, cuts) => {
        const bytes = Buffer.concat(frames.map(([json, type]) => encodeFrame(json, { contentType: type })));
        expect(decode(cutAt(bytes, cuts))).toEqual({ bodies: frames.map(([json]) => json) });
      }),
    );
  });

  it('of any bytes gives the same bodies or the same error', () => {
    const soup = fc.array(
      fc.oneof(
        fc.constantFrom(
          'Content-Length: 3',
          'Content-Type: a/b; charset=utf-8',
          '\r\n',
          '\r\n\r\n',
          '\r',
          '\n',
          '{}',
          ':',
        ),
        fc.string({ unit: 'binary' }),
      ),
    );
    fc.assert(
      fc.property(soup, fc.array(fc.nat()), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(''));
        expect(decode(cutAt(bytes, cuts))).toEqual(decode([bytes]));
      }),
    );
  });
});

describe('large bodies', () => {
  it('are not copied when they lie within one chunk', () => {
    const chunk = encodeFrame(JSON.stringify('x'.repeat(100_000)));
    createContentLengthDecoder().push(chunk, (body) => expect(body.buffer).toBe(chunk.buffer));
  });

  it('are copied once when they come in many chunks', () => {
    const length = 8 * 1024 * 1024;
    const decoder = createContentLengthDecoder();
    const bodies: Buffer[] = [];
    const copies = { bytes: 0 };
    decoder.push(Buffer.from(`Content-Length: ${length}\r\n\r\n`), (body) => bodies.push(body));
    for (let sent = 0; sent < length; sent += 65_536) {
      decoder.push(countingCopies(Buffer.alloc(65_536, 0x61), copies), (body) => bodies.push(body));
    }
    expect(bodies.map((body) => body.length)).toEqual([length]);
    expect(copies.bytes).toBe(length);
  });
});

function countingCopies(chunk: Buffer, copies: { bytes: number }): Buffer {
  const copy = chunk.copy.bind(chunk);
  chunk.copy = (target, ...range) => {
    const copied = copy(target, ...range);
    copies.bytes += copied;
    return copied;
  };
  return chunk;
}
