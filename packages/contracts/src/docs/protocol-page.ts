import type { Contract } from '../core/contract.js';
import type { Requirement } from '../core/requirement.js';
import { code, joinBlocks, link, prose, table } from './markdown.js';
import { messageSection, shape } from './message-section.js';
import type { Appendix, Protocol } from './protocol.js';

/** One protocol as a Markdown page. */
export function protocolPage({ contract, requirements, transport, appendices }: Protocol): string {
  const messages = Object.entries(contract.methods);
  const page = joinBlocks([
    `# ${contract.title}`,
    `<!-- Written by "npm run docs" from packages/contracts/src/${contract.name}. Do not edit. -->`,
    prose(contract.doc),
    `**Transport**: ${prose(transport)}`,
    `The same as JSON Schema: [${contract.name}.json](../schemas/${contract.name}.json).`,
    '## Contents',
    contents(contract, appendices),
    '## Messages',
    ...messages.map(([name, spec]) => messageSection(name, spec, contract)),
    ...appendices.map(appendixSection),
    errorSection(contract),
    '## Rules',
    `The ${requirements.length} rules of the protocol document, in our words. Tests prove them by their ids.`,
    ...ruleSections(requirements),
  ]);
  return `${page}\n`;
}

function contents(contract: Contract, appendices: readonly Appendix[]): string {
  const groups = new Map<string, readonly string[]>();
  for (const name of Object.keys(contract.methods)) {
    const prefix = prefixOf(name);
    groups.set(prefix, [...(groups.get(prefix) ?? []), name]);
  }
  const rows = [...groups].map(([prefix, names]) => [prefix, names.map(messageLink).join(', ')]);
  const others = [...appendices.map(({ title }) => title), 'Errors', 'Rules'];
  return joinBlocks([
    table(['Prefix', 'Messages'], rows),
    `Also: ${others.map((title) => link(title, title)).join(', ')}.`,
  ]);
}

function prefixOf(name: string): string {
  const slash = name.indexOf('/');
  return slash === -1 ? 'none' : code(name.slice(0, slash + 1));
}

function messageLink(name: string): string {
  return link(code(name), name);
}

function appendixSection({ title, doc, entries }: Appendix): string {
  return joinBlocks([
    `## ${title}`,
    prose(doc),
    ...entries.flatMap((entry) => [
      `### ${code(entry.name)}`,
      prose(entry.doc),
      entry.notes.map((note) => `- ${note}`).join('\n'),
      ...entry.schemas.map(({ label, schema }) => shape(label, schema)),
    ]),
  ]);
}

function errorSection({ errors }: Contract): string {
  const rows = Object.entries(errors).map(([name, { code: number, doc }]) =>
    typeof number === 'number' ? [code(name), String(number), prose(doc)] : [code(name), prose(doc)],
  );
  if (rows.length === 0)
    return joinBlocks(['## Errors', 'The standard ones of JSON-RPC and LSP, no others.']);
  const header = rows[0]?.length === 3 ? ['Name', 'Code', 'Meaning'] : ['Code', 'Meaning'];
  return joinBlocks(['## Errors', table(header, rows)]);
}

function ruleSections(requirements: readonly Requirement[]): readonly string[] {
  const sections = [...new Set(requirements.map(({ section }) => section))];
  return sections.map((section) => {
    const rules = requirements.filter((requirement) => requirement.section === section);
    return joinBlocks([
      `**${prose(section)}**`,
      rules.map(({ id, rule }) => `- ${code(id)}: ${prose(rule)}`).join('\n'),
    ]);
  });
}
