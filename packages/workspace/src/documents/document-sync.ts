import {
  type FileSystem,
  fileUriToPath,
  isInside,
  type OperatingSystem,
  pathToFileUri,
} from '@tandem/platform';
import type { ClientSession } from '../clients/client-session.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import type { OpenDocument, Runner, RunnerAddress } from '../runners/runner-port.js';
import type { DocumentChange } from '../workspace.js';
import { type DocumentProblem, DocumentStore } from './document-store.js';

export interface DocumentSyncOptions {
  readonly registry: ProjectRegistry;
  readonly files: FileSystem;
  readonly os: OperatingSystem;
  pool(): RunnerPool;
}

/** Takes documents from clients and passes them on to the runners of the projects that hold the file. */
export class DocumentSync {
  readonly store: DocumentStore<ClientSession>;
  readonly #options: DocumentSyncOptions;
  /** What a client says about documents happens in the order it was said, although opening may have to read a file. */
  readonly #queues = new WeakMap<ClientSession, Promise<unknown>>();

  constructor(options: DocumentSyncOptions) {
    this.#options = options;
    this.store = new DocumentStore({
      opened: (document) => this.#tell(document.uri, (runner) => runner.documentOpened(document)),
      changed: (document) => this.#tell(document.uri, (runner) => runner.documentChanged(document)),
      closed: (uri) => this.#tell(uri, (runner) => runner.documentClosed(uri)),
    });
  }

  open(
    session: ClientSession,
    document: { readonly uri: string; readonly version?: number; readonly text?: string },
  ): Promise<void> {
    return this.#inOrder(session, async () => {
      const uri = this.normalUri(document.uri);
      const text =
        document.text ?? (await this.#options.files.readText(fileUriToPath(uri, this.#options.os)));
      this.store.open(session, { uri, version: document.version ?? 0, text });
    });
  }

  change(
    session: ClientSession,
    uri: string,
    version: number,
    changes: readonly DocumentChange[],
  ): Promise<DocumentProblem | undefined> {
    return this.#inOrder(session, async () =>
      this.store.change(session, this.normalUri(uri), version, changes.map(toContentChange)),
    );
  }

  close(session: ClientSession, uri: string): Promise<DocumentProblem | undefined> {
    return this.#inOrder(session, async () => this.store.close(session, this.normalUri(uri)));
  }

  closeAll(session: ClientSession): Promise<void> {
    return this.#inOrder(session, async () => this.store.closeAll(session));
  }

  openIn({ projectDir }: RunnerAddress): readonly OpenDocument[] {
    return this.store.all().filter(({ uri }) => {
      const path = this.pathOf(uri);
      return path !== undefined && isInside(path, projectDir, this.#options.os);
    });
  }

  /** Undefined for a document that is no file, such as one that has never been saved. */
  pathOf(uri: string): string | undefined {
    return /^file:/i.test(uri) ? fileUriToPath(uri, this.#options.os) : undefined;
  }

  /** Clients spell one file in several ways; it is one document. */
  normalUri(uri: string): string {
    const path = this.pathOf(uri);
    return path === undefined ? uri : pathToFileUri(path, this.#options.os);
  }

  #tell(uri: string, tell: (runner: Runner) => void): void {
    const path = this.pathOf(uri);
    if (path === undefined) return;
    for (const { dir } of this.#options.registry.containing(path))
      for (const { runner } of this.#options.pool().allRunning(dir)) tell(runner);
  }

  #inOrder<Value>(session: ClientSession, work: () => Promise<Value>): Promise<Value> {
    const before = this.#queues.get(session) ?? Promise.resolve();
    const done = before.then(work, work);
    this.#queues.set(session, done);
    return done;
  }
}

function toContentChange({ range, text }: DocumentChange) {
  return range === undefined ? { text } : { range, text };
}
