import type { Requirement } from '../core/requirement.js';
import { commandRules } from './requirements/commands.js';
import { connectionRules } from './requirements/connection.js';
import { orchestrationRules } from './requirements/orchestration.js';
import { runRules } from './requirements/runs.js';

/** Every rule of the Workspace Manager ↔ Extension Runner document. */
export const erRequirements: readonly Requirement[] = [
  ...connectionRules,
  ...commandRules,
  ...runRules,
  ...orchestrationRules,
];
