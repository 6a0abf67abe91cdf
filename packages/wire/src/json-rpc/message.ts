import { RpcError, RpcErrorCode } from './rpc-error.js';
import type { RpcId } from './types.js';

/** A JSON object that claims to be a JSON-RPC message; every field is still to be checked. */
export interface WireMessage {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface WireCall extends WireMessage {
  readonly id?: RpcId;
  readonly method: string;
}

export function isWireMessage(value: unknown): value is WireMessage {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isAnswer(message: WireMessage): boolean {
  return message.method === undefined && (message.result !== undefined || message.error !== undefined);
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number' || value === null;
}

/** What keeps `message` from being a request or a notification; undefined when nothing does. */
export function callFault(message: WireMessage): string | undefined {
  if (message.jsonrpc !== '2.0') return versionFault(message);
  if (typeof message.method !== 'string') return '"method" must be a string';
  if (message.id !== undefined && !isRpcId(message.id)) return '"id" must be a string, a number or null';
  // Real peers send `"params": null` where they have none.
  if (message.params !== undefined && typeof message.params !== 'object') {
    return '"params" must be an object or an array';
  }
  return undefined;
}

/** What keeps `message` from being an answer; undefined when nothing does. */
export function answerFault(message: WireMessage): string | undefined {
  if (message.jsonrpc !== '2.0') return versionFault(message);
  if (message.error === undefined || message.error === null) {
    return message.result === undefined ? 'an answer has "result" or "error"' : undefined;
  }
  if (message.result !== undefined && message.result !== null)
    return 'an answer has "result" or "error", not both';
  const { code, message: text } = message.error as { code?: unknown; message?: unknown };
  if (typeof code !== 'number' || typeof text !== 'string')
    return '"error" must have a numeric "code" and a "message"';
  return undefined;
}

function versionFault(message: WireMessage): string {
  return message.jsonrpc === undefined ? '"jsonrpc": "2.0" is missing' : '"jsonrpc" must be "2.0"';
}

export function callText(method: string, params: unknown, id?: RpcId): string {
  const idPart = id === undefined ? '' : `"id":${JSON.stringify(id)},`;
  const paramsText = params === undefined ? undefined : JSON.stringify(params);
  const paramsPart = paramsText === undefined ? '' : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0",${idPart}"method":${JSON.stringify(method)}${paramsPart}}`;
}

/** Throws what `JSON.stringify` throws when `result` cannot be written. */
export function resultText(idText: string, result: unknown): string {
  return `{"jsonrpc":"2.0","id":${idText},"result":${JSON.stringify(result) ?? 'null'}}`;
}

export function errorText(idText: string, error: RpcError): string {
  return `{"jsonrpc":"2.0","id":${idText},"error":{"code":${error.code},"message":${JSON.stringify(error.message)}${dataPart(error.data)}}}`;
}

function dataPart(data: unknown): string {
  if (data === undefined) return '';
  try {
    const text = JSON.stringify(data);
    return text === undefined ? '' : `,"data":${text}`;
  } catch {
    return ',"data":"(could not be written as JSON)"';
  }
}

/** What the other side is told when a handler threw `thrown`: never a stack. */
export function errorForWire(thrown: unknown): RpcError {
  if (thrown instanceof RpcError && Number.isSafeInteger(thrown.code) && !isLocalCode(thrown.code))
    return thrown;
  const message = thrown instanceof Error && thrown.message !== '' ? thrown.message : 'Internal error';
  return new RpcError(RpcErrorCode.internalError, message);
}

function isLocalCode(code: number): boolean {
  return code === RpcErrorCode.connectionClosed || code === RpcErrorCode.timedOut;
}
