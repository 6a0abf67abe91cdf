import type { Contract, Direction, MessageSpec } from './contract.js';

/** The peer itself deals with these; no handler ever sees them and no caller sends them by hand. */
export type WireMethod = '$/cancelRequest';

export interface Route {
  /** The contract's name, whatever alias was used. */
  readonly method: string;
  readonly spec: MessageSpec;
}

/** Finds the message behind a name or one of its aliases. */
export function routesOf(contract: Contract): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>();
  for (const [method, spec] of Object.entries(contract.methods)) {
    for (const name of [method, ...spec.aliases]) routes.set(name, { method, spec });
  }
  return routes;
}

export function travels(spec: MessageSpec, direction: Direction): boolean {
  return spec.direction === direction || spec.direction === 'both';
}
