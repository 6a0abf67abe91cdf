import { createHash } from 'node:crypto';
import type { FileSystem } from '@tandem/platform';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ClientSession, EditAnswer } from '../clients/client-session.js';
import type { RunnerAddress } from '../runners/runner-port.js';
import type { ActiveRuns } from '../runs/active-runs.js';
import { messageOf } from '../workspace-error.js';
import type { DocumentSync } from './document-sync.js';
import type { WorkspaceChange, WorkspaceEdit } from './workspace-edit.js';

export interface EditRouterOptions {
  readonly documents: DocumentSync;
  readonly runs: ActiveRuns;
  readonly files: FileSystem;
}

type TextChange = Extract<WorkspaceChange, { readonly kind: 'edit' }>;

/**
 * Brings the edits of handlers to where the text is: the client that has the document open, else the client that
 * started the run, else the disk, and there only if the file still is what the handler saw.
 */
export class EditRouter {
  readonly #options: EditRouterOptions;

  constructor(options: EditRouterOptions) {
    this.#options = options;
  }

  async apply(address: RunnerAddress, edit: WorkspaceEdit): Promise<EditAnswer> {
    try {
      return await this.#route(address, this.#withNormalUris(edit));
    } catch (error) {
      return refused(messageOf(error));
    }
  }

  async #route(address: RunnerAddress, edit: WorkspaceEdit): Promise<EditAnswer> {
    const owners = this.#ownersOf(edit);
    if (owners.size > 1) return refused('the documents are open in different clients');
    const stale = edit.changes.find((change) => this.#isStale(change));
    if (stale !== undefined) return refused(`${stale.uri} has changed since`);
    const [owner] = owners;
    const starter = this.#options.runs.inRunner(address).at(-1)?.session;
    const client = owner ?? starter;
    if (client?.applyEdit !== undefined) return client.applyEdit(edit);
    if (owner !== undefined) return refused('the document is open in a client that cannot apply edits');
    return this.#applyToDisk(address, edit);
  }

  #ownersOf({ changes }: WorkspaceEdit): ReadonlySet<ClientSession> {
    const { store } = this.#options.documents;
    return new Set(
      changes.flatMap(({ uri }) => {
        const owner = store.ownerOf(uri);
        return owner === undefined ? [] : [owner];
      }),
    );
  }

  #isStale(change: WorkspaceChange): boolean {
    if (change.kind !== 'edit') return false;
    const document = this.#options.documents.store.get(change.uri);
    if (document === undefined) return false;
    if (change.version !== undefined) return change.version !== document.version;
    return change.contentHash !== undefined && change.contentHash !== hashOf(document.text);
  }

  async #applyToDisk(address: RunnerAddress, { changes }: WorkspaceEdit): Promise<EditAnswer> {
    const writes: { readonly path: string; readonly text: string }[] = [];
    for (const change of changes) {
      if (change.kind !== 'edit')
        return refused(`to ${change.kind} a file needs an editor that is connected`);
      const path = this.#options.documents.pathOf(change.uri);
      if (path === undefined) return refused(`${change.uri} is not a file`);
      const text = await this.#options.files.readText(path);
      if (!(await this.#isWhatWasSeen(address, change, path, text)))
        return refused(`${path} has changed on disk since, or nobody can tell whether it has`);
      const document = TextDocument.create(change.uri, '', 0, text);
      writes.push({ path, text: TextDocument.applyEdits(document, [...change.edits]) });
    }
    for (const { path, text } of writes) await this.#options.files.writeAtomic(path, text);
    return { applied: true };
  }

  /** A runner that gives no hash saw the file during one of its runs: it must not have changed since they began. */
  async #isWhatWasSeen(
    address: RunnerAddress,
    { contentHash }: TextChange,
    path: string,
    text: string,
  ): Promise<boolean> {
    if (contentHash !== undefined) return contentHash === hashOf(text);
    const startedAtMs = this.#options.runs.inRunner(address).map((run) => run.startedAtMs);
    const changedAtMs = (await this.#options.files.stat(path))?.mtimeMs;
    return startedAtMs.length > 0 && changedAtMs !== undefined && changedAtMs <= Math.min(...startedAtMs);
  }

  #withNormalUris(edit: WorkspaceEdit): WorkspaceEdit {
    const { documents } = this.#options;
    return {
      ...edit,
      changes: edit.changes.map((change) => ({ ...change, uri: documents.normalUri(change.uri) })),
    };
  }
}

function refused(failureReason: string): EditAnswer {
  return { applied: false, failureReason };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
