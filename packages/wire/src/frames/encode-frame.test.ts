import { expect, it } from 'vitest';
import { encodeFrame } from './encode-frame.js';

it.each([
  ['{}', 'Content-Length: 2\r\n\r\n{}'],
  ['', 'Content-Length: 0\r\n\r\n'],
  ['"é"', 'Content-Length: 4\r\n\r\n"é"'],
  ['"😀"', 'Content-Length: 6\r\n\r\n"😀"'],
])('counts the bytes of %s', (json, expected) => {
  expect(encodeFrame(json).toString()).toBe(expected);
});

it('writes a content type after the length, where every reader we know of finds both', () => {
  const frame = encodeFrame('{}', { contentType: 'application/vscode-jsonrpc; charset=utf-8' });
  expect(frame.toString()).toBe(
    'Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}',
  );
});
