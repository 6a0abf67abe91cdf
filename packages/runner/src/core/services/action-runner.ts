import { type Action, ActionFailed, type ActionRunner, type RunMeta } from '@tandem/extension-api';
import { checkData } from '../check-data.js';
import type { JsonObject } from '../runner-config.js';
import type { RunnerHost } from '../runner-host.js';

export interface ActionRunnerParts {
  readonly host: RunnerHost;
  readonly meta: RunMeta;
  readonly signal: AbortSignal;
  /** The canonical source of an action that a handler imported. */
  sourceOf(action: Action): Promise<string>;
}

/** Every nested run goes through the Workspace Manager: it alone knows all runners, and counts depth and fan-out. */
export function createActionRunner({ host, meta, signal, sourceOf }: ActionRunnerParts): ActionRunner {
  const nested = async (action: Action | string, payload: unknown) => ({
    source: typeof action === 'string' ? action : await sourceOf(action),
    payload: requireObject(action, payload),
    meta,
    signal,
  });
  return {
    async run(action: Action | string, payload: unknown) {
      const result = await host.runInProject(await nested(action, payload));
      return typeof action === 'string' ? result : checkResult(action, result);
    },
    async runInWorkspace(action: Action, payload: unknown, options = {}) {
      const results = await host.runInWorkspace(await nested(action, payload), options);
      return new Map([...results].map(([projectDir, result]) => [projectDir, checkResult(action, result)]));
    },
    subactions: async (parent) => host.subactions(await sourceOf(parent)),
  } as ActionRunner;
}

function checkResult(action: Action, result: unknown): unknown {
  return checkData(
    action.result.schema,
    result,
    'result-invalid',
    `The result of action "${action.name}" is not what its definition says`,
  );
}

function requireObject(action: Action | string, payload: unknown): JsonObject {
  if (typeof payload === 'object' && payload !== null) return payload as JsonObject;
  throw new ActionFailed(
    `The payload for ${typeof action === 'string' ? action : action.name} is not an object`,
  );
}
