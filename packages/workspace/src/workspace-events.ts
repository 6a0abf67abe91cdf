import type { TreeNode } from './actions/tree.js';

export interface UserMessage {
  readonly kind: 'info' | 'warning' | 'error';
  readonly message: string;
}

export interface RunnerLogRecord {
  readonly projectDir: string;
  readonly envName: string;
  readonly level: string;
  readonly group: string;
  readonly message: string;
  readonly timeMs: number;
}

/** What the workspace tells everybody, unasked. */
export interface WorkspaceListener {
  /** The node as it is now, with all below it. */
  treeChanged?(node: TreeNode): void;
  userMessage?(message: UserMessage): void;
  logRecord?(record: RunnerLogRecord): void;
}

/** Tells every listener; one that throws costs the others nothing. */
export class EventHub {
  readonly #listeners = new Set<WorkspaceListener>();
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  subscribe(listener: WorkspaceListener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  treeChanged(node: TreeNode): void {
    this.#tell((listener) => listener.treeChanged?.(node));
  }

  userMessage(message: UserMessage): void {
    this.#tell((listener) => listener.userMessage?.(message));
  }

  logRecord(record: RunnerLogRecord): void {
    this.#tell((listener) => listener.logRecord?.(record));
  }

  #tell(tell: (listener: WorkspaceListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }
}
