import * as z from 'zod';

type Schema = z.core.$ZodType;

/** The schemas that describe a part of the value, or the same value, on its way in. */
export function innerSchemas(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    return catchall === undefined ? Object.values(schema.shape) : [...Object.values(schema.shape), catchall];
  }
  if (schema instanceof z.ZodArray) return [schema.def.element];
  if (schema instanceof z.ZodTuple)
    return [...schema.def.items, ...(schema.def.rest ? [schema.def.rest] : [])];
  if (schema instanceof z.ZodRecord) return [schema.def.valueType];
  if (schema instanceof z.ZodUnion) return schema.def.options;
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right];
  if (schema instanceof z.ZodLazy) return [schema.def.getter()];
  // `z.preprocess` is a pipe whose first half is a function: the shape is that of the second.
  if (schema instanceof z.ZodPipe) {
    return [schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in];
  }
  return isWrapper(schema) ? [schema.def.innerType] : [];
}

type Wrapper = Schema & { readonly def: { readonly innerType: Schema } };

function isWrapper(schema: Schema): schema is Wrapper {
  return 'innerType' in schema._zod.def;
}
