import type { MessageSpec } from '../core/contract.js';
import { defRef, type JsonSchema, relocate, toJsonSchema } from './json-schema.js';
import type { Protocol } from './protocol.js';

/** One protocol as a JSON Schema document: a definition for each shape, and a table of the messages. */
export function schemaFile({ contract, appendices }: Protocol): string {
  const definitions: Record<string, JsonSchema> = {};
  const define = (name: string, schema: MessageSpec['params']): { readonly $ref: string } => {
    Object.assign(definitions, relocate(name, toJsonSchema(schema)));
    return { $ref: defRef(name) };
  };

  const messages = Object.entries(contract.methods).map(([name, spec]) => [
    name,
    {
      kind: spec.kind,
      direction: spec.direction,
      origin: spec.origin,
      doc: spec.doc,
      aliases: spec.aliases,
      params: define(`${name}.params`, spec.params),
      ...(spec.kind === 'request' && {
        result: define(`${name}.result`, spec.result),
        errors: spec.errors.map((error) => contract.errors[error]?.code),
      }),
    },
  ]);
  for (const { entries } of appendices) {
    for (const { name, schemas } of entries) {
      for (const { label, schema } of schemas) define(`${name}.${label.toLowerCase()}`, schema);
    }
  }

  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:tandem:protocol:${contract.name}`,
    title: contract.title,
    description: contract.doc,
    'x-messages': Object.fromEntries(messages),
    'x-errors': contract.errors,
    $defs: definitions,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
