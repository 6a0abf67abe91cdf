import { RpcError, RpcErrorCode } from '@tandem/wire';

export type Params = Readonly<Record<string, unknown>>;

export function invalidParams(message: string): RpcError {
  return new RpcError(RpcErrorCode.invalidParams, message);
}

export function text(params: Params, field: string): string {
  const value = params[field];
  if (typeof value !== 'string') throw invalidParams(`${field}: expected text`);
  return value;
}

export function textList(params: Params, field: string): readonly string[] {
  const value = params[field];
  if (!Array.isArray(value) || value.length === 0) throw invalidParams(`${field}: expected a list`);
  return value.map(String);
}

export function optionalList(params: Params, field: string): readonly string[] | undefined {
  return params[field] === undefined ? undefined : [params[field]].flat().map(String);
}

/** One of the values, or the usual one when it is left out. */
export function oneOf(params: Params, field: string, values: readonly string[], usual: string): string {
  const value = params[field] ?? usual;
  if (!values.includes(String(value))) throw invalidParams(`${field}: expected one of ${values.join(', ')}`);
  return String(value);
}
