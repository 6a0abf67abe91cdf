import type { JsonObject } from '@tandem/contracts';
import { suggestion } from '../suggestion.js';
import { jsonOrText } from './config-overrides.js';

export type ValueReading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly expected: string };

export interface ValueContext {
  /** A path as it was typed → `file:` URI. */
  toUri(path: string): string;
}

/** Reads what was typed for a payload field as its schema says; `undefined`: the field was named without a value. */
export function readPayloadValue(
  text: string | undefined,
  schema: JsonObject,
  context: ValueContext,
): ValueReading {
  const type = typeOf(schema);
  if (text === undefined) return type === 'boolean' ? value(true) : invalid('a value');
  switch (type) {
    case 'boolean':
      return text === 'true' || text === 'false' ? value(text === 'true') : invalid('true or false');
    case 'integer':
      return Number.isSafeInteger(numberOf(text)) ? value(Number(text)) : invalid('a whole number');
    case 'number':
      return Number.isFinite(numberOf(text)) ? value(Number(text)) : invalid('a number');
    case 'array':
      return readArray(text, isObject(schema['items']) ? schema['items'] : {}, context);
    case 'object':
      return readObject(text);
    case 'string':
      return readString(text, schema, context);
    default:
      return value(jsonOrText(text));
  }
}

export function typeOf(schema: JsonObject): string | undefined {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((name) => typeof name === 'string' && name !== 'null');
  return typeof type === 'string' ? type : undefined;
}

function readArray(text: string, items: JsonObject, context: ValueContext): ValueReading {
  if (text.trimStart().startsWith('[')) {
    const parsed = jsonOrText(text);
    return Array.isArray(parsed) ? value(parsed) : invalid('a list: a,b or a JSON array');
  }
  const members: unknown[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const member = readPayloadValue(part, items, context);
    if (member.kind === 'invalid') return invalid(`a list of which each member is ${member.expected}`);
    members.push(member.value);
  }
  return value(members);
}

function readObject(text: string): ValueReading {
  const parsed = jsonOrText(text);
  return isObject(parsed) ? value(parsed) : invalid('a JSON object');
}

function readString(text: string, schema: JsonObject, context: ValueContext): ValueReading {
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String) : undefined;
  if (choices !== undefined && !choices.includes(text))
    return invalid(`one of ${choices.join(', ')}${suggestion(text, choices)}`);
  // Two letters at least: `C:\x` is a path.
  const isPath = schema['format'] === 'uri' && !/^[a-z][a-z\d+.-]+:/i.test(text);
  return value(isPath ? context.toUri(text) : text);
}

function numberOf(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

function isObject(candidate: unknown): candidate is JsonObject {
  return typeof candidate === 'object' && candidate !== null && !Array.isArray(candidate);
}

function value(read: unknown): ValueReading {
  return { kind: 'value', value: read };
}

function invalid(expected: string): ValueReading {
  return { kind: 'invalid', expected };
}
