import type * as z from 'zod';
import type { Contract, ErrorSpec, MessageSpec } from '../core/contract.js';
import { type FieldRow, fieldRows } from './field-rows.js';
import { toJsonSchema } from './json-schema.js';
import { code, joinBlocks, prose, table } from './markdown.js';
import { typeText } from './type-text.js';

const directions = {
  toServer: 'client → server',
  toClient: 'server → client',
  both: 'both ways',
} as const;

/** One message on a page, from its heading to its errors. */
export function messageSection(name: string, spec: MessageSpec, { errors }: Contract): string {
  return joinBlocks([
    `### ${code(name)}`,
    prose(spec.doc),
    factsLine(spec),
    shape('Params', spec.params),
    spec.kind === 'request' ? shape('Result', spec.result) : '',
    spec.kind === 'request' ? errorLine(spec.errors, errors) : '',
  ]);
}

function factsLine(spec: MessageSpec): string {
  const facts: string[] = [spec.kind, directions[spec.direction]];
  if (spec.origin === 'peers') facts.push('not in the contract, used by real peers');
  if (spec.origin === 'tandem') facts.push('not in the contract, Tandem only');
  facts.push(`section “${prose(spec.section)}”`);
  if (spec.aliases.length > 0) facts.push(`also called ${spec.aliases.map(code).join(', ')}`);
  return `*${facts.join(' · ')}*`;
}

function errorLine(names: readonly string[], errors: Readonly<Record<string, ErrorSpec>>): string {
  if (names.length === 0) return '';
  const listed = names.map((name) => {
    const number = errors[name]?.code;
    return typeof number === 'number' ? `${code(name)} (${number})` : code(name);
  });
  return `**Errors**: ${listed.join(', ')}`;
}

/** A schema as a table of fields, with a line above it when it is not just an object. */
export function shape(label: string, schema: z.ZodType): string {
  const json = toJsonSchema(schema);
  const rows = fieldRows(json);
  const type = typeText(json, json);
  const isEmpty = rows.length === 0;
  if (isEmpty && type === 'object') return `**${label}**: ${json.properties ? 'nothing' : 'an object'}`;
  const heading = type === 'object' ? `**${label}**` : `**${label}**: ${code(type)}`;
  const description = json.description === undefined ? '' : ` ${prose(json.description)}`;
  return joinBlocks([heading + description, isEmpty ? '' : fieldTable(rows)]);
}

function fieldTable(rows: readonly FieldRow[]): string {
  const hasOtherNames = rows.some((row) => row.otherNames !== undefined);
  const columns = ['Field', 'Type', 'Required', 'Description'];
  const cells = (row: FieldRow) => [code(row.name), code(row.type), row.required, prose(row.description)];
  if (!hasOtherNames) return table(columns, rows.map(cells));
  return table(
    [...columns, 'Other names'],
    rows.map((row) => [...cells(row), otherNames(row)]),
  );
}

function otherNames({ otherNames: names }: FieldRow): string {
  if (names === undefined) return '';
  const sent = names.sent.map((name) => `${code(name)} (also sent)`);
  const accepted = names.accepted.filter((name) => !names.sent.includes(name)).map(code);
  return [...sent, ...accepted].join(', ');
}
