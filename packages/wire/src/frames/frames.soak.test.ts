import { soakPlan } from '@tandem/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAt, mutatedFrames } from '../json-rpc/test-peers/mutated-frames.js';
import { createContentLengthDecoder } from './content-length.js';
import { FrameError } from './frame-error.js';
import { createLineDecoder } from './lines.js';

const timeout = 30 * 60_000;
const cuts = fc.array(fc.nat(), { maxLength: 6 });

it('Content-Length frames: any bytes, cut anywhere, give bodies and at most one FrameError', {
  timeout,
}, () => {
  const plan = soakPlan('wire: mutated Content-Length frames', { sample: 1_000, full: 100_000 });
  const limits = { maxHeaderBytes: 256, maxBodyBytes: 4096 };
  const decode = (chunks: readonly Buffer[]): unknown => {
    const decoder = createContentLengthDecoder(limits);
    const bodies: string[] = [];
    try {
      for (const chunk of chunks) decoder.push(chunk, (body) => bodies.push(body.toString('latin1')));
      return { bodies, isInsideFrame: decoder.isInsideFrame };
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return { bodies, broken: error.message };
    }
  };
  fc.assert(
    fc.property(mutatedFrames, cuts, (bytes, positions) => {
      expect(decode(cutAt(bytes, positions))).toEqual(decode([bytes]));
    }),
    plan.property,
  );
});

it('line frames: any bytes, cut anywhere, give the lines a split gives, without those over the limit', {
  timeout,
}, () => {
  const plan = soakPlan('wire: lines', { sample: 400, full: 40_000 });
  const maxLineBytes = 60;
  const bytes = fc
    .array(
      fc.oneof(
        mutatedFrames,
        fc.constantFrom('\n', '\r\n', '\u2028', '😀\n').map((text) => Buffer.from(text)),
      ),
      { maxLength: 6 },
    )
    .map((parts) => Buffer.concat(parts));
  fc.assert(
    fc.property(bytes, cuts, (all, positions) => {
      const decoder = createLineDecoder({ maxLineBytes });
      const lines: string[] = [];
      let errors = 0;
      const handlers = { onLine: (line: string) => lines.push(line), onError: () => errors++ };
      for (const chunk of cutAt(all, positions)) decoder.push(chunk, handlers);
      const split = all
        .toString('latin1')
        .split('\n')
        .map((line) => Buffer.from(line, 'latin1'));
      const rest = split.pop() ?? Buffer.alloc(0);
      const fits = (line: Buffer): boolean => line.length <= maxLineBytes;
      expect(lines).toEqual(split.filter(fits).map((line) => line.toString()));
      expect(errors).toBe([...split, rest].filter((line) => !fits(line)).length);
      expect(decoder.pendingBytes).toBe(fits(rest) ? rest.length : 0);
    }),
    plan.property,
  );
});
