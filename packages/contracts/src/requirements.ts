import { apexRequirements } from './apex/requirements.js';
import type { Requirement } from './core/requirement.js';
import { ednRequirements } from './edn/requirements.js';
import { erRequirements } from './er/requirements.js';
import { lspRequirements } from './lsp/requirements.js';
import { wmRequirements } from './wm/requirements.js';

/** Every rule of the five documents; a test somewhere proves each of them by its id. */
export const allRequirements: readonly Requirement[] = [
  ...wmRequirements,
  ...erRequirements,
  ...lspRequirements,
  ...ednRequirements,
  ...apexRequirements,
];
