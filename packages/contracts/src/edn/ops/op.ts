import type * as z from 'zod';
import { type Origin, type RequestSpec, request } from '../../core/contract.js';
import type { EdnErrorCode } from '../errors.js';

interface OpSpec<Params extends z.ZodType, Result extends z.ZodType> {
  readonly doc: string;
  readonly section: string;
  readonly params: Params;
  readonly result: Result;
  readonly errors: readonly EdnErrorCode[];
  readonly origin?: Origin;
}

/** An operation that only a ready connection may use, so it can always answer `transport/not-ready`. */
export function op<Params extends z.ZodType, Result extends z.ZodType>(
  spec: OpSpec<Params, Result>,
): RequestSpec<Params, Result, 'toServer'> {
  return request({ ...spec, errors: ['transport/not-ready', ...spec.errors] });
}

/** Sections of the contract and, for ops that only real peers have, of what is known about them. */
export const opTable = '5) Operation mapping table';
export const peerOpTable = 'Operations of real peers';
