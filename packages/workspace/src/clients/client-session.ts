import type { WorkspaceEdit } from '../documents/workspace-edit.js';

/** `cli` stands for a person who typed the command: that is consent to run the project's code. */
export type ClientKind = 'cli' | 'editor' | 'mcp' | 'agent';

export interface EditAnswer {
  readonly applied: boolean;
  readonly failureReason?: string;
}

/** Where a debugger can attach to a runner. */
export interface DebugTarget {
  readonly projectDir: string;
  readonly envName: string;
  readonly runtime: 'node' | 'python';
  readonly host: string;
  readonly port: number;
}

/**
 * Somebody who is connected, seen from the workspace; compared by identity. What a client cannot do it does not have,
 * so that the next best way is taken instead of waiting for an answer that will not come.
 */
export interface ClientSession {
  readonly kind: ClientKind;
  /** For logs. */
  readonly label: string;
  applyEdit?(edit: WorkspaceEdit): Promise<EditAnswer>;
  startDebugging?(target: DebugTarget): Promise<void>;
}
