import type { Caller, wmContract } from '@tandem/contracts';
import { RpcError, RpcErrorCode } from '@tandem/wire';
import type { ClientKind, ClientSession, EditAnswer, WorkspaceEdit } from '@tandem/workspace';
import { toWireEdit } from '../convert/edits.js';
import { toDebugConfiguration } from '../convert/runners.js';

type Client = Caller<typeof wmContract, 'toClient'>;

/** A person may have to answer a question of the editor first. */
const applyEditWithinMs = 120_000;
const startDebuggingWithinMs = 30_000;

/** One connection as the workspace sees it, and what the connection has told about itself so far. */
export class ConnectedClient {
  readonly session: ClientSession;
  readonly #mutableSession: { -readonly [Key in keyof ClientSession]: ClientSession[Key] };
  readonly #connectionName: string;
  readonly #client: Client;

  /** Until it introduces itself, a client counts as a command line: those never do. */
  constructor(connectionName: string, client: Client) {
    this.#connectionName = connectionName;
    this.#client = client;
    this.#mutableSession = {
      kind: 'cli',
      label: connectionName,
      startDebugging: async (target) => {
        await client.request('ide/startDebugging', toDebugConfiguration(target), {
          timeoutMs: startDebuggingWithinMs,
        });
      },
    };
    this.session = this.#mutableSession;
  }

  introduce(clientId: string | undefined, capabilities: Readonly<Record<string, unknown>>): void {
    if (clientId !== undefined) {
      this.#mutableSession.kind = kindOf(clientId);
      this.#mutableSession.label = `${clientId} ${this.#connectionName}`;
    }
    if (this.session.kind === 'editor' || capabilities['applyEdit'] === true) this.becomeEditor();
  }

  /** Whoever opens documents has an editor, and an editor applies edits itself. */
  becomeEditor(): void {
    this.#mutableSession.applyEdit ??= (edit) => this.#applyEdit(edit);
  }

  async #applyEdit(edit: WorkspaceEdit): Promise<EditAnswer> {
    try {
      const { applied, failureReason } = await this.#client.request(
        'workspace/applyEdit',
        { ...(edit.label !== undefined && { label: edit.label }), edit: toWireEdit(edit) },
        { timeoutMs: applyEditWithinMs },
      );
      return { applied, ...(failureReason !== undefined && { failureReason }) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const reason =
        error.code === RpcErrorCode.methodNotFound ? 'it cannot apply edits to documents' : error.message;
      return { applied: false, failureReason: `${this.session.label} did not apply the edit: ${reason}` };
    }
  }
}

const kindsByPrefix: readonly (readonly [string, ClientKind])[] = [
  ['lsp', 'editor'],
  ['editor', 'editor'],
  ['vscode', 'editor'],
  ['mcp', 'mcp'],
  ['agent', 'agent'],
  ['apex', 'agent'],
  ['edn', 'agent'],
];

/** Clients of this family say `lsp` or `mcp-<host>`; command lines and scripts say nothing, or a name of their own. */
function kindOf(clientId: string): ClientKind {
  const name = clientId.toLowerCase();
  return kindsByPrefix.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'cli';
}
