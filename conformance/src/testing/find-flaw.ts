import { ednFlaws } from './edn/flaws.js';
import type { FlawedPeer } from './flaw.js';
import { jsonRpcFlaws } from './json-rpc/flaws.js';

export function flawsOf(protocol: string): Readonly<Record<string, FlawedPeer>> {
  return protocol === 'edn' ? ednFlaws : jsonRpcFlaws;
}

export function findFlaw(protocol: string, checkId: string): FlawedPeer | undefined {
  return flawsOf(protocol)[checkId];
}
