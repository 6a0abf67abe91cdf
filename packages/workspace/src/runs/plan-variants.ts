import {
  type ActionConfig,
  type EnvironmentConfig,
  type SelectionRequest,
  selectEnvironments,
} from '@tandem/config';
import { type PlannedHandler, planRun, type RunPlan } from './plan-run.js';

/** One way to run an action: the only one, or that of one column of an interpreter matrix. */
export interface Variant {
  readonly interpreter: string | undefined;
  readonly plan: RunPlan;
}

export interface VariantOptions {
  readonly environments: readonly EnvironmentConfig[];
  readonly runsConcurrently: boolean;
  readonly selection: SelectionRequest;
}

/** An action never mixes a matrix with other environments: reading the configuration has seen to that. */
export function planVariants({ handlers }: ActionConfig, options: VariantOptions): readonly Variant[] {
  const { environments, runsConcurrently, selection } = options;
  const planned = handlers.map(({ name, env }): PlannedHandler => ({ name, envName: env }));
  const interpreterOf = new Map(environments.map(({ name, matrix }) => [name, matrix?.interpreter]));
  if (planned.every(({ envName }) => interpreterOf.get(envName) === undefined))
    return [{ interpreter: undefined, plan: planRun(planned, runsConcurrently) }];
  const selected = new Set(selectEnvironments(environments, selection).selected.map(({ name }) => name));
  const chosen = planned.filter(({ envName }) => selected.has(envName));
  const interpreters = new Set(chosen.map(({ envName }) => interpreterOf.get(envName)));
  return [...interpreters].map((interpreter) => ({
    interpreter,
    plan: planRun(
      chosen.filter(({ envName }) => interpreterOf.get(envName) === interpreter),
      runsConcurrently,
    ),
  }));
}
