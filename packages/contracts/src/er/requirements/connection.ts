import { sectionRules } from '../../core/requirement.js';

export const connectionRules = [
  ...sectionRules('Transport', {
    'er/transport/json-rpc':
      'Messages are JSON-RPC 2.0; the Workspace Manager is the client, the runner the server.',
    'er/transport/stdio': 'The runner speaks over standard input and output.',
    'er/transport/frame':
      'A frame has Content-Length, then Content-Type application/vscode-jsonrpc; charset=utf-8.',
    'er/transport/spawn':
      'A Python runner is started as python -m finecode_extension_runner.cli start --project-path=… --env-name=….',
    'er/transport/debug': 'With --debug a debugger can attach before the Workspace Manager connects.',
    'er/transport/camel-case': 'Keys of params are camelCase.',
    'er/transport/method-names':
      'Lifecycle and document messages have their LSP names, all others names of their own.',
  }),
  ...sectionRules('Lifecycle', {
    'er/lifecycle/one-per-env': 'There is one runner process for each project and environment.',
    'er/lifecycle/initialize-first': 'The Workspace Manager sends initialize first and waits for the answer.',
    'er/lifecycle/initialized': 'After the answer it sends initialized.',
    'er/lifecycle/update-config':
      'Then it sends finecodeRunner/updateConfig, so that handlers and services exist.',
    'er/lifecycle/update-config-answer': 'The runner answers updateConfig with an empty object.',
    'er/lifecycle/resolve-meta': 'Then it sends finecodeRunner/resolveActionMeta.',
    'er/lifecycle/ready': 'A runner counts as ready only after canonical sources and modes are stored.',
    'er/lifecycle/shutdown': 'To stop a runner the Workspace Manager sends shutdown, then exit.',
    'er/lifecycle/exit': 'The process of the runner ends after exit.',
  }),
  ...sectionRules('Error Handling and Cancellation', {
    'er/errors/protocol': 'A failure of the protocol is a JSON-RPC error.',
    'er/errors/command': 'A failure of a command is a result { "error": message }.',
    'er/cancel/sent':
      'The Workspace Manager cancels a request by $/cancelRequest with the id of the request.',
    'er/cancel/honoured': 'A cancelled run stops its work.',
  }),
  ...sectionRules('Document Sync Notes', {
    'er/documents/did-open': 'An opened document reaches the runner as textDocument/didOpen.',
    'er/documents/did-change': 'A change reaches the runner as textDocument/didChange.',
    'er/documents/did-close': 'A closed document reaches the runner as textDocument/didClose.',
    'er/documents/in-memory': 'Handlers see the text of an open document, not the file.',
    'er/documents/apply-edit':
      'Edits of handlers reach the editor by workspace/applyEdit, if one is connected.',
  }),
];
