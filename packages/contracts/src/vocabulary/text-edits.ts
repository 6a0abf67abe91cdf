import * as z from 'zod';
import { JsonObject } from '../core/json.js';
import { openObject } from '../core/wire-object.js';

/** The few LSP shapes that several protocols borrow. */
export const Position = openObject({
  line: z.int().min(0),
  character: z.int().min(0).describe('Offset in the line, in UTF-16 code units.'),
});
export type Position = z.infer<typeof Position>;

export const Range = openObject({ start: Position, end: Position.describe('Exclusive.') });
export type Range = z.infer<typeof Range>;

export const ContentChange = openObject({
  range: Range.optional().describe('What is replaced; the whole document when absent.'),
  rangeLength: z.int().min(0).optional().describe('Deprecated by LSP; never needed.'),
  text: z.string(),
});
export type ContentChange = z.infer<typeof ContentChange>;

export const TextEdit = openObject({ range: Range, newText: z.string() });
export type TextEdit = z.infer<typeof TextEdit>;

const TextDocumentEdit = openObject({
  textDocument: openObject({ uri: z.string(), version: z.int().nullable().optional() }),
  edits: z.array(TextEdit),
});

export const WorkspaceEdit = openObject({
  changes: z.record(z.string(), z.array(TextEdit)).optional().describe('Edits by document URI.'),
  documentChanges: z
    .array(z.union([TextDocumentEdit, JsonObject]))
    .optional()
    .describe('Edits by versioned document, and create, rename and delete operations.'),
});
export type WorkspaceEdit = z.infer<typeof WorkspaceEdit>;

export const ApplyEditParams = openObject({ label: z.string().optional(), edit: WorkspaceEdit });
export const ApplyEditResult = openObject({
  applied: z.boolean(),
  failureReason: z.string().optional(),
  failedChange: z.int().optional(),
});
