import type { FlawedPeer } from '../flaw.js';
import { stdioFlaws } from '../stdio-flaws.js';
import { conversationFlaws } from './conversation-flaws.js';
import { frameFlaws } from './frame-flaws.js';
import { requestFlaws } from './request-flaws.js';

/** For each check of a JSON-RPC protocol a peer that is wrong in just that way. */
export const jsonRpcFlaws: Readonly<Record<string, FlawedPeer>> = {
  ...frameFlaws,
  ...requestFlaws,
  ...conversationFlaws,
  ...stdioFlaws,
};
