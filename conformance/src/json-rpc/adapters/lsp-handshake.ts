import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import type { JsonRpcSession } from '../session.js';

/** The handshake of the language server protocol, as a client that wants nothing special. */
export async function initializeAsLanguageClient(session: JsonRpcSession): Promise<void> {
  const params = {
    processId: null,
    clientInfo: { name: 'tandem-conformance' },
    rootUri: null,
    workspaceFolders: null,
    capabilities: {},
  };
  const answer = await session.call({ method: 'initialize', params });
  if (answer.error !== undefined) throw new CheckFailure(`initialize was refused: ${show(answer)}`);
  session.notify('initialized', {});
}
