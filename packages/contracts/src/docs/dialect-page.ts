import type { DialectSpec } from '../core/dialect.js';
import { code, joinBlocks, prose, table } from './markdown.js';

/** Where one key has two shapes: who gets which, and how the peer is recognised. */
export function dialectPage(dialects: readonly DialectSpec[]): string {
  const page = joinBlocks([
    '# Dialects',
    '<!-- Written by "npm run docs" from packages/contracts. Do not edit. -->',
    'Other names of a key are accepted from everybody, and sent beside the name of the contract; the protocol pages list them. Where one key has two shapes that is not possible: a connection then speaks one dialect, chosen by what the peer says of itself. Without such a sign it is the shape of the contract.',
    ...dialects.map((dialect) =>
      joinBlocks([
        `## ${dialect.name} (${dialect.protocol})`,
        `Spoken with ${prose(dialect.peer)}. Recognised by ${prose(dialect.recognisedBy)}.`,
        table(
          ['Message', 'Part', 'Contract', 'Here'],
          dialect.differences.map(({ method, part, contract, here }) => [
            method.includes(' ') ? prose(method) : code(method),
            part,
            prose(contract),
            prose(here),
          ]),
        ),
      ]),
    ),
  ]);
  return `${page}\n`;
}
