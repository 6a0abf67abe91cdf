import * as z from 'zod';
import { describeIssues, type Problem } from './problem.js';
import { compileRespell } from './respell.js';

export type Decoded<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Reads what a peer sent: any known spelling in, the contract's names out, every problem with its place. */
export function decode<S extends z.ZodType>(schema: S, value: unknown): Decoded<z.output<S>> {
  const respelled = compileRespell(schema, 'accept')?.(value) ?? value;
  const parsed = z.safeParse(schema, respelled);
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  return { kind: 'invalid', problems: describeIssues(parsed.error.issues, respelled) };
}

/** Makes ready to send: adds the names that real peers read beside the contract's. */
export function encode<S extends z.ZodType>(schema: S, value: z.input<S>): unknown {
  return compileRespell(schema, 'send')?.(value) ?? value;
}
