import { EdnMap, keyword } from '@tandem/wire';
import { describeIssues, summarize } from '../core/problem.js';
import type { EdnErrorCode } from './errors.js';
import { RequestFrame } from './frames.js';
import { isAnyMap } from './values.js';

export type RequestReading =
  | { readonly kind: 'request'; readonly frame: RequestFrame }
  | {
      readonly kind: 'rejected';
      readonly code: EdnErrorCode;
      readonly message: string;
      /** What the frame gave as id and op, to be echoed; absent when it gave none. */
      readonly id?: unknown;
      readonly op?: unknown;
    };

/** Which code a broken request frame earns is part of the contract, so both ends take it from here. */
export function readRequest(value: unknown): RequestReading {
  if (!isAnyMap(value)) {
    return rejected({}, 'protocol/invalid-envelope', 'a request frame must be an EDN map');
  }
  if (value instanceof EdnMap) {
    const given = Object.fromEntries(echoed.flatMap((key) => entryOf(value, key)));
    return rejected(given, 'protocol/invalid-envelope', 'every key of a request frame must be a keyword');
  }
  const parsed = RequestFrame.safeParse(value);
  if (parsed.success) return { kind: 'request', frame: parsed.data };

  const { issues } = parsed.error;
  const codeAt = (path: readonly PropertyKey[]) => codeOf(path[0], value);
  const envelope = issues.filter(({ path }) => codeAt(path) === 'protocol/invalid-envelope');
  const worst = envelope.length > 0 ? envelope : issues.slice(0, 1);
  return rejected(value, codeAt(worst[0]?.path ?? []), summarize(describeIssues(worst, value)));
}

/** A missing key breaks the envelope; a key that is there with a bad value is a bad id, op or params. */
function codeOf(key: PropertyKey | undefined, frame: object): EdnErrorCode {
  if (key === undefined || !(key in frame)) return 'protocol/invalid-envelope';
  if (key === 'id') return 'request/invalid-id';
  if (key === 'op') return 'request/invalid-op';
  if (key === 'params') return 'request/invalid-params';
  return 'protocol/invalid-envelope';
}

const echoed = ['id', 'op'] as const;

function entryOf(map: EdnMap, key: string): readonly (readonly [string, unknown])[] {
  const name = keyword(key);
  return map.has(name) ? [[key, map.get(name)]] : [];
}

function rejected(frame: object, code: EdnErrorCode, message: string): RequestReading {
  return {
    kind: 'rejected',
    code,
    message,
    ...('id' in frame && { id: frame.id }),
    ...('op' in frame && { op: frame.op }),
  };
}
