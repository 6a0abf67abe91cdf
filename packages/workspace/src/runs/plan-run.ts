/** A handler as the plan sees it. */
export interface PlannedHandler {
  readonly name: string;
  readonly envName: string;
}

/** Handlers that run in one environment, one call to its runner. */
export interface Segment {
  readonly envName: string;
  readonly handlerNames: readonly string[];
}

export type RunPlan =
  | { readonly kind: 'no-handlers' }
  /** One runner does it all and manages the order itself. */
  | { readonly kind: 'single'; readonly envName: string }
  /** One segment after another, each handed the result of those before. */
  | { readonly kind: 'chain'; readonly segments: readonly Segment[] }
  /** All at once; results are merged. */
  | { readonly kind: 'parallel'; readonly segments: readonly Segment[] };

/** Decides how the handlers of one action are spread over environments. */
export function planRun(handlers: readonly PlannedHandler[], runsConcurrently: boolean): RunPlan {
  const [first] = handlers;
  if (first === undefined) return { kind: 'no-handlers' };
  if (handlers.every(({ envName }) => envName === first.envName))
    return { kind: 'single', envName: first.envName };
  return runsConcurrently
    ? { kind: 'parallel', segments: groupByEnv(handlers) }
    : { kind: 'chain', segments: consecutiveSegments(handlers) };
}

function consecutiveSegments(handlers: readonly PlannedHandler[]): readonly Segment[] {
  const segments: { envName: string; handlerNames: string[] }[] = [];
  for (const { name, envName } of handlers) {
    const current = segments.at(-1);
    if (current?.envName === envName) current.handlerNames.push(name);
    else segments.push({ envName, handlerNames: [name] });
  }
  return segments;
}

function groupByEnv(handlers: readonly PlannedHandler[]): readonly Segment[] {
  const groups = new Map<string, string[]>();
  for (const { name, envName } of handlers) {
    const group = groups.get(envName);
    if (group === undefined) groups.set(envName, [name]);
    else group.push(name);
  }
  return [...groups].map(([envName, handlerNames]) => ({ envName, handlerNames }));
}
