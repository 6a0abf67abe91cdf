import { createContentLengthDecoder } from '@tandem/wire';
import { frame } from '../../json-rpc/frame.js';
import { endedEarly, type FlawedPeer, hangsUpOn, overlooks, silence } from '../flaw.js';
import { changesAnswers, codeOf, errorAnswer, hearsBodies } from './flaw-tools.js';

/** Flaws below the messages. */
export const frameFlaws: Readonly<Record<string, FlawedPeer>> = {
  'framing/header-order': {
    flaw: 'expects Content-Length as the first header',
    finding: endedEarly,
    create: () => hangsUpOn(/^Content-Type/),
  },
  'framing/header-case': {
    flaw: 'knows one spelling of Content-Length',
    finding: endedEarly,
    create: () => hangsUpOn(/^(content-length|CONTENT-LENGTH)/),
  },
  'framing/unknown-headers': {
    flaw: 'refuses headers that it does not know',
    finding: endedEarly,
    create: () => hangsUpOn(/X-Conformance/),
  },
  'framing/content-type': {
    flaw: 'overlooks a frame with a Content-Type that it does not know',
    finding: silence,
    create: () => overlooks(/charset=utf8\r/),
  },
  'framing/cut-anywhere': {
    flaw: 'takes a chunk for a whole number of frames',
    finding: endedEarly,
    create: () => ({
      hear(chunk, wire) {
        const frames = createContentLengthDecoder();
        frames.push(chunk, () => {});
        if (frames.isInsideFrame) wire.hangUp();
        else wire.hear(chunk);
      },
    }),
  },
  'framing/cut-in-character': {
    flaw: 'decodes each chunk by itself',
    finding: /the next answer should have id|ended the connection/,
    create: () => ({ hear: (chunk, wire) => wire.hear(Buffer.from(chunk.toString('utf8'))) }),
  },
  'framing/many-in-one-chunk': {
    flaw: 'reads one frame of each chunk',
    finding: silence,
    create: () => ({
      hear(chunk, wire) {
        const bodies: Buffer[] = [];
        createContentLengthDecoder().push(chunk, (body) => bodies.push(body));
        for (const body of bodies.slice(0, 1)) wire.hear(frame(body));
      },
    }),
  },
  'framing/empty-body': {
    flaw: 'overlooks an empty body',
    finding: silence,
    create: () => hearsBodies((body) => body === ''),
  },
  'framing/big-body': {
    flaw: 'reads no more than 1 MiB',
    finding: endedEarly,
    create: () => {
      let heard = 0;
      return {
        hear(chunk, wire) {
          heard += chunk.length;
          if (heard > 1024 * 1024) wire.hangUp();
          else wire.hear(chunk);
        },
      };
    },
  },
  'framing/answers': {
    flaw: 'counts characters instead of bytes',
    finding: /body of a frame is not JSON/,
    create: () => ({
      say: (text, wire) => wire.say(Buffer.from(`Content-Length: ${text.length}\r\n\r\n${text}`)),
    }),
  },
  'broken/json': {
    flaw: 'ends the connection on bad JSON',
    finding: endedEarly,
    create: () => ({
      say: (text, wire) => (codeOf(JSON.parse(text)) === -32700 ? wire.hangUp() : wire.say(frame(text))),
    }),
  },
  'broken/utf8': {
    flaw: 'guesses what bytes that are not UTF-8 mean',
    finding: /expected error -32700/,
    create: () => {
      const frames = createContentLengthDecoder();
      return { hear: (chunk, wire) => frames.push(chunk, (body) => wire.hear(frame(body.toString('utf8')))) };
    },
  },
  'broken/header': {
    flaw: 'ends the connection without a word',
    finding: endedEarly,
    create: () => hangsUpOn(/not a header/),
  },
  'broken/no-length': {
    flaw: 'reports the error and leaves the connection open',
    finding: silence,
    create: () => ({ peerEnded: () => {} }),
  },
  'broken/length-not-a-number': {
    flaw: 'reports another error',
    finding: /expected error -32700/,
    create: () =>
      changesAnswers((answer) => (codeOf(answer) === -32700 ? errorAnswer(null, -32603) : answer)),
  },
  'broken/length-negative': {
    flaw: 'waits for ever',
    finding: silence,
    create: () => overlooks(/Content-Length: -/),
  },
  'broken/length-absurd': {
    flaw: 'waits for the announced bytes',
    finding: silence,
    create: () => overlooks(/Content-Length: 9{6}/),
  },
  'broken/endless-header': {
    flaw: 'waits for the end of the header',
    finding: silence,
    create: () => {
      let isEndless = false;
      return {
        hear(chunk, wire) {
          isEndless ||= chunk.toString().startsWith('X-Endless');
          if (!isEndless) wire.hear(chunk);
        },
      };
    },
  },
  'broken/cut-off': {
    flaw: 'waits for the rest after the end',
    finding: silence,
    create: () => ({ inputEnded: () => {} }),
  },
};
