import {
  endedEarly,
  type Flaw,
  type FlawedPeer,
  hangsUpOn,
  overlooks,
  silence,
  type WireControl,
} from '../flaw.js';
import { stdioFlaws } from '../stdio-flaws.js';

const sayLine = (text: string, wire: WireControl) => wire.say(Buffer.from(`${text}\n`));

/** Changes the text of what comes in, chunk by chunk. */
const mishears = (change: (text: string) => string): Flaw => ({
  hear: (chunk, wire) => wire.hear(Buffer.from(change(chunk.toString()))),
});

/** Changes the lines that go out. */
const changesLines = (change: (line: string) => string): Flaw => ({
  say: (text, wire) => sayLine(change(text), wire),
});

const changesCode = (from: string, to: string): Flaw =>
  changesLines((line) => line.replace(`"${from}"`, `"${to}"`));

/** Answers what the correct peer refuses with `code` as if it were a ping. */
const accepts = (code: string): Flaw => ({
  say(text, wire) {
    const id = /:id ("[^"]*")/.exec(text)?.[1] ?? '"1"';
    const isRefusal = text.includes(`"${code}"`);
    sayLine(
      isRefusal
        ? `{:id ${id} :kind :response :op "ping" :ok true :data {:pong true :protocol-version "1.0"}}`
        : text,
      wire,
    );
  },
});

const wrongId = /the next answer should have id/;
const expected = (code: string) => new RegExp(`expected an error with code "${code}"`);

