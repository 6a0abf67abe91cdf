import { CheckFailure } from '../check.js';
import type { Channel } from '../session/channel.js';
import { show } from '../session/transcript.js';
import type { Answer, JsonRpcAdapter, JsonRpcFacts, SampleRequest } from './adapter.js';
import { frame } from './frame.js';

/** A request or notification of the target. */
export interface TargetMessage {
  readonly method: string;
  readonly params: unknown;
}

/** What the kit answers a request of the target with. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** A conversation with a JSON-RPC target: bytes where a check wants to break something, messages elsewhere. */
export class JsonRpcSession<F extends JsonRpcFacts = JsonRpcFacts> {
  readonly facts: F;
  readonly channel: Channel;
  /** Requests and notifications of the target, in the order in which they came; read up to the last answer. */
  readonly heard: TargetMessage[] = [];
  #lastId = 0;
  #replies: Readonly<Record<string, Reply>> = {};

  constructor(channel: Channel, facts: F) {
    this.channel = channel;
    this.facts = facts;
  }

  get adapter(): JsonRpcAdapter {
    return this.facts.adapter;
  }

  /** An id that this conversation has not used. */
  newId(): string {
    this.#lastId += 1;
    return `check-${this.#lastId}`;
  }

  sendBytes(bytes: Uint8Array): void {
    this.channel.send(bytes);
  }

  send(message: unknown): void {
    this.sendBytes(frame(JSON.stringify(message)));
  }

  /** The bytes of a probe with this id, for checks that cut or join frames. */
  probeBytes(id: unknown): Buffer {
    return frame(JSON.stringify(requestMessage(id, this.adapter.probe)));
  }

  async call(request: SampleRequest, id: unknown = this.newId()): Promise<Answer> {
    this.send(requestMessage(id, request));
    return await this.answerTo(id, `the answer to ${request.method}`);
  }

  /** From now on requests of the target are answered so, by method; others as the adapter says. */
  replyWith(replies: Readonly<Record<string, Reply>>): void {
    this.#replies = replies;
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /**
   * A round trip that must work. What came before it and must not be answered is proved by this: the probe's answer
   * has to be the next one.
   */
  async probe(id: unknown = this.newId()): Promise<void> {
    this.sendBytes(this.probeBytes(id));
    await this.probeAnswer(id);
  }

  async probeAnswer(id: unknown): Promise<void> {
    this.judgeProbe(
      await this.answerTo(id, `the answer to the probe ${this.adapter.probe.method}, id ${show(id)}`),
    );
  }

  judgeProbe(answer: Answer): void {
    const problem = this.adapter.probe.problemWith(answer);
    if (problem !== undefined)
      throw new CheckFailure(`${this.adapter.probe.method} was answered with ${problem}: ${show(answer)}`);
  }

  /** The next answer, which has to carry this id: the same type and the same value. */
  async answerTo(id: unknown, waitingFor: string): Promise<Answer> {
    const answer = await this.nextAnswer(waitingFor);
    if (answer.id !== id) {
      throw new CheckFailure(
        `the next answer should have id ${show(id)} (${waitingFor}), but it is ${show(answer)}`,
      );
    }
    return answer;
  }

  /** Answers to probes with all these ids, in any order, each exactly once. */
  async answersToAll(ids: readonly unknown[]): Promise<void> {
    const missing = new Set(ids);
    while (missing.size > 0) {
      const answer = await this.nextAnswer(
        `${missing.size} of ${ids.length} answers, among them ${show([...missing][0])}`,
      );
      if (!missing.delete(answer.id)) {
        throw new CheckFailure(`an answer to an id that is not open any more, or never was: ${show(answer)}`);
      }
      this.judgeProbe(answer);
    }
  }

  /** The next answer that is not a batch. */
  async nextAnswer(waitingFor: string): Promise<Answer> {
    const message = await this.nextAnswerOrBatch(waitingFor);
    if (isBatch(message))
      throw new CheckFailure(`expected one answer (${waitingFor}), but got a batch: ${show(message)}`);
    return message;
  }

  async nextBatch(waitingFor: string): Promise<readonly Answer[]> {
    const message = await this.nextAnswerOrBatch(waitingFor);
    if (!isBatch(message))
      throw new CheckFailure(`expected a batch of answers (${waitingFor}), but got ${show(message)}`);
    return message;
  }

  async nextAnswerOrBatch(waitingFor: string): Promise<Answer | readonly Answer[]> {
    for (;;) {
      const answer = await this.#nextMessage(waitingFor);
      if (answer !== undefined) return answer;
    }
  }

  /** The first request or notification with this method, heard already or still to come, that is the one. */
  async hear(
    method: string,
    isTheOne: (params: unknown) => boolean,
    waitingFor: string,
  ): Promise<TargetMessage> {
    for (;;) {
      const found = this.heard.find((message) => message.method === method && isTheOne(message.params));
      if (found !== undefined) return found;
      const answer = await this.#nextMessage(waitingFor);
      if (answer !== undefined)
        throw new CheckFailure(`expected ${waitingFor} before the answer ${show(answer)}`);
    }
  }

  /** Reads one message: an answer, or something that the target says by itself and that is kept in `heard`. */
  async #nextMessage(waitingFor: string): Promise<Answer | readonly Answer[] | undefined> {
    const text = await this.channel.nextFrame(waitingFor);
    if (text === undefined)
      throw new CheckFailure(`the target ended the connection while the kit was waiting for ${waitingFor}`);
    const message = parseMessage(text);
    if (Array.isArray(message)) return message.map(readAnswer);
    if (!isObject(message))
      throw new CheckFailure(`a message has to be an object or a batch, got ${show(message)}`);
    if (!('method' in message)) return readAnswer(message);
    this.heard.push({ method: String(message['method']), params: message['params'] });
    if ('id' in message) this.#answerTarget(message);
    return undefined;
  }

