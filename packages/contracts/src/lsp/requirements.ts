import { type Requirement, sectionRules } from '../core/requirement.js';

export const lspRequirements: readonly Requirement[] = [
  ...sectionRules('Transport', {
    'lsp/transport/framing': 'Messages are JSON-RPC 2.0 in the framing of LSP.',
    'lsp/transport/stdio': 'The server speaks over standard input and output.',
  }),
  ...sectionRules('Lifecycle Notes', {
    'lsp/lifecycle/initialized':
      'After `initialized` the server makes sure a Workspace Manager runs and connects to it.',
    'lsp/lifecycle/not-before': 'Before `initialized` the server starts no Workspace Manager.',
    'lsp/lifecycle/wm-failure':
      'When the Workspace Manager cannot be reached, what depends on it fails with an error; nothing hangs.',
    'lsp/lifecycle/shutdown':
      '`shutdown` closes the connection to the Workspace Manager and leaves it running.',
  }),
  ...sectionRules('Standard LSP Features (Implemented)', {
    'lsp/features/workspace-folders': 'Added and removed workspace folders reach the Workspace Manager.',
    'lsp/features/did-open': 'An opened document reaches the Workspace Manager with its text.',
    'lsp/features/did-change': 'Changes of a document reach the Workspace Manager in order.',
    'lsp/features/did-save': 'A save is accepted and leads to fresh results.',
    'lsp/features/did-close': 'A closed document is given back to the disk.',
    'lsp/features/formatting': '`textDocument/formatting` gives edits that yield the formatted text.',
    'lsp/features/range-formatting': '`textDocument/rangeFormatting` is answered.',
    'lsp/features/ranges-formatting': '`textDocument/rangesFormatting` is answered.',
    'lsp/features/code-action': '`textDocument/codeAction` gives the fixes for the range.',
    'lsp/features/code-action-resolve': '`codeAction/resolve` gives a complete code action.',
    'lsp/features/code-lens': '`textDocument/codeLens` is answered.',
    'lsp/features/code-lens-resolve': '`codeLens/resolve` is answered.',
    'lsp/features/diagnostic':
      '`textDocument/diagnostic` gives the problems of the text as it is in the editor.',
    'lsp/features/workspace-diagnostic': '`workspace/diagnostic` gives the problems of every project.',
    'lsp/features/inlay-hint': '`textDocument/inlayHint` is answered.',
    'lsp/features/inlay-hint-resolve': '`inlayHint/resolve` is answered.',
    'lsp/features/advertised': 'Every feature that works is advertised, and the other way round.',
  }),
  ...sectionRules('Custom FineCode Commands (workspace/executeCommand)', {
    'lsp/commands/advertised': 'Every command of the table is advertised by the server.',
    'lsp/commands/shapes':
      'Arguments are accepted bare, in an array, in a nested array and with more behind them.',
    'lsp/commands/invalid': 'Arguments that do not fit are answered with -32602, naming the field.',
  }),
  ...sectionRules('Action Tree and Projects', {
    'lsp/commands/get-actions':
      '`finecode.getActions` gives the tree below a node; null or nothing means the whole tree.',
    'lsp/commands/get-actions-for-position':
      '`finecode.getActionsForPosition` gives the tree, whatever the position.',
    'lsp/commands/list-projects': '`finecode.listProjects` gives the projects of the workspace.',
  }),
  ...sectionRules('Action Execution', {
    'lsp/commands/run-action':
      '`finecode.runAction` is passed on to `actions/run` with its params and options.',
    'lsp/commands/run-on-file-asks': '`finecode.runActionOnFile` asks the client for the active document.',
    'lsp/commands/run-on-file-target': '`finecode.runActionOnFile` runs the action on that file alone.',
    'lsp/commands/run-on-project': '`finecode.runActionOnProject` runs the action on the whole project.',
  }),
  ...sectionRules('Action/Runner Management', {
    'lsp/commands/reload-action': '`finecode.reloadAction` is passed on to `actions/reload`.',
    'lsp/commands/reset': '`finecode.reset` is passed on to `server/reset`.',
    'lsp/commands/restart-runner':
      '`finecode.restartExtensionRunner` restarts the runner of the environment without debugging.',
    'lsp/commands/restart-debug': '`finecode.restartAndDebugExtensionRunner` restarts it for debugging.',
  }),
  ...sectionRules('Client → Server', {
    'lsp/server-shutdown/stops-wm':
      '`server/shutdown` stops the Workspace Manager, closes the connection to it and answers `{}`.',
  }),
  ...sectionRules('Server → Client', {
    'lsp/document-meta/uri': 'The answer to `editor/documentMeta` has a URI with a file path.',
    'lsp/document-meta/forms': 'The URI may be a string or the editor’s own URI object.',
    'lsp/start-debugging/config': '`ide/startDebugging` carries a configuration that attaches to the runner.',
    'lsp/start-debugging/result': 'Whatever the client answers to `ide/startDebugging`, nothing fails.',
  }),
];
