import { frame } from '../../json-rpc/frame.js';
import { type Flaw, type FlawedPeer, silence } from '../flaw.js';
import { errorAnswer, hearsBodies, type Message, says } from '../json-rpc/flaw-tools.js';
import { changesParams, changesSent, failsAsRequest, misreads } from './runner-flaw-tools.js';

const inProject = 'finecode/runActionInProject';
const inWorkspace = 'finecode/runActionInWorkspace';
const otherText = /expected what the handler reads to be/;
const noError = /expected \{ "error": … \}/;

/** Acts as if messages with this method had never come. */
const overlooksMethod = (method: string): Flaw => hearsBodies((body) => body.includes(`"${method}"`));

/** Believes to have heard this as well, behind each configuration. */
const imaginesAfterConfig = (imagine: (documentUri: string) => object): Flaw =>
  hearsBodies((body, wire) => {
    const { method, params } = JSON.parse(body);
    wire.hear(frame(body));
    if (method === 'finecodeRunner/updateConfig') {
      const imagined = imagine(`file://${params.workingDir}/document.txt`);
      wire.hear(frame(JSON.stringify({ jsonrpc: '2.0', ...imagined })));
    }
    return true;
  });

/** Flaws that show in documents, in what is asked of the Workspace Manager, in cancelling and in logs. */
export const workspaceFlaws: Readonly<Record<string, FlawedPeer>> = {
  'documents/on-disk': {
    flaw: 'takes a document that is not open for an empty one',
    finding: otherText,
    create: () =>
      imaginesAfterConfig((uri) => ({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, version: 0, text: '' } },
      })),
  },
  'documents/open': {
    flaw: 'reads files only',
    finding: otherText,
    create: () => overlooksMethod('textDocument/didOpen'),
  },
  'documents/change-whole': {
    flaw: 'overlooks changes',
    finding: otherText,
    create: () => overlooksMethod('textDocument/didChange'),
  },
  'documents/change-ranges': {
    flaw: 'takes the first of several changes',
    finding: otherText,
    create: () =>
      changesParams('textDocument/didChange', (params) => ({
        ...params,
        contentChanges: (params['contentChanges'] as readonly unknown[]).slice(0, 1),
      })),
  },
  'documents/close': {
    flaw: 'never closes a document',
    finding: otherText,
    create: () => overlooksMethod('textDocument/didClose'),
  },
  'documents/survive-config': {
    flaw: 'forgets open documents with each configuration',
    finding: otherText,
    create: () =>
      imaginesAfterConfig((uri) => ({ method: 'textDocument/didClose', params: { textDocument: { uri } } })),
  },
  'documents/edit': {
    flaw: 'does not tell the editor what a handler wrote',
    finding: /expected workspace\/applyEdit from the target/,
    create: () => ({
      say(text, wire) {
        const { id, method }: Message = JSON.parse(text);
        const result = { applied: true };
        if (method === 'workspace/applyEdit')
          wire.hear(frame(JSON.stringify({ jsonrpc: '2.0', id, result })));
        else says(JSON.parse(text), wire);
      },
    }),
  },
  'documents/edit-refused': {
    flaw: 'does not look whether the editor applied an edit',
    finding: noError,
    create: () => misreads('"applied":false', '"applied":true'),
  },
  'manager/in-project': {
    flaw: 'counts the depth itself',
    finding: /expected meta to be/,
    create: () =>
      changesSent(inProject, (params) => ({
        ...params,
        meta: { ...Object(params['meta']), orchestrationDepth: 4 },
      })),
  },
  'manager/in-project-result': {
    flaw: 'loses the result of a nested run',
    finding: /expected the notes to be \["done"\]/,
    create: () => misreads('"notes":["done"]', '"notes":[]'),
  },
  'manager/alias': {
    flaw: 'asks for an action by its alias',
    finding: /expected actionSource to be/,
    create: () => changesSent(inProject, (params) => ({ ...params, actionSource: './alias.ts#renamed' })),
  },
  'manager/refused': {
    flaw: 'hands a refusal on as its own',
    finding: /expected a result, got/,
    create: () => failsAsRequest('actions/run'),
  },
  'manager/in-workspace': {
    flaw: 'writes "all projects" as an empty list',
    finding: /expected projectPaths to be null/,
    create: () => changesSent(inWorkspace, (params) => ({ ...params, projectPaths: [] })),
  },
  'manager/in-chosen-projects': {
    flaw: 'has projects run side by side always',
    finding: /expected concurrently to be false/,
    create: () => changesSent(inWorkspace, (params) => ({ ...params, concurrently: true })),
  },
  'manager/raw-config': {
    flaw: 'writes keys in snake case',
    finding: /expected projectDefPath to be/,
    create: () =>
      changesSent('projects/getRawConfig', ({ projectDefPath }) => ({ project_def_path: projectDefPath })),
  },
  'cancel/answer': {
    flaw: 'does not know cancelling',
    finding: silence,
    create: () => overlooksMethod('$/cancelRequest'),
  },
  'cancel/handler-stops': {
    flaw: 'answers a cancelled run and lets its handler work on',
    finding: silence,
    create: () =>
      hearsBodies((body, wire) => {
        const { method, params } = JSON.parse(body);
        if (method !== '$/cancelRequest') return false;
        says(errorAnswer(params.id, -32800), wire);
        return true;
      }),
  },
  'runlog/run-id': {
    flaw: 'has run ids of its own',
    finding: /expected a line about handler "adds"/,
    create: () =>
      changesParams('actions/runHandlers', (params) => ({
        ...params,
        options: { ...Object(params['options']), walRunId: 'another' },
      })),
  },
};
