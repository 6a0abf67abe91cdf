import { ednFrames } from '@tandem/contracts';
import { EdnError, EdnKeyword, readEdn } from '@tandem/wire';
import { CheckFailure } from '../check.js';
import type { Channel } from '../session/channel.js';
import { show } from '../session/transcript.js';

/** A response or an error, as it was received. */
export interface EdnAnswer {
  readonly kind: 'response' | 'error';
  readonly id?: unknown;
  readonly op?: unknown;
  readonly ok?: unknown;
  readonly data?: unknown;
  readonly 'error-code'?: unknown;
  readonly 'error-message'?: unknown;
}

/** A conversation with an EDN target: one line of text is one frame. */
export class EdnSession {
  readonly channel: Channel;
  #lastId = 0;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  newId(): string {
    this.#lastId += 1;
    return `check-${this.#lastId}`;
  }

  sendBytes(bytes: Uint8Array): void {
    this.channel.send(bytes);
  }

  sendLine(text: string): void {
    this.sendBytes(Buffer.from(`${text}\n`));
  }

  async call(op: string, params?: string, id = this.newId()): Promise<EdnAnswer> {
    this.sendLine(requestText(op, params, id));
    return await this.answerTo(id, `the answer to ${op}`);
  }

  /** The handshake of a frontend that wants nothing special. */
  async getReady(): Promise<void> {
    const answer = await this.call('handshake', handshakeParams('1.0'));
    if (answer.kind !== 'response') throw new CheckFailure(`the handshake was refused: ${show(answer)}`);
  }

  /** A round trip that must work; its answer has to be the next one, so nothing before it was answered in secret. */
  async probe(id = this.newId()): Promise<void> {
    this.sendLine(requestText('ping', undefined, id));
    await this.probeAnswer(id);
  }

  async probeAnswer(id: string): Promise<void> {
    this.judgeProbe(await this.answerTo(id, `the answer to ping, id ${show(id)}`));
  }

  judgeProbe(answer: EdnAnswer): void {
    const isPong =
      typeof answer.data === 'object' &&
      answer.data !== null &&
      'pong' in answer.data &&
      answer.data.pong === true;
    if (answer.kind === 'response' && answer.ok === true && answer.op === 'ping' && isPong) return;
    throw new CheckFailure(`ping has to be answered with {:pong true …}, got ${show(answer)}`);
  }

  async answerTo(id: string, waitingFor: string): Promise<EdnAnswer> {
    const answer = await this.nextAnswer(waitingFor);
    if (answer.id !== id) {
      throw new CheckFailure(
        `the next answer should have id ${show(id)} (${waitingFor}), but it is ${show(answer)}`,
      );
    }
    return answer;
  }

  /** Answers to pings with all these ids, in any order, each exactly once. A full table of pending requests is an answer, too. */
  async answersToAll(ids: readonly string[]): Promise<void> {
    const missing = new Set<unknown>(ids);
    while (missing.size > 0) {
      const answer = await this.nextAnswer(
        `${missing.size} of ${ids.length} answers, among them ${show([...missing][0])}`,
      );
      if (!missing.delete(answer.id)) {
        throw new CheckFailure(`an answer to an id that is not open any more, or never was: ${show(answer)}`);
      }
      if (answer['error-code'] !== 'transport/max-pending-exceeded') this.judgeProbe(answer);
    }
  }

  /** The next response or error; events may come at any time and are only looked at for their envelope. */
  async nextAnswer(waitingFor: string): Promise<EdnAnswer> {
    const answer = await this.nextAnswerOrEnd(waitingFor);
    if (answer !== undefined) return answer;
    throw new CheckFailure(`the target ended the connection while the kit was waiting for ${waitingFor}`);
  }

  /** The target has to end the connection; what it says before is only looked at for its form. */
  async expectEnd(waitingFor: string): Promise<void> {
    while ((await this.nextAnswerOrEnd(waitingFor)) !== undefined);
  }

  async nextAnswerOrEnd(waitingFor: string): Promise<EdnAnswer | undefined> {
    for (;;) {
      const text = await this.channel.nextFrame(waitingFor);
      if (text === undefined) return undefined;
      const frame = readFrame(text);
      if (frame.kind !== 'event') return frame;
    }
  }
}

/** A request frame; `params` is EDN text. */
export function requestText(op: string, params: string | undefined, id: string): string {
  const paramsText = params === undefined ? '' : ` :params ${params}`;
  return `{:id ${quote(id)} :kind :request :op ${quote(op)}${paramsText}}`;
}

export function handshakeParams(protocolVersion: string): string {
  return `{:client-info {:name "tandem-conformance" :version "0.1.0" :protocol-version ${quote(protocolVersion)} :features []}}`;
}

/** Every escape of a JSON string is one of an EDN string, too. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function readFrame(text: string): EdnAnswer | { readonly kind: 'event' } {
  let value: unknown;
  try {
    value = readEdn(text, { maps: 'object', floats: 'number' });
  } catch (error) {
    if (!(error instanceof EdnError)) throw error;
    throw new CheckFailure(`a line is not one EDN form: ${error.message}`);
  }
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  const name = kind instanceof EdnKeyword ? kind.text : undefined;
  if (name !== 'response' && name !== 'error' && name !== 'event') {
    throw new CheckFailure(`a frame has to be a :response, an :error or an :event, got ${text}`);
  }
  const parsed = ednFrames[name].schema.safeParse(value);
  if (parsed.success) return { ...parsed.data, kind: name };
  const [issue] = parsed.error.issues;
  throw new CheckFailure(
    `the envelope of an :${name} is wrong, ${issue?.path.join(' ')} ${issue?.message}: ${text}`,
  );
}
