import { EdnKeyword } from '@tandem/wire';
import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { ModelRef, SessionTarget, ThinkingLevel } from '../shapes.js';
import { NameParam, NonBlank, nameOf } from '../values.js';
import { op, opTable } from './op.js';

const EnabledParams = openObject({ enabled: z.boolean(), 'session-id': SessionTarget });
const Enabled = openObject({ enabled: z.boolean() });
const NewThinkingLevel = openObject({ 'thinking-level': ThinkingLevel });

export const settingOps = {
  set_model: op({
    doc: 'Use another model from the next request on.',
    section: opTable,
    params: openObject({
      provider: NameParam,
      'model-id': NonBlank,
      scope: nameOf('session', 'project', 'user').nullish().describe('Where to remember the choice.'),
      'session-id': SessionTarget,
    }),
    result: openObject({ model: ModelRef }),
    errors: ['request/invalid-params', 'request/unknown-model', 'request/not-found', 'runtime/failed'],
  }),
  cycle_model: op({
    doc: 'Go to the next or the previous of the models set up for cycling.',
    section: opTable,
    params: openObject({
      direction: nameOf('next', 'prev').nullish().describe('`"next"` when left out.'),
      'session-id': SessionTarget,
    }),
    result: openObject({ model: ModelRef.nullable() }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  set_thinking_level: op({
    doc: 'Set how much the model thinks.',
    section: opTable,
    params: openObject({
      level: ThinkingLevel.transform((level) => (level instanceof EdnKeyword ? level.text : level)),
      'session-id': SessionTarget,
    }),
    result: NewThinkingLevel,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  cycle_thinking_level: op({
    doc: 'Go to the next thinking level, from the highest back to off.',
    section: opTable,
    params: openObject({ 'session-id': SessionTarget }),
    result: NewThinkingLevel,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  set_auto_compaction: op({
    doc: 'Turn automatic compaction on or off.',
    section: opTable,
    params: EnabledParams,
    result: Enabled,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  set_auto_retry: op({
    doc: 'Turn automatic retry of failed model requests on or off.',
    section: opTable,
    params: EnabledParams,
    result: Enabled,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
};
