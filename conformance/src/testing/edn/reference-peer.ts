import { readRequest } from '@tandem/contracts';
import { createLineDecoder, EdnError, readEdn } from '@tandem/wire';
import type { Flaw, WireControl } from '../flaw.js';
import { listenThroughFlaw, type PeerStreams, speakOn } from '../peer-streams.js';

const pong = '{:pong true :protocol-version "1.0"}';

/** A correct EDN peer, with as many ops as the kit uses, except for the flaw. */
export function serveEdn(streams: PeerStreams, flaw: Flaw): void {
  const lines = createLineDecoder({ maxLineBytes: 4 * 1024 * 1024 });
  const say = (text: string) =>
    flaw.say === undefined ? wire.say(Buffer.from(`${text}\n`)) : flaw.say(text, wire);
  const backend = createBackend(say);
  const wire: WireControl = {
    ...speakOn(streams),
    hear: (bytes) =>
      lines.push(bytes, {
        onLine: backend,
        onError: (error) => say(errorText({}, 'transport/invalid-frame', error.message)),
      }),
    endOfInput: () => (flaw.peerEnded === undefined ? wire.hangUp() : flaw.peerEnded(wire)),
  };
  listenThroughFlaw(streams, flaw, wire);
}

/** Answers one line after another. */
function createBackend(say: (text: string) => void): (line: string) => void {
  let isReady = false;
  return (line) => {
    let value: unknown;
    try {
      value = readEdn(line, { maps: 'object' });
    } catch (error) {
      if (!(error instanceof EdnError)) throw error;
      say(errorText({}, 'transport/invalid-frame', error.message));
      return;
    }
    const reading = readRequest(value);
    if (reading.kind === 'rejected') {
      say(errorText(reading, reading.code, reading.message));
      return;
    }
    const { id, op, params } = reading.frame;
    const respond = (data: string) =>
      say(`{:id ${quote(id)} :kind :response :op ${quote(op)} :ok true :data ${data}}`);
    const refuse = (code: string) => say(errorText({ id, op }, code, `${op} cannot be served`));
    if (op === 'handshake') {
      const version = Object(Object(params)['client-info'])['protocol-version'];
      if (typeof version !== 'string') return refuse('request/invalid-params');
      if (!/^1(\.|$)/.test(version)) return refuse('protocol/unsupported-version');
      isReady = true;
      return respond('{:server-info {:protocol-version "1.0" :features []}}');
    }
    if (!isReady) return refuse('transport/not-ready');
    if (op === 'ping') return respond(pong);
    if (op === 'get_state') return respond('{:state {}}');
    if (op === 'query_eql') return refuse('request/invalid-params');
    return refuse('request/op-not-supported');
  };
}

function errorText(
  about: { readonly id?: unknown; readonly op?: unknown },
  code: string,
  message: string,
): string {
  const id = about.id === undefined ? '' : ` :id ${quote(about.id)}`;
  const op = about.op === undefined ? '' : ` :op ${quote(about.op)}`;
  return `{:kind :error${id}${op} :error-code ${quote(code)} :error-message ${quote(message)}}`;
}

/** The few values that are echoed: text and numbers look alike in JSON and EDN; a keyword prints itself. */
function quote(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : String(value);
}
