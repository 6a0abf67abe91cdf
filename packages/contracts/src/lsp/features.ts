import type { Origin } from '../core/contract.js';

export interface LspFeature {
  readonly method: string;
  readonly origin: Origin;
}

const ofContract = [
  'workspace/didChangeWorkspaceFolders',
  'textDocument/didOpen',
  'textDocument/didSave',
  'textDocument/didChange',
  'textDocument/didClose',
  'textDocument/formatting',
  'textDocument/rangeFormatting',
  'textDocument/rangesFormatting',
  'textDocument/codeAction',
  'codeAction/resolve',
  'textDocument/codeLens',
  'codeLens/resolve',
  'textDocument/diagnostic',
  'workspace/diagnostic',
  'textDocument/inlayHint',
  'inlayHint/resolve',
  'shutdown',
] as const;

const ofPeers = [
  'workspace/executeCommand',
  'textDocument/semanticTokens/full',
  'textDocument/semanticTokens/full/delta',
  'textDocument/semanticTokens/range',
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/typeDefinition',
  'textDocument/implementation',
  'textDocument/documentHighlight',
  'textDocument/prepareCallHierarchy',
  'callHierarchy/incomingCalls',
  'callHierarchy/outgoingCalls',
  'textDocument/prepareTypeHierarchy',
  'typeHierarchy/supertypes',
  'typeHierarchy/subtypes',
] as const;

/** Standard LSP messages that a server of this family serves, with nothing added to them. */
export const lspFeatures: readonly LspFeature[] = [
  ...ofContract.map((method) => ({ method, origin: 'contract' as const })),
  ...ofPeers.map((method) => ({ method, origin: 'peers' as const })),
];
