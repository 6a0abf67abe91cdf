import { ednFlaws } from './edn/flaws.js';
import { erFlaws } from './er/flaws.js';
import type { FlawedPeer } from './flaw.js';
import { jsonRpcFlaws } from './json-rpc/flaws.js';
import { wmFlaws } from './wm/flaws.js';

type Flaws = Readonly<Record<string, FlawedPeer>>;

/** Flaws that one protocol has for itself; the other JSON-RPC protocols have nothing but what they share. */
export const ownFlaws: Readonly<Record<string, Flaws>> = { edn: ednFlaws, er: erFlaws, wm: wmFlaws };

export function flawsOf(protocol: string): Flaws {
  return protocol === 'edn' ? ednFlaws : { ...jsonRpcFlaws, ...ownFlaws[protocol] };
}

export function findFlaw(protocol: string, checkId: string): FlawedPeer | undefined {
  return flawsOf(protocol)[checkId];
}
