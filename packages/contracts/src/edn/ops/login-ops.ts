import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { LoginProvider, SessionTarget } from '../shapes.js';
import { NameParam, Text } from '../values.js';
import { op, opTable } from './op.js';

export const loginOps = {
  login_begin: op({
    doc: 'Begin a login: gives the address where the user signs in.',
    section: opTable,
    params: openObject({
      'session-id': SessionTarget,
      provider: NameParam.nullish().describe(
        'Provider to sign in to; that of the current model when left out.',
      ),
    }),
    result: openObject({
      provider: LoginProvider,
      url: z.string(),
      'uses-callback-server': z.boolean().describe('True when the browser hands the code back by itself.'),
      'pending-login': z.literal(true),
    }),
    errors: ['request/invalid-params', 'runtime/failed'],
  }),
  login_complete: op({
    doc: 'Finish the login that was begun, with the code the user pasted or the one the browser handed back.',
    section: opTable,
    params: openObject({ input: Text.describe('Pasted code; left out to wait for the browser.') }),
    result: openObject({ provider: LoginProvider, 'logged-in': z.literal(true) }),
    errors: ['request/no-pending-login', 'request/invalid-params', 'runtime/failed'],
  }),
};
