import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Announcement } from './announcements.js';
import { scanStdout } from './scan-stdout.js';

async function scan(bytes: Buffer, cuts: readonly number[] = []) {
  const stdout = new PassThrough();
  const said: Announcement[] = [];
  const { frames, lastLines } = scanStdout(stdout, (announcement) => said.push(announcement));
  const read = text(frames);
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    stdout.write(bytes.subarray(from, cut));
    from = Math.max(from, cut);
  }
  stdout.end(bytes.subarray(from));
  return { frames: await read, said, lines: lastLines.text() };
}

const frame = 'Content-Length: 2\r\n\r\n{}';

test('the first header begins the protocol, whatever came before', async () => {
  const { frames, lines } = await scan(
    Buffer.from(`Python says hello\n\n${frame}${frame}\nServing on ('1', 2)`),
  );
  expect(frames).toBe(`${frame}${frame}\nServing on ('1', 2)`);
  expect(lines).toBe('Python says hello');
});

test('lines announce a port and a debugger', async () => {
  const { said, frames } = await scan(
    Buffer.from(
      "Serving on (nothing)\r\nDebug session: 127.0.0.1:5678\r\nDebug session: x:0\nINFO | Serving on ('127.0.0.1', 70000)\nINFO | Serving on ('127.0.0.1', 4711)",
    ),
  );
  expect(said).toEqual([
    { kind: 'debugger', address: { host: '127.0.0.1', port: 5678 } },
    { kind: 'port', port: 4711 },
  ]);
  expect(frames).toBe('');
});

test('it does not matter how the bytes are cut', async () => {
  const bytes = Buffer.from(`é line\nServing on ('127.0.0.1', 80)\n${frame}${frame}`);
  const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 6 });
  const whole = await scan(bytes);
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      expect(await scan(bytes, places)).toEqual(whole);
    }),
  );
});

test('a line without end costs no memory', async () => {
  const { lines, said } = await scan(
    Buffer.from(`${'x'.repeat(500_000)}\nServing on ('127.0.0.1', 80)\n`),
    [100_000, 200_000],
  );
  expect(lines.length).toBeLessThan(2_000);
  expect(said).toEqual([{ kind: 'port', port: 80 }]);
});
