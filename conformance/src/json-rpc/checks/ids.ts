import type { JsonRpcCheck } from '../adapter.js';
import { jsonRpcRules } from '../rules.js';

const ids: readonly { readonly id: string; readonly what: string; readonly values: readonly unknown[] }[] = [
  {
    id: 'ids/string',
    what: 'text, also empty and beyond ASCII',
    values: ['a', '', ' spaces ', 'ζ漢😀', '{"id": 1}'],
  },
  { id: 'ids/number', what: 'numbers', values: [1, 0, 4_294_967_296] },
  { id: 'ids/negative', what: 'negative numbers', values: [-1, -2_147_483_648] },
  {
    id: 'ids/big',
    what: 'the biggest whole numbers that JSON carries safely',
    values: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  },
  { id: 'ids/text-that-looks-like-a-number', what: 'text that looks like a number', values: ['7', 7, '007'] },
  { id: 'ids/null', what: 'null', values: [null] },
];

export const idChecks: readonly JsonRpcCheck[] = ids.map(({ id, what, values }) => ({
  id,
  title: `ids are echoed exactly: ${what}`,
  proves: [...jsonRpcRules, 'wm/rpc/id-echo', 'apex/request/id', 'apex/response/id'],
  notApplicable: ({ adapter }) => (id === 'ids/null' ? adapter.withoutNullIds : undefined),
  async run(session) {
    for (const value of values) await session.probe(value);
  },
}));
