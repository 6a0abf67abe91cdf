import type * as z from 'zod';
import type { Contract } from '../core/contract.js';
import type { Requirement } from '../core/requirement.js';

/** All that the documentation of one protocol is made of. */
export interface Protocol {
  readonly contract: Contract;
  readonly requirements: readonly Requirement[];
  /** How the messages travel; the contracts themselves know no transport. */
  readonly transport: string;
  /** Tables besides the methods: frames, commands, tools. */
  readonly appendices: readonly Appendix[];
}

export interface Appendix {
  readonly title: string;
  readonly doc: string;
  readonly entries: readonly AppendixEntry[];
}

interface AppendixEntry {
  readonly name: string;
  readonly doc: string;
  /** Further facts, one line each. */
  readonly notes: readonly string[];
  readonly schemas: readonly { readonly label: string; readonly schema: z.ZodType }[];
}