export const ednFlaws: Readonly<Record<string, FlawedPeer>> = {
  ...stdioFlaws,
  'lines/cut-anywhere': {
    flaw: 'takes a chunk for a whole number of lines',
    finding: endedEarly,
    create: () => ({ hear: (chunk, wire) => (chunk.at(-1) === 0x0a ? wire.hear(chunk) : wire.hangUp()) }),
  },
  'lines/cut-in-character': {
    flaw: 'decodes each chunk by itself',
    finding: wrongId,
    create: () => mishears((text) => text),
  },
  'lines/many-in-one-chunk': {
    flaw: 'reads one line of each chunk',
    finding: silence,
    create: () => mishears((text) => text.slice(0, text.indexOf('\n') + 1)),
  },
  'lines/carriage-return': {
    flaw: 'takes CR for the end of a line',
    finding: /the next answer should have id|expected an error|ping has to be/,
    create: () => mishears((text) => text.replaceAll('\r', '\n')),
  },
  'lines/line-separators': {
    flaw: 'takes U+2028 for the end of a line',
    finding: wrongId,
    create: () => mishears((text) => text.replaceAll('\u2028', '\n')),
  },
  'lines/long': {
    flaw: 'reads lines of up to 64 KiB',
    finding: endedEarly,
    create: () => {
      let heard = 0;
      return {
        hear(chunk, wire) {
          heard += chunk.length;
          if (heard > 64 * 1024) wire.hangUp();
          else wire.hear(chunk);
        },
      };
    },
  },
  'lines/overlong': {
    flaw: 'says nothing about a line that it cannot keep',
    finding: silence,
    create: () => ({
      say(text, wire) {
        if (!text.includes('transport/invalid-frame')) sayLine(text, wire);
      },
    }),
  },
  'lines/blank': {
    flaw: 'overlooks blank lines',
    finding: silence,
    create: () => overlooks(/^\s*$/),
  },
  'lines/bad-edn': {
    flaw: 'ends the connection on bad EDN',
    finding: endedEarly,
    create: () => ({
      say: (text, wire) => (text.includes('transport/invalid-frame') ? wire.hangUp() : sayLine(text, wire)),
    }),
  },
  'envelopes/not-a-map': {
    flaw: 'takes a vector for bad EDN',
    finding: expected('protocol/invalid-envelope'),
    create: () => changesCode('protocol/invalid-envelope', 'transport/invalid-frame'),
  },
  'envelopes/symbol': {
    flaw: 'overlooks a symbol',
    finding: silence,
    create: () => overlooks(/^not-edn/),
  },
  'envelopes/no-id': {
    flaw: 'serves a request without an id',
    finding: expected('protocol/invalid-envelope'),
    create: () => accepts('protocol/invalid-envelope'),
  },
  'envelopes/no-kind': {
    flaw: 'does not need the kind',
    finding: expected('protocol/invalid-envelope'),
    create: () => mishears((text) => text.replace('{:id "1" :op', '{:id "1" :kind :request :op')),
  },
  'envelopes/no-op': {
    flaw: 'takes a request without op for an unknown op',
    finding: expected('protocol/invalid-envelope'),
    create: () => changesCode('protocol/invalid-envelope', 'request/op-not-supported'),
  },
  'envelopes/other-kind': {
    flaw: 'does not look at the kind',
    finding: expected('protocol/invalid-envelope'),
    create: () => mishears((text) => text.replace(':kind :response', ':kind :request')),
  },
  'envelopes/extra-key': {
    flaw: 'allows any key in the envelope',
    finding: expected('protocol/invalid-envelope'),
    create: () => mishears((text) => text.replace(' :extra 1', '')),
  },
  'envelopes/id-not-text': {
    flaw: 'takes any id',
    finding: expected('request/invalid-id'),
    create: () => mishears((text) => text.replace('{:id 1 ', '{:id "1" ')),
  },
  'envelopes/id-empty': {
    flaw: 'has one code for every bad envelope',
    finding: expected('request/invalid-id'),
    create: () => changesCode('request/invalid-id', 'protocol/invalid-envelope'),
  },
  'envelopes/op-not-text': {
    flaw: 'takes a keyword for an op',
    finding: expected('request/invalid-op'),
    create: () => mishears((text) => text.replace(':op :ping', ':op "ping"')),
  },
  'envelopes/op-empty': {
    flaw: 'ends the connection on an empty op',
    finding: endedEarly,
    create: () => hangsUpOn(/:op ""/),
  },
  'envelopes/params-not-a-map': {
    flaw: 'takes any params',
    finding: expected('request/invalid-params'),
    create: () => mishears((text) => text.replace(':params [1]', ':params {}')),
  },
  'envelopes/answers': {
    flaw: 'puts a key of its own into an answer',
    finding: /the envelope of an :response is wrong/,
    create: () =>
      changesLines((line) =>
        line.includes('get_state') ? line.replace(':ok true', ':ok true :took-ms 1') : line,
      ),
  },
  'readiness/gate': {
    flaw: 'serves before the handshake',
    finding: expected('transport/not-ready'),
    create: () => accepts('transport/not-ready'),
  },
  'readiness/handshake': {
    flaw: 'speaks another major version',
    finding: /expected \{:server-info/,
    create: () =>
      changesLines((line) =>
        line.replace(':server-info {:protocol-version "1.0"', ':server-info {:protocol-version "2.0"'),
      ),
  },
  'readiness/minor-version': {
    flaw: 'knows version 1.0 alone',
    finding: /expected a successful handshake/,
    create: () => mishears((text) => text.replace(':protocol-version "1.7"', ':protocol-version "7"')),
  },
  'readiness/version': {
    flaw: 'does not look at the version',
    finding: expected('protocol/unsupported-version'),
    create: () => mishears((text) => text.replace(':protocol-version "2.0"', ':protocol-version "1.0"')),
  },
  'readiness/bad-handshake': {
    flaw: 'does not need a version',
    finding: expected('request/invalid-params'),
    create: () => mishears((text) => text.replace('{:name "x"}', '{:name "x" :protocol-version "1.0"}')),
  },
  'requests/unknown-op': {
    flaw: 'does not say which op is unknown',
    finding: /expected the error to echo/,
    create: () => changesLines((line) => line.replace(' :op "conformance_no_such_op"', '')),
  },
  'requests/wrong-params': {
    flaw: 'does not look at params',
    finding: expected('request/invalid-params'),
    create: () => accepts('request/invalid-params'),
  },
  'requests/ids': {
    flaw: 'trims ids',
    finding: wrongId,
    create: () => changesLines((line) => line.replace('" spaces "', '"spaces"')),
  },
  'requests/id-again': {
    flaw: 'keeps an id for ever',
    finding: /ping has to be answered/,
    create: () => {
      let uses = 0;
      return changesLines((line) => {
        if (!line.includes(':id "again"')) return line;
        uses += 1;
        return uses === 1
          ? line
          : '{:kind :error :id "again" :error-code "request/invalid-id" :error-message "in use"}';
      });
    },
  },
  'requests/many-in-flight': {
    flaw: 'answers one request twice',
    finding: /not open any more/,
    create: () => changesLines((line) => (line.includes(':id "check-50"') ? `${line}\n${line}` : line)),
  },
};
