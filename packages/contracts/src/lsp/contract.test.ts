import { describe, expect, it } from 'vitest';
import { decode } from '../core/codec.js';
import { lspContract } from './contract.js';
import { lspFeatures } from './features.js';

describe('what goes beyond LSP', () => {
  it('is this', () => {
    const lines = Object.entries(lspContract.methods).map(
      ([name, { kind, direction, origin }]) => `${name} ${kind} ${direction} ${origin}`,
    );
    expect(lines).toEqual([
      'server/shutdown request toServer contract',
      'editor/documentMeta request toClient contract',
      'ide/startDebugging request toClient contract',
      'actionsNodes/changed notification toClient peers',
    ]);
  });

  it('names the standard features of the contract', () => {
    const ofContract = lspFeatures.filter(({ origin }) => origin === 'contract').map(({ method }) => method);
    expect(ofContract).toEqual([
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
    ]);
    expect(new Set(lspFeatures.map(({ method }) => method)).size).toBe(lspFeatures.length);
  });
});

describe('the active document', () => {
  const { result } = lspContract.methods['editor/documentMeta'];
  const check = (answer: unknown, uri: string | null) => {
    expect(decode(result, answer)).toEqual({ kind: 'valid', value: uri === null ? null : { uri } });
  };

  it('is named by a URI, as a string or as the object of the editor', () => {
    check({ uri: 'file:///a%20b/c.py' }, 'file:///a%20b/c.py');
    check(
      { uri: { $mid: 1, fsPath: '/a b', external: 'file:///a%20b', path: '/a b', scheme: 'file' } },
      'file:///a%20b',
    );
    check({ uri: { path: '/a b/#ö.py', scheme: 'file' } }, 'file:///a%20b/%23%C3%B6.py');
    check({ uri: { path: '/x', scheme: 'vscode-remote', authority: 'host' } }, 'vscode-remote://host/x');
  });

  it('may be missing', () => {
    check(null, null);
  });

  it.each([{}, { uri: '' }, { uri: 5 }, { uri: { scheme: 'file' } }])('is not %o', (answer) => {
    const decoded = decode(result, answer);
    expect(decoded.kind === 'invalid' && decoded.problems[0]?.path.startsWith('uri')).toBe(true);
  });
});
