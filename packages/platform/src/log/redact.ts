import type { LogFields } from './log.js';

export const redacted = '***REDACTED***';

const secretNames = new Set([
  'token',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'apikey',
  'apitoken',
  'authorization',
  'credential',
  'credentials',
  'privatekey',
]);

/** `accessToken`, `OPENAI_API_KEY` and `x-api-key` hold secrets; `max_tokens` and `tokenCount` do not. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return secretNames.has(words.slice(-1).join('')) || secretNames.has(words.slice(-2).join(''));
}

// A name and a colon or an equals sign: as in code, JSON (also JSON inside a JSON string), headers and command lines.
// Starting only where a word starts keeps the search linear on long unbroken text.
const assignment = /(?<![\w-])([\w-]+)\\*["']?\s*[:=]\s*/g;
const assignedValue =
  /(?:(")(?:[^"\\]|\\.)*|(')(?:[^'\\]|\\.)*|(\\+["'])(?:[^"'\\]|\\+[^"'\\])*|((?:Bearer|Basic|Digest|Token)\s+)?[^\s,"'{}[\]()&;\\]+)/iy;
const credentialsInUrl = /(?<=[a-z][a-z0-9+.-]*:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/gi;
const bareScheme = /\b(Bearer|Basic)\s+[\w.~+/=-]{12,}/gi;

/** Replaces the values of secrets in running text; doing it twice changes nothing more. */
export function redactText(text: string): string {
  return redactAssignments(text)
    .replace(credentialsInUrl, redacted)
    .replace(bareScheme, (_match, scheme: string) => `${scheme} ${redacted}`);
}

/** Only the value of a secret is passed over: that of another name may itself hold an assignment. */
function redactAssignments(text: string): string {
  const heads = new RegExp(assignment);
  const values = new RegExp(assignedValue);
  let result = '';
  let copiedTo = 0;
  for (let head = heads.exec(text); head !== null; head = heads.exec(text)) {
    if (!isSecretName(head[1] ?? '')) continue;
    values.lastIndex = heads.lastIndex;
    const value = values.exec(text);
    if (value === null) continue;
    const [, doubleQuote, singleQuote, escapedQuote, scheme] = value;
    const kept = doubleQuote ?? singleQuote ?? escapedQuote ?? scheme ?? '';
    result += text.slice(copiedTo, heads.lastIndex) + kept + redacted;
    copiedTo = values.lastIndex;
    heads.lastIndex = copiedTo;
  }
  return result + text.slice(copiedTo);
}

const maxDepth = 6;
const maxEntries = 200;
const maxTextLength = 32 * 1024;

/** A plain copy that can be written as JSON: no secrets, no cycles, no surprises from getters, bounded in size. */
export function redactFields(fields: LogFields): LogFields {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    copy[name] = isSecretName(name) && value !== undefined ? redacted : plainCopy(value, 0);
  }
  return copy;
}

function plainCopy(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return redactText(value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value);
    case 'bigint':
      return String(value);
    case 'function':
    case 'symbol':
      return `[${typeof value}]`;
    case 'object':
      return value === null ? null : plainObject(value, depth);
    default:
      return value;
  }
}

function plainObject(value: object, depth: number): unknown {
  if (depth >= maxDepth) return '[too deep]';
  if (value instanceof Error) return plainError(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[invalid date]' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((item) => plainCopy(item, depth + 1));
  if (value instanceof Map || value instanceof Set) return plainObject([...value], depth);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value).slice(0, maxEntries)) {
    copy[name] = isSecretName(name) ? redacted : plainCopy(readSafely(value, name), depth + 1);
  }
  return copy;
}

function plainError(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error;
  return {
    name,
    message: redactText(message),
    ...('code' in error ? { code: plainCopy(error.code, depth + 1) } : {}),
    ...(stack === undefined ? {} : { stack: redactText(stack) }),
    ...(cause === undefined ? {} : { cause: plainCopy(cause, depth + 1) }),
  };
}

function readSafely(target: object, name: string): unknown {
  try {
    return Reflect.get(target, name);
  } catch {
    return '[unreadable]';
  }
}
