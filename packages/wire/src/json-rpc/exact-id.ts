import type { RpcId } from './types.js';

/** Where a message stood: the text of its frame, and its place when the frame is a batch. */
export interface MessageOrigin {
  readonly json: string;
  readonly batchIndex: number | undefined;
}

/**
 * The id as it goes back to the caller. A number that JavaScript cannot hold exactly (a 64-bit id, say) is taken
 * from the text it came in, because an answer with a rounded id is an answer that never arrives.
 */
export function exactIdText(id: RpcId, origin: MessageOrigin): string {
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return JSON.stringify(id);
  return idInText(origin) ?? JSON.stringify(id);
}

/** The number after the key "id" of the message; `json` is known to parse. */
function idInText({ json, batchIndex }: MessageOrigin): string | undefined {
  const messageDepth = batchIndex === undefined ? 1 : 2;
  let depth = 0;
  let index = 0;
  let found: string | undefined;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === ',' && depth === 1 && batchIndex !== undefined) index++;
    else if (character === '"') {
      const end = stringEnd(json, at);
      const isInMessage = depth === messageDepth && index === (batchIndex ?? 0);
      if (isInMessage && JSON.parse(json.slice(at, end)) === 'id')
        found = numberAfterColon(json, end) ?? found;
      at = end - 1;
    }
  }
  return found;
}

function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

function numberAfterColon(json: string, at: number): string | undefined {
  const pattern = /\s*:\s*(-?\d[\d.eE+-]*)/y;
  pattern.lastIndex = at;
  return pattern.exec(json)?.[1];
}
