import type { DocumentProblem } from '@tandem/workspace';
import type { ConnectionContext, HandlersOf } from '../connection/connection-context.js';

const explanation: Readonly<Record<DocumentProblem, string>> = {
  'not-open': 'this client has not opened it',
  'version-went-back': 'its version is not higher than the one before',
  'bad-range': 'a range ends before it begins',
};

export function documentHandlers({ workspace, client, log }: ConnectionContext): HandlersOf<'documents'> {
  const { session } = client;
  // A notification cannot be answered: what is wrong with one can only be written down.
  const note = (method: string, uri: string, problem: DocumentProblem | undefined): void => {
    if (problem === undefined) return;
    log.warn(`${method} for ${uri} was left out: ${explanation[problem]}`, { client: session.label });
  };
  return {
    'documents/opened': async ({ uri, version, text }) => {
      client.becomeEditor();
      await workspace.openDocument(session, {
        uri,
        ...(version !== undefined && { version }),
        ...(text !== undefined && { text }),
      });
    },
    'documents/changed': async ({ uri, version, contentChanges }) => {
      const changes = contentChanges.map(({ range, text }) => ({
        text,
        ...(range !== undefined && { range }),
      }));
      note('documents/changed', uri, await workspace.changeDocument(session, uri, version, changes));
    },
    'documents/closed': async ({ uri }) =>
      note('documents/closed', uri, await workspace.closeDocument(session, uri)),
  };
}
