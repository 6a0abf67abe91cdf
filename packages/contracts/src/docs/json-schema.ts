import * as z from 'zod';
import { acceptedNames, spellingsFor } from '../core/spelling.js';

/** The part of JSON Schema that our contracts turn into. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly description?: string;
  /** Other names of the properties, as the contract declares them. */
  readonly 'x-other-names'?: Readonly<Record<string, OtherNames>>;
}

export interface OtherNames {
  readonly accepted: readonly string[];
  readonly sent: readonly string[];
}

/** A schema as its sender sees it: defaults may be left out, what a reader transforms is shown as it travels. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...body } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const names = otherNamesOf(zodSchema);
      if (names !== undefined) jsonSchema['x-other-names'] = names;
    },
  });
  return body as JsonSchema;
}

function otherNamesOf(schema: z.core.$ZodType): Readonly<Record<string, OtherNames>> | undefined {
  const names = Object.entries(spellingsFor(schema))
    .map(
      ([key, spelling]) => [key, { accepted: acceptedNames(spelling), sent: spelling.send ?? [] }] as const,
    )
    .filter(([, { accepted }]) => accepted.length > 0);
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/**
 * Moves a schema under `$defs` of another document: its own definitions move along under longer names, and every
 * reference follows. Returns all definitions that the document needs.
 */
export function relocate(name: string, schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { $defs = {}, ...body } = schema;
  const moved = (local: string) => `${name}.${local}`;
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, key === '$ref' ? target(child) : follow(child)]),
    );
  };
  const target = (ref: unknown): string => {
    if (ref === '#') return defRef(name);
    return defRef(moved(String(ref).replace('#/$defs/', '')));
  };
  const entries = Object.entries($defs).map(([local, def]) => [moved(local), follow(def)] as const);
  return Object.fromEntries([[name, follow(body)], ...entries]) as Record<string, JsonSchema>;
}

/** A reference into `$defs`: in a JSON Pointer the slash of a method name is escaped. */
export function defRef(name: string): string {
  return `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
