import { createContentLengthDecoder } from '@tandem/wire';
import { frame } from '../../json-rpc/frame.js';
import type { Flaw, WireControl } from '../flaw.js';

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly [key: string]: unknown;
}

/** For each check the flaw that it is there to find, and what its failure then says. */
export interface FlawedPeer {
  readonly flaw: string;
  readonly finding: RegExp;
  readonly create: () => Flaw;
}

const endedEarly = /ended the connection while/;
const silence = /nothing came within/;

/** Ends the connection on a chunk that matches. */
const hangsUpOn = (pattern: RegExp): Flaw => ({
  hear: (chunk, wire) => (pattern.test(chunk.toString()) ? wire.hangUp() : wire.hear(chunk)),
});

/** Acts as if a chunk that matches had never come. */
const overlooks = (pattern: RegExp): Flaw => ({
  hear: (chunk, wire) => {
    if (!pattern.test(chunk.toString())) wire.hear(chunk);
  },
});

/** Reads whole bodies; `takes` says whether it dealt with one itself. */
const hearsBodies = (takes: (body: string, wire: WireControl) => boolean): Flaw => {
  const frames = createContentLengthDecoder();
  return {
    hear: (chunk, wire) =>
      frames.push(chunk, (body) => {
        if (!takes(body.toString(), wire)) wire.hear(frame(body));
      }),
  };
};

const says = (message: unknown, wire: WireControl) => wire.say(frame(JSON.stringify(message)));

/** Changes what the correct peer answers; `undefined` says nothing. */
const changesAnswers = (change: (answer: Message) => unknown): Flaw => ({
  say(text, wire) {
    const changed = change(JSON.parse(text));
    if (changed !== undefined) says(changed, wire);
  },
});

const changesIds = (change: (id: unknown) => unknown): Flaw => changesAnswers((answer) => ({ ...answer, id: change(answer.id) }));

const errorAnswer = (id: unknown, code: number) => ({ jsonrpc: '2.0', id, error: { code, message: 'flawed' } });

const codeOf = (answer: Message) => (answer['error'] as { code?: number } | undefined)?.code;

const isNotification = (value: unknown) => typeof value === 'object' && value !== null && !('id' in value);

