import { setFlagsFromString } from 'node:v8';
import { compileFunction } from 'node:vm';

/**
 * Compiles a function body that will be replaced one day. V8 remembers what it compiled, text and all, until memory
 * runs short (Node 24; Node 20 forgets sooner); no version of an extension is ever compiled twice, so here that
 * would be a leak.
 */
export function compileUncached(code: string, parameters: readonly string[], fileName: string) {
  setFlagsFromString('--no-compilation-cache');
  try {
    return compileFunction(code, parameters, { filename: fileName });
  } finally {
    setFlagsFromString('--compilation-cache');
  }
}
