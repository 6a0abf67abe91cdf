import type { WorkspaceEdit as WireWorkspaceEdit } from '@tandem/contracts';
import type { WorkspaceChange, WorkspaceEdit } from '@tandem/workspace';

export function toWireEdit({ changes }: WorkspaceEdit): WireWorkspaceEdit {
  return { documentChanges: changes.map(toDocumentChange) };
}

type DocumentChange = NonNullable<WireWorkspaceEdit['documentChanges']>[number];

function toDocumentChange(change: WorkspaceChange): DocumentChange {
  switch (change.kind) {
    case 'edit':
      return {
        textDocument: { uri: change.uri, version: change.version ?? null },
        edits: change.edits.map(({ range, newText }) => ({
          range: { start: { ...range.start }, end: { ...range.end } },
          newText,
        })),
      };
    case 'create':
      return { kind: 'create', uri: change.uri };
    case 'rename':
      return { kind: 'rename', oldUri: change.uri, newUri: change.newUri };
    case 'delete':
      return { kind: 'delete', uri: change.uri };
  }
}
