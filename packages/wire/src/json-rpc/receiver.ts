import { BatchAnswers } from './batch-answers.js';
import { decodeUtf8 } from './decode-utf8.js';
import { exactIdText, type MessageOrigin } from './exact-id.js';
import { type AnswerSink, IncomingNotification, IncomingRequest, type LazySignal } from './incoming-call.js';
import type { IncomingCalls } from './incoming-calls.js';
import { callFault, errorText, isAnswer, isRpcId, isWireMessage, type WireCall } from './message.js';
import type { PendingCalls } from './pending-calls.js';
import { RpcError, RpcErrorCode } from './rpc-error.js';
import type { RpcPeer } from './types.js';

export interface ReceiverOptions {
  readonly peer: RpcPeer;
  readonly connectionSignal: LazySignal;
  /** Answers to calls made here go there. */
  readonly calls: PendingCalls;
  /** Calls of the other side go there. */
  readonly incoming: IncomingCalls;
  /** Answers to malformed messages go there. */
  readonly answers: AnswerSink;
  readonly maxBatchMembers: number;
  readonly onProtocolError: ((problem: string) => void) | undefined;
}

/** Makes messages of frame bodies, and sends each where it belongs; what is malformed is answered here. */
export class Receiver {
  readonly #options: ReceiverOptions;

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  receive(body: Buffer): void {
    const json = decodeUtf8(body);
    if (json === undefined) {
      this.refuse('The body is not valid UTF-8');
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch (error) {
      this.refuse(`The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    if (Array.isArray(value)) this.#receiveBatch(value, json);
    else this.#receiveMessage(value, { json, batchIndex: undefined, bytes: body.length }, undefined);
  }

  /** Answers to something that could not be read, so that nobody knows whose it was. */
  refuse(problem: string): void {
    this.#sendError('null', RpcErrorCode.parseError, problem, undefined);
  }

  #receiveBatch(members: readonly unknown[], json: string): void {
    const { maxBatchMembers, answers } = this.#options;
    if (members.length === 0) {
      this.#sendInvalid('null', 'the batch is empty', undefined);
      return;
    }
    if (members.length > maxBatchMembers) {
      this.#sendInvalid('null', `the batch has more than ${maxBatchMembers} members`, undefined);
      return;
    }
    const batch = new BatchAnswers(answers);
    const bytes = json.length / members.length;
    for (const [batchIndex, member] of members.entries()) {
      this.#receiveMessage(member, { json, batchIndex, bytes }, batch);
    }
    batch.seal();
  }

  #receiveMessage(value: unknown, origin: Origin, batch: BatchAnswers | undefined): void {
    if (!isWireMessage(value)) {
      this.#sendInvalid('null', 'a message is an object', batch);
      return;
    }
    if (isAnswer(value)) {
      const problem = this.#options.calls.settle(value);
      if (problem !== undefined) this.#report(problem);
      return;
    }
    const fault = callFault(value);
    if (fault !== undefined) {
      this.#sendInvalid(isRpcId(value.id) ? exactIdText(value.id, origin) : 'null', fault, batch);
      return;
    }
    this.#receiveCall(value as WireCall, origin, batch);
  }

  #receiveCall(message: WireCall, origin: Origin, batch: BatchAnswers | undefined): void {
    const { incoming, peer, connectionSignal, answers } = this.#options;
    const { id, method } = message;
    const params = message.params ?? undefined;
    const { bytes } = origin;
    if (id !== undefined) {
      batch?.expect();
      const call = { id, idText: exactIdText(id, origin), method, params, bytes };
      incoming.accept(new IncomingRequest(call, peer, batch ?? answers));
    } else if (method === '$/cancelRequest') {
      this.#cancel(params);
    } else {
      incoming.accept(new IncomingNotification({ method, params, bytes }, peer, connectionSignal));
    }
  }

  #cancel(params: unknown): void {
    const id = isWireMessage(params) ? params.id : undefined;
    if (isRpcId(id)) this.#options.incoming.cancel(id);
    else this.#report('"$/cancelRequest" came without the id of a request');
  }

  #sendInvalid(idText: string, fault: string, batch: BatchAnswers | undefined): void {
    batch?.expect();
    this.#sendError(idText, RpcErrorCode.invalidRequest, `Invalid request: ${fault}`, batch);
  }

  #sendError(idText: string, code: number, message: string, batch: BatchAnswers | undefined): void {
    this.#report(message);
    (batch ?? this.#options.answers).sendAnswer(errorText(idText, new RpcError(code, message)));
  }

  #report(problem: string): void {
    this.#options.onProtocolError?.(problem);
  }
}

interface Origin extends MessageOrigin {
  /** Its share of the frame. */
  readonly bytes: number;
}
