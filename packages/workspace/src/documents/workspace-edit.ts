/** Zero-based; `character` counts UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface TextRange {
  readonly start: Position;
  /** Exclusive. */
  readonly end: Position;
}

export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

export type WorkspaceChange =
  | {
      readonly kind: 'edit';
      readonly uri: string;
      /** The version that the edits were made for, when the document was open. */
      readonly version?: number;
      /** SHA-256 in hex of the text that the edits were made for, when the runner tells. */
      readonly contentHash?: string;
      readonly edits: readonly TextEdit[];
    }
  | { readonly kind: 'create'; readonly uri: string }
  | { readonly kind: 'rename'; readonly uri: string; readonly newUri: string }
  | { readonly kind: 'delete'; readonly uri: string };

/** Changes that a handler wants made to the user's files. */
export interface WorkspaceEdit {
  readonly label?: string;
  readonly changes: readonly WorkspaceChange[];
}