export const jsonRpcFlaws: Readonly<Record<string, FlawedPeer>> = {
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
    finding: /not a frame of the protocol/,
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
    create: () => changesAnswers((answer) => (codeOf(answer) === -32700 ? errorAnswer(null, -32603) : answer)),
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
  'requests/result': {
    flaw: 'answers with an error',
    finding: /was answered with an error/,
    create: () => changesAnswers((answer) => ('runners' in Object(answer['result']) ? errorAnswer(answer.id, -32603) : answer)),
  },
  'requests/unknown-method': {
    flaw: 'answers an unknown method with another error',
    finding: /expected error -32601/,
    create: () => changesAnswers((answer) => (codeOf(answer) === -32601 ? errorAnswer(answer.id, -32603) : answer)),
  },
  'requests/unknown-notification': {
    flaw: 'answers an unknown notification',
    finding: /the next answer should have id/,
    create: () =>
      hearsBodies((body, wire) => {
        if (isNotification(JSON.parse(body))) says(errorAnswer(null, -32601), wire);
        return false;
      }),
  },
  'requests/wrong-params': {
    flaw: 'does not look at params',
    finding: /expected error -32602/,
    create: () =>
      changesAnswers((answer) => (codeOf(answer) === -32602 ? { jsonrpc: '2.0', id: answer.id, result: { project: null } } : answer)),
  },
  'requests/wrong-params-field': {
    flaw: 'does not say what is wrong',
    finding: /names "filePath"/,
    create: () => changesAnswers((answer) => (codeOf(answer) === -32602 ? errorAnswer(answer.id, -32602) : answer)),
  },
  'requests/stray-answer': {
    flaw: 'ends the connection on an answer that it did not ask for',
    finding: endedEarly,
    create: () => hangsUpOn(/"never-asked","result"/),
  },
  'invalid/no-method': {
    flaw: 'overlooks an object without a method',
    finding: silence,
    create: () => hearsBodies((body) => !body.includes('"method"')),
  },
  'invalid/method-not-text': {
    flaw: 'ends the connection on a method that is a number',
    finding: endedEarly,
    create: () => hangsUpOn(/"method":42/),
  },
  'invalid/id': {
    flaw: 'echoes an id that is none',
    finding: /expected id "invalid" or null/,
    create: () => changesIds((id) => (id === null ? {} : id)),
  },
  'invalid/version': {
    flaw: 'does not look at the version',
    finding: /expected error -32600/,
    create: () =>
      hearsBodies((body, wire) => {
        wire.hear(frame(body.replace('"jsonrpc":"1.0"', '"jsonrpc":"2.0"')));
        return true;
      }),
  },
  'invalid/params': {
    flaw: 'takes any params',
    finding: /expected error -32600 or -32602/,
    create: () =>
      hearsBodies((body, wire) => {
        wire.hear(frame(body.replace('"params":42', '"params":{}')));
        return true;
      }),
  },
  'invalid/number': {
    flaw: 'overlooks a number',
    finding: silence,
    create: () => hearsBodies((body) => body === '42'),
  },
  'invalid/text': {
    flaw: 'takes text for bad JSON',
    finding: /expected error -32600/,
    create: () => changesAnswers((answer) => (codeOf(answer) === -32600 ? errorAnswer(null, -32700) : answer)),
  },
  'invalid/null': {
    flaw: 'falls over null',
    finding: endedEarly,
    create: () => hangsUpOn(/\r\n\r\nnull$/),
  },
  'ids/string': {
    flaw: 'trims ids',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'string' ? id.trim() : id)),
  },
  'ids/number': {
    flaw: 'makes text of numbers',
    finding: /the next answer should have id/,
    create: () => changesIds(String),
  },
  'ids/negative': {
    flaw: 'takes ids for unsigned',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'number' ? Math.abs(id) : id)),
  },
  'ids/big': {
    flaw: 'keeps ids as 32-bit numbers',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'number' ? id | 0 : id)),
  },
  'ids/text-that-looks-like-a-number': {
    flaw: 'makes numbers of text',
    finding: /the next answer should have id/,
    create: () => changesIds((id) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id)),
  },
  'ids/null': {
    flaw: 'takes a request with id null for a notification',
    finding: silence,
    create: () => hearsBodies((body) => JSON.parse(body).id === null),
  },
  'batches/requests': {
    flaw: 'answers the members of a batch one by one',
    finding: /expected a batch of answers/,
    create: () => ({
      say(text, wire) {
        for (const answer of [JSON.parse(text)].flat()) says(answer, wire);
      },
    }),
  },
  'batches/notifications': {
    flaw: 'answers a batch of notifications with an empty batch',
    finding: /expected 1 answers in the batch/,
    create: () =>
      hearsBodies((body, wire) => {
        const message: unknown = JSON.parse(body);
        if (Array.isArray(message) && message.every(isNotification)) says([], wire);
        return false;
      }),
  },
  'batches/empty': {
    flaw: 'overlooks an empty batch',
    finding: silence,
    create: () => hearsBodies((body) => body === '[]'),
  },
  'batches/invalid-members': {
    flaw: 'gives one error for all bad members',
    finding: /expected a batch of answers/,
    create: () => changesAnswers((answer) => (Array.isArray(answer) ? answer[0] : answer)),
  },
  'batches/mixed': {
    flaw: 'leaves bad members out',
    finding: /expected 3 answers in the batch/,
    create: () => changesAnswers((answer) => (Array.isArray(answer) ? answer.filter(({ id }) => id !== null) : answer)),
  },
  'cancelling/unknown-id': {
    flaw: 'complains about cancelling what is not running',
    finding: /the next answer should have id/,
    create: () =>
      hearsBodies((body, wire) => {
        if (body.includes('$/cancelRequest')) says(errorAnswer(null, -32602), wire);
        return false;
      }),
  },
  'cancelling/answered-once': {
    flaw: 'answers a cancelled request twice',
    finding: /the next answer should have id/,
    create: () =>
      hearsBodies((body, wire) => {
        const message: Message = JSON.parse(body);
        if (message.method === '$/cancelRequest') says(errorAnswer((message['params'] as { id: unknown }).id, -32800), wire);
        return false;
      }),
  },
  'cancelling/slow-request': {
    flaw: 'does not know cancelling',
    finding: silence,
    create: () => hearsBodies((body) => body.includes('$/cancelRequest')),
  },
  'concurrency/many-in-flight': {
    flaw: 'answers one request twice',
    finding: /not open any more/,
    create: () => ({
      say(text, wire) {
        wire.say(frame(text));
        if (JSON.parse(text).id === 50) wire.say(frame(text));
      },
    }),
  },
  'concurrency/slow-request': {
    flaw: 'serves one request after the other',
    finding: silence,
    create: () => {
      let isBusy = false;
      return hearsBodies((body) => {
        if (isBusy) return true;
        isBusy = body.includes('fixture/slow');
        return false;
      });
    },
  },
  'stdio/protocol-only': {
    flaw: 'says goodbye on standard output',
    finding: /not a frame of the protocol/,
    create: () => ({
      peerEnded(wire) {
        wire.say(Buffer.from('bye\n'));
        wire.hangUp();
      },
    }),
  },
  'stdio/end-of-input': {
    flaw: 'stays when its input ends',
    finding: silence,
    create: () => ({
      inputEnded() {
        process.stdin.on('data', () => {});
        setInterval(() => {}, 1000);
      },
    }),
  },
};
