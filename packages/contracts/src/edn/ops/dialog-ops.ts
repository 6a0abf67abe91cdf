import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { Accepted, SessionTarget } from '../shapes.js';
import { NonBlank } from '../values.js';
import { op, peerOpTable } from './op.js';

export const dialogOps = {
  resolve_dialog: op({
    doc: 'Answer the dialog that is open.',
    section: peerOpTable,
    origin: 'peers',
    params: openObject({
      'dialog-id': NonBlank,
      // Emacs cannot send false: its "no" arrives as nil, so the key must be there but may be nil.
      result: z
        .union([z.string(), z.boolean(), z.null()], { error: 'must be a string, a boolean or nil' })
        .describe('Chosen value; nil and false both mean no.'),
      'session-id': SessionTarget,
    }),
    result: Accepted,
    errors: [
      'request/invalid-params',
      'request/no-active-dialog',
      'request/dialog-id-mismatch',
      'runtime/failed',
    ],
  }),
  cancel_dialog: op({
    doc: 'Close the open dialog without an answer.',
    section: peerOpTable,
    origin: 'peers',
    params: openObject({ 'dialog-id': NonBlank, 'session-id': SessionTarget }),
    result: Accepted,
    errors: [
      'request/invalid-params',
      'request/no-active-dialog',
      'request/dialog-id-mismatch',
      'runtime/failed',
    ],
  }),
};
