import type { Requirement } from '../core/requirement.js';
import { envelopeRequirements } from './requirements/envelopes.js';
import { eventRequirements } from './requirements/events.js';
import { operationRequirements } from './requirements/operations.js';

export const ednRequirements: readonly Requirement[] = [
  ...envelopeRequirements,
  ...operationRequirements,
  ...eventRequirements,
];
