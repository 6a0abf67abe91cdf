import type { JsonSchema, OtherNames } from './json-schema.js';
import { resolve, typeText } from './type-text.js';

export interface FieldRow {
  /** Path of the field: `projects[].name`, `schemas.*.required`. */
  readonly name: string;
  readonly type: string;
  /** `yes`, `no`, or the default. */
  readonly required: string;
  readonly description: string;
  readonly otherNames?: OtherNames | undefined;
}

/** Deeper nesting is left to the JSON Schema. */
const maxDepth = 4;

/** Every field of an object, and of the objects inside it, in order. */
export function fieldRows(root: JsonSchema): readonly FieldRow[] {
  return rowsOf(root, { root, path: '', above: [] });
}

interface Place {
  readonly root: JsonSchema;
  readonly path: string;
  /** Objects that contain this one: a type that contains itself is shown once. */
  readonly above: readonly JsonSchema[];
}

function rowsOf(schema: JsonSchema, place: Place): readonly FieldRow[] {
  const object = resolve(schema, place.root);
  if (place.above.includes(object) || place.above.length >= maxDepth) return [];
  const within: Place = { ...place, above: [...place.above, object] };

  const options = object.anyOf ?? object.oneOf;
  if (options !== undefined) return optionRows(options, place);
  if (object.items !== undefined) return rowsOf(object.items, { ...within, path: `${place.path}[]` });
  const fields = Object.entries(object.properties ?? {}).flatMap(([key, field]) => [
    row(key, field, object, within),
    ...rowsOf(field, { ...within, path: join(place.path, key) }),
  ]);
  if (typeof object.additionalProperties !== 'object') return fields;
  return [...fields, ...rowsOf(object.additionalProperties, { ...within, path: join(place.path, '*') })];
}

/** Only what can be told apart is worth a table: one structured option beside plain ones. */
function optionRows(options: readonly JsonSchema[], place: Place): readonly FieldRow[] {
  const structured = options.filter((option) => {
    const { type } = resolve(option, place.root);
    return type === 'object' || type === 'array';
  });
  const [only] = structured;
  return only !== undefined && structured.length === 1 ? rowsOf(only, place) : [];
}

function row(key: string, field: JsonSchema, object: JsonSchema, { root, path }: Place): FieldRow {
  const isRequired = object.required?.includes(key) ?? false;
  return {
    name: join(path, key),
    type: typeText(field, root),
    required: requirement(isRequired, field),
    description: field.description ?? resolve(field, root).description ?? '',
    otherNames: object['x-other-names']?.[key],
  };
}

function requirement(isRequired: boolean, field: JsonSchema): string {
  if (field.default !== undefined) return `default \`${JSON.stringify(field.default)}\``;
  return isRequired ? 'yes' : 'no';
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
