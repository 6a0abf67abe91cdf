import { type Caller, type erContract, readProjectResult, readRawConfig } from '@tandem/contracts';
import { ActionFailed } from '@tandem/extension-api';
import { RpcError } from '@tandem/wire';
import type { NestedRun, RunnerHost } from '../core/runner-host.js';
import type { TellManager } from './tell-manager.js';

export interface WireHostOptions {
  readonly tell: TellManager;
  /** Whether the Workspace Manager is ours, and so takes more than the contract has. */
  isOurs(): boolean;
}

/** The Workspace Manager at the other end of the connection, as the core sees it. */
export function createWireHost(
  manager: Caller<typeof erContract, 'toClient'>,
  { tell, isOurs }: WireHostOptions,
): RunnerHost {
  const nestedParams = ({ source, payload, meta }: NestedRun) => {
    const { runId, trigger, devEnv, orchestrationDepth } = meta;
    return {
      actionSource: source,
      payload: { ...payload },
      meta: { trigger, devEnv, orchestrationDepth },
      ...(isOurs() && { parentRunId: runId }),
    };
  };
  return {
    async runInProject(run) {
      const { signal } = run;
      const params = nestedParams(run);
      const answer = await asked(manager.request('finecode/runActionInProject', params, { signal }));
      return answer.result;
    },
    async runInWorkspace(run, { projectDirs, concurrently = true }) {
      const { signal } = run;
      const params = {
        ...nestedParams(run),
        projectPaths: projectDirs === undefined ? null : [...projectDirs],
        concurrently,
      };
      const answer = await asked(manager.request('finecode/runActionInWorkspace', params, { signal }));
      return new Map(
        Object.entries(answer.resultsByProject).map(([dir, result]) => [dir, readProjectResult(result)]),
      );
    },
    async subactions(parentSource) {
      const params = { parentActionSource: parentSource };
      const { subactions } = await asked(manager.request('finecode/getActionsForParent', params));
      return subactions.map(({ source, canonicalSource, language }) => ({
        source: canonicalSource ?? source,
        language,
      }));
    },
    rawConfig: async (projectDefPath) =>
      readRawConfig(await asked(manager.request('projects/getRawConfig', { projectDefPath }))),
    async applyEdit({ uri, version, range, newText }) {
      const edit = { documentChanges: [{ textDocument: { uri, version }, edits: [{ range, newText }] }] };
      const answer = await asked(manager.request('workspace/applyEdit', { edit }));
      if (answer.applied) return { kind: 'applied' };
      return { kind: 'refused', reason: answer.failureReason ?? 'it gave no reason' };
    },
    tellUser(kind, message) {
      const type = ({ info: 'INFO', warning: 'WARNING', error: 'ERROR' } as const)[kind];
      tell('er/userMessage', { message, type });
    },
  };
}

/** To a handler the Workspace Manager's refusal is a failure like any other, not a matter of the wire. */
async function asked<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RpcError) throw new ActionFailed(error.message, { cause: error });
    throw error;
  }
}
