import * as z from 'zod';
import { openObject } from '../core/wire-object.js';

/** How VS Code writes its own URI object as JSON. */
const EditorUri = openObject({
  scheme: z.string(),
  path: z.string(),
  authority: z.string().optional(),
  external: z.string().optional().describe('The URI as a string, when the editor has computed it.'),
  fsPath: z.string().optional(),
});

/** A URI as a string, or as the editor's object; either way it is read as a string. */
export const DocumentUri = z.union([z.string().min(1), EditorUri]).transform((uri) => {
  if (typeof uri === 'string') return uri;
  if (uri.external !== undefined) return uri.external;
  const path = uri.path.split('/').map(encodeURIComponent).join('/');
  return `${uri.scheme}://${uri.authority ?? ''}${path}`;
});