  /** The target has to end the connection; what it says before is only looked at for its form. */
  async expectEnd(waitingFor: string): Promise<void> {
    for (;;) {
      const text = await this.channel.nextFrame(waitingFor);
      if (text === undefined) return;
      parseMessage(text);
    }
  }

  #answerTarget(request: Readonly<Record<string, unknown>>): void {
    const { id, method, params } = request;
    const reply = this.#replies[String(method)] ?? this.#replyOfAdapter(String(method), params);
    this.send({ jsonrpc: '2.0', id, ...reply });
  }

  #replyOfAdapter(method: string, params: unknown): Reply {
    const result = this.adapter.answerTo(method, params);
    return result === undefined
      ? { error: { code: -32601, message: `Method not found: ${method}` } }
      : { result };
  }
}

export function requestMessage(id: unknown, request: SampleRequest): object {
  return { jsonrpc: '2.0', id, method: request.method, params: request.params };
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CheckFailure(`the body of a frame is not JSON: ${show(text)}`);
  }
}

function readAnswer(message: unknown): Answer {
  if (!isObject(message)) throw new CheckFailure(`an answer has to be an object, got ${show(message)}`);
  const problem = problemWithShape(message);
  if (problem !== undefined) throw new CheckFailure(`a malformed answer, ${problem}: ${show(message)}`);
  return message;
}

function problemWithShape(answer: Readonly<Record<string, unknown>>): string | undefined {
  if (answer['jsonrpc'] !== '2.0') return 'jsonrpc is not "2.0"';
  if (!('id' in answer)) return 'it has no id';
  if ('result' in answer === 'error' in answer) return 'it needs either a result or an error';
  if (!('error' in answer)) return undefined;
  const { error } = answer;
  if (!isObject(error)) return 'its error is not an object';
  if (!Number.isInteger(error['code'])) return 'its error has no whole number as code';
  if (typeof error['message'] !== 'string') return 'its error has no message';
  return undefined;
}

function isBatch(message: Answer | readonly Answer[]): message is readonly Answer[] {
  return Array.isArray(message);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
