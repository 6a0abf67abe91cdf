import type { FlawedPeer } from '../flaw.js';
import { actionFlaws } from './action-flaws.js';
import { overrideFlaws } from './override-flaws.js';
import { runFlaws } from './run-flaws.js';
import { serverFlaws } from './server-flaws.js';
import { streamFlaws } from './stream-flaws.js';
import { workspaceFlaws } from './workspace-flaws.js';

/** For each check of Workspace Managers alone a server that is wrong in just that way. */
export const wmFlaws: Readonly<Record<string, FlawedPeer>> = {
  ...workspaceFlaws,
  ...overrideFlaws,
  ...actionFlaws,
  ...runFlaws,
  ...streamFlaws,
  ...serverFlaws,
};
