import { appendFileSync } from 'node:fs';

export interface SoakPlan {
  readonly count: number;
  readonly seed: number;
  /** fast-check's parameters for this plan. */
  readonly property: { readonly numRuns: number; readonly seed: number; readonly endOnFailure: boolean };
}

const defaultSeed = 20_261_115;

/**
 * How often a big repetition runs. `SOAK=full` (or `full:SEED`) asks for the whole count, anything else for the
 * seeded sample that every test run affords. A full run records itself for `docs/reliability.md`.
 */
export function soakPlan(name: string, counts: { sample: number; full: number }): SoakPlan {
  const [scale = 'sample', seedText] = (process.env['SOAK'] ?? 'sample').split(':');
  if (scale !== 'sample' && scale !== 'full')
    throw new Error(`SOAK is "sample" or "full", with ":SEED" if you like; not "${scale}"`);
  const seed = seedText === undefined ? defaultSeed : Number(seedText);
  if (!Number.isSafeInteger(seed)) throw new Error(`the seed in SOAK is a whole number, not "${seedText}"`);
  const count = counts[scale];
  const record = process.env['SOAK_RECORD'];
  if (record !== undefined) appendFileSync(record, `${JSON.stringify({ name, count, seed })}\n`);
  return { count, seed, property: { numRuns: count, seed, endOnFailure: true } };
}
