import type { JsonObject, PayloadSchema } from '@tandem/contracts';
import { CommandError } from '../command-error.js';
import { suggestion } from '../suggestion.js';
import { optionSpellings, type RunWord } from './parse-run-arguments.js';
import { readPayloadValue, typeOf, type ValueContext } from './payload-value.js';
import { runOptions } from './run-options.js';

type PayloadWord = Extract<RunWord, { kind: 'payload' }>;

/** Names of actions on the command line; a word after an unknown option is one when the workspace knows it. */
export function namedActions(
  words: readonly RunWord[],
  isAction: (name: string) => boolean,
): readonly string[] {
  const names = words.flatMap((word) => {
    if (word.kind === 'action') return [word.name];
    return word.next !== undefined && isAction(word.next) ? [word.next] : [];
  });
  return [...new Set(names)];
}

/** Payload schemas by action; null: nobody could tell. */
export type Schemas = ReadonlyMap<string, PayloadSchema | null>;

/** Settles which words after options are values and which are actions, now that the fields are known. */
export function settleWords(words: readonly RunWord[], schemas: Schemas): readonly RunWord[] {
  return words.flatMap((word): readonly RunWord[] => {
    if (word.kind === 'action' || word.next === undefined) return [word];
    const { next, ...field } = word;
    const isSwitch = [...schemas.values()].some(
      (schema) => typeOf(fieldOf(schema, word)?.schema ?? {}) === 'boolean',
    );
    if (!isSwitch || next === 'true' || next === 'false') return [{ ...field, value: next }];
    return [field, { kind: 'action', name: next }];
  });
}

/** The payload of one action; words that only other actions understand are left out. */
export function payloadFor(
  schema: PayloadSchema | null,
  words: readonly RunWord[],
  context: ValueContext,
): JsonObject {
  const payload = new Map<string, unknown>();
  for (const word of words) {
    if (word.kind === 'action') continue;
    const field = fieldOf(schema, word) ?? (word.isExplicit ? { name: word.name, schema: {} } : undefined);
    if (field === undefined) continue;
    const reading = readPayloadValue(word.value, field.schema, context);
    if (reading.kind === 'invalid')
      throw new CommandError('usage', `${spellingOf(word)}: expected ${reading.expected}`);
    const type = typeOf(field.schema);
    if (payload.has(field.name) && type !== undefined && type !== 'array')
      throw new CommandError('usage', `${fieldSpelling(field.name)} takes one value, but was given more`);
    const before = payload.get(field.name);
    const joins = Array.isArray(before) && Array.isArray(reading.value);
    payload.set(field.name, joins ? [...before, ...reading.value] : reading.value);
  }
  return Object.fromEntries(payload);
}

/** Every plain `--NAME` must be a field of at least one of the actions. */
export function refuseUnknownFields(words: readonly RunWord[], schemas: Schemas): void {
  const fields = [...schemas.values()].flatMap((schema) => Object.keys(schema?.properties ?? {}));
  const unknownActions = [...schemas].filter(([, schema]) => schema === null).map(([action]) => action);
  for (const word of words) {
    if (word.kind === 'action' || word.isExplicit) continue;
    if ([...schemas.values()].some((schema) => fieldOf(schema, word) !== undefined)) continue;
    const spelling = `--${word.name}`;
    if (unknownActions.length > 0)
      throw new CommandError(
        'usage',
        `${spelling} is no option, and nobody could tell which fields ${unknownActions.join(' and ')} has: write --payload.${word.name}=VALUE to pass it on unchecked`,
      );
    const candidates = [...optionSpellings(), ...fields.map((field) => `--${field}`)];
    throw new CommandError(
      'usage',
      `unknown option ${spelling}: neither tandem run nor ${[...schemas.keys()].join(' or ')} has it${suggestion(spelling, candidates)}`,
    );
  }
}

/** What to say of each field that an action cannot do without and that nobody gave. */
export function missingFields(schema: PayloadSchema | null, payload: JsonObject): readonly string[] {
  const missing = schema?.required.filter((name) => !Object.hasOwn(payload, name)) ?? [];
  return missing.map((name) => {
    const description = schema?.properties[name]?.['description'];
    const reason = typeof description === 'string' && description !== '' ? `: ${description}` : '';
    return `${fieldSpelling(name)} is required${reason}`;
  });
}

/** How a field is typed: one that is named like an option of `run` needs the long form. */
export function fieldSpelling(name: string): string {
  return Object.hasOwn(runOptions, name) ? `--payload.${name}` : `--${name}`;
}

/** Fields of Python actions have underscores; people type dashes. */
function fieldOf(
  schema: PayloadSchema | null,
  { name }: PayloadWord,
): { readonly name: string; readonly schema: JsonObject } | undefined {
  for (const candidate of [name, name.replaceAll('-', '_')]) {
    if (schema === null || !Object.hasOwn(schema.properties, candidate)) continue;
    return { name: candidate, schema: schema.properties[candidate] ?? {} };
  }
  return undefined;
}

function spellingOf({ name, isExplicit, value }: PayloadWord): string {
  const option = `--${isExplicit ? 'payload.' : ''}${name}`;
  return value === undefined ? option : `${option}=${value}`;
}
