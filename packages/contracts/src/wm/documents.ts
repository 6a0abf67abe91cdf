import * as z from 'zod';
import { notification } from '../core/contract.js';
import { wireObject } from '../core/wire-object.js';
import { ContentChange } from '../vocabulary/text-edits.js';

const section = 'documents/ — Document Sync';
const uri = z.string().min(1);

export const documentMethods = {
  'documents/opened': notification({
    doc: 'Tell that an editor opened a document; from now on its text, not the file, is the truth.',
    section,
    params: wireObject({
      uri,
      version: z.int().optional(),
      text: z.string().optional().describe('Text of the buffer; when absent the file is read.'),
    }),
  }),
  'documents/closed': notification({
    doc: 'Tell that an editor closed a document; from now on the file is the truth.',
    section,
    params: wireObject({ uri }),
  }),
  'documents/changed': notification({
    doc: 'Tell how an open document changed.',
    section,
    params: wireObject({
      uri,
      version: z.int().describe('Of the text after these changes.'),
      contentChanges: z.array(ContentChange).describe('Applied one after another.'),
    }),
  }),
};
