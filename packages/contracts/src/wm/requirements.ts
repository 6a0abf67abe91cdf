import type { Requirement } from '../core/requirement.js';
import { actionRules } from './requirements/actions.js';
import { runnerRules } from './requirements/runners.js';
import { streamingRules } from './requirements/streaming.js';
import { transportRules } from './requirements/transport.js';
import { workspaceRules } from './requirements/workspace.js';

/** Every rule of the Workspace Manager server document. */
export const wmRequirements: readonly Requirement[] = [
  ...transportRules,
  ...workspaceRules,
  ...actionRules,
  ...streamingRules,
  ...runnerRules,
];
