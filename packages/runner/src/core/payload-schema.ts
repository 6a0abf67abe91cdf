import { type Action, z } from '@tandem/extension-api';
import type { JsonObject } from './runner-config.js';

/** The part of JSON Schema that says what a caller passes. */
export interface PayloadSchema {
  readonly description?: string;
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  readonly [definitions: string]: unknown;
}

/** What an action takes, for callers that only know JSON. */
export function payloadSchema({ payload, description }: Action): PayloadSchema {
  const schema = z.toJSONSchema(payload, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Every integer has these limits in JavaScript; to a reader they are noise.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const properties = Object.entries(schema.properties ?? {}).map(
    // In JSON Schema `true` is another way to write "anything".
    ([name, property]): [string, JsonObject] => [name, typeof property === 'boolean' ? {} : { ...property }],
  );
  return {
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(properties),
    required: schema.required ?? [],
    // Only a payload that contains itself has these, and its properties refer to them.
    ...(schema.$defs === undefined ? {} : { $defs: schema.$defs }),
  };
}
