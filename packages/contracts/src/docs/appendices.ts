import { apexRequestForms } from '../apex/contract.js';
import { apexHostTools, HostToolResult } from '../apex/host-tools.js';
import { ednFrames } from '../edn/frames.js';
import { lspCommands } from '../lsp/commands.js';
import { lspFeatures } from '../lsp/features.js';
import { code } from './markdown.js';
import type { Appendix } from './protocol.js';

export const lspAppendices = (): readonly Appendix[] => [
  {
    title: 'Commands',
    doc: 'Arguments of `workspace/executeCommand`. Each command reads one object; clients wrap it in different ways, and all of them are understood.',
    entries: Object.entries(lspCommands).map(([name, command]) => ({
      name,
      doc: command.doc,
      notes: [
        ...(command.origin === 'peers' ? ['Not in the contract, used by real peers.'] : []),
        `Answers with the result of ${code(command.forwardsTo)} of the [Workspace Manager](wm.md).`,
        `Understood: ${command.accepted.map((args) => code(args === undefined ? 'no arguments' : JSON.stringify(args))).join(', ')}.`,
      ],
      schemas: [{ label: 'Argument', schema: command.argument }],
    })),
  },
  {
    title: 'Standard features',
    doc: `Messages of LSP itself that are served, with nothing added: ${lspFeatures.map(({ method }) => code(method)).join(', ')}.`,
    entries: [],
  },
];

export const ednAppendices = (): readonly Appendix[] => [
  {
    title: 'Frames',
    doc: 'Each line is one map. A key that is not listed is an error.',
    entries: Object.entries(ednFrames).map(([kind, { doc, schema }]) => ({
      name: `${kind} frame`,
      doc,
      notes: [],
      schemas: [{ label: 'Keys', schema }],
    })),
  },
];

const verbs = {
  read: 'read',
  edit: 'edit',
  execute: 'run commands',
  browser: 'use the browser',
  mcp: 'use MCP servers',
} as const;

export const apexAppendices = (): readonly Appendix[] => [
  {
    title: 'Notifications sent as requests',
    doc: apexRequestForms.doc,
    entries: Object.entries(apexRequestForms.methods).map(([name, spec]) => ({
      name: `${name} with an id`,
      doc: spec.doc,
      notes: [],
      schemas: [
        { label: 'Params', schema: spec.params },
        { label: 'Result', schema: spec.result },
      ],
    })),
  },
  {
    title: 'Host tools',
    doc: 'The tools that a backend can expect of a host, by the name it gives in `$/requestToolExecution`. Each gives text, or blocks of text and images.',
    entries: Object.entries(apexHostTools).map(([name, tool]) => ({
      name,
      doc: tool.doc,
      notes:
        tool.approval === 'none'
          ? []
          : [`The host asks its user before it lets a backend ${verbs[tool.approval]}.`],
      schemas: [
        { label: 'Input', schema: tool.input },
        { label: 'Output', schema: HostToolResult },
      ],
    })),
  },
];
