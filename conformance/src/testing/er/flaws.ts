import type { FlawedPeer } from '../flaw.js';
import { runFlaws } from './run-flaws.js';
import { segmentFlaws } from './segment-flaws.js';
import { setupFlaws } from './setup-flaws.js';
import { workspaceFlaws } from './workspace-flaws.js';

/** For each check of extension runners alone a runner that is wrong in just that way. */
export const erFlaws: Readonly<Record<string, FlawedPeer>> = {
  ...setupFlaws,
  ...runFlaws,
  ...segmentFlaws,
  ...workspaceFlaws,
};
