/** `--config.[handler.]key=value`: without a handler it is meant for all handlers of the actions. */
export interface ConfigAssignment {
  readonly handler?: string;
  readonly key: string;
  readonly value: unknown;
}

/** The assignment, or what is wrong with it. `path` is what follows `--config.`. */
export function parseConfigAssignment(path: string, text: string | undefined): ConfigAssignment | string {
  const [first = '', ...others] = path.split('.');
  const key = others.length === 0 ? first : others.join('.');
  if (key === '' || first === '')
    return `--config.${path} names no parameter: write --config.KEY=VALUE or --config.HANDLER.KEY=VALUE`;
  if (text === undefined) return `--config.${path} needs a value: --config.${path}=VALUE`;
  const value = jsonOrText(text);
  return others.length === 0 ? { key, value } : { handler: first, key, value };
}

type Overrides = Record<string, Record<string, Record<string, unknown>>>;

/** What `workspace/setConfigOverrides` takes: action → handler, or "" for all → parameter → value. */
export function toOverrides(assignments: readonly ConfigAssignment[], actions: readonly string[]): Overrides {
  const byHandler = new Map<string, Map<string, unknown>>();
  for (const { handler = '', key, value } of assignments) {
    const parameters = byHandler.get(handler) ?? new Map<string, unknown>();
    byHandler.set(handler, parameters.set(key, value));
  }
  const perAction = Object.fromEntries(
    [...byHandler].map(([handler, parameters]) => [handler, Object.fromEntries(parameters)]),
  );
  return Object.fromEntries(actions.map((action) => [action, perAction]));
}

/** `120` and `["a"]` are what they look like; anything that is no JSON is text, so that nobody has to quote twice. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
