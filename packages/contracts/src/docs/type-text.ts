import type { JsonSchema } from './json-schema.js';

/** A type in a few words: `string[]`, `"next" | "prev"`, `map of integer`. */
export function typeText(schema: JsonSchema, root: JsonSchema): string {
  if (schema.$ref !== undefined) return typeText(resolve(schema, root), root);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return choice(schema.enum.map((value) => literal(value, schema)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return choice(options.map((option) => typeText(option, root)));
  if (schema.format === 'edn-keyword') return 'keyword';
  if (schema.type === 'array') return arrayText(schema, root);
  if (schema.type === 'object') return objectText(schema, root);
  if (typeof schema.type === 'object') return choice(schema.type);
  return schema.type ?? 'any';
}

/** The schema that a reference stands for; any other schema as it is. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  if (schema.$ref === '#') return root;
  const name = schema.$ref.replace('#/$defs/', '');
  const target = root.$defs?.[name];
  if (target === undefined) throw new Error(`JSON Schema refers to "${schema.$ref}", which is not there`);
  return resolve(target, root);
}

function literal(value: unknown, schema: JsonSchema): string {
  return schema.format === 'edn-keyword' ? String(value) : JSON.stringify(value);
}

function choice(options: readonly string[]): string {
  return [...new Set(options)].join(' | ');
}

function arrayText({ items, prefixItems }: JsonSchema, root: JsonSchema): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((item) => typeText(item, root)).join(', ')}]`;
  const element = items === undefined ? 'any' : typeText(items, root);
  return element.includes(' ') ? `(${element})[]` : `${element}[]`;
}

function objectText({ properties, additionalProperties }: JsonSchema, root: JsonSchema): string {
  if (properties !== undefined || typeof additionalProperties !== 'object') return 'object';
  const value = typeText(additionalProperties, root);
  return value === 'any' ? 'object' : `map of ${value}`;
}
