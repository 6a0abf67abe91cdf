import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { BackgroundJob, SessionTarget } from '../shapes.js';
import { NameParam, NonBlank } from '../values.js';
import { op, peerOpTable } from './op.js';

const JobParams = openObject({ 'job-id': NonBlank, 'session-id': SessionTarget });

export const jobOps = {
  list_background_jobs: op({
    doc: 'Background jobs of the session.',
    section: peerOpTable,
    origin: 'peers',
    params: openObject({
      statuses: z.array(NameParam).nullish().describe('Running and being cancelled, when left out.'),
      'session-id': SessionTarget,
    }),
    result: openObject({ jobs: z.array(BackgroundJob) }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  inspect_background_job: op({
    doc: 'All that is known about one background job.',
    section: peerOpTable,
    origin: 'peers',
    params: JobParams,
    result: openObject({ job: BackgroundJob }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  cancel_background_job: op({
    doc: 'Ask a background job to stop.',
    section: peerOpTable,
    origin: 'peers',
    params: JobParams,
    result: openObject({ accepted: z.literal(true), job: BackgroundJob }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
};
