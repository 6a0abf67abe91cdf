import { ActionFailed } from '@tandem/extension-api';
import type { RunnerHost as CoreHost, NestedRun as CoreNestedRun } from '@tandem/runner';
import { type NestedRun, type RunnerHost, WorkspaceError } from '@tandem/workspace';

/** The workspace as the runner's core sees it, with no wire in between. */
export function coreHost(host: RunnerHost): CoreHost {
  return {
    async runInProject(run) {
      const { result } = await asked(host.runInProject(nestedRun(run)));
      return result;
    },
    async runInWorkspace(run, { projectDirs, concurrently = true }) {
      const request = { ...nestedRun(run), projectDirs: projectDirs ?? null, concurrently };
      return new Map(Object.entries(await asked(host.runInWorkspace(request))));
    },
    async subactions(parentSource) {
      const found = await asked(host.subactions(parentSource));
      return found.map(({ canonicalSource, language }) => ({ source: canonicalSource, language }));
    },
    rawConfig: (projectDefPath) => asked(host.rawConfig(projectDefPath)),
    async applyEdit({ uri, version, range, newText }) {
      const change = { kind: 'edit', uri, version, edits: [{ range, newText }] } as const;
      const { applied, failureReason } = await asked(host.applyEdit({ changes: [change] }));
      return applied
        ? { kind: 'applied' }
        : { kind: 'refused', reason: failureReason ?? 'it gave no reason' };
    },
    tellUser: (kind, message) => host.userMessage(message, kind),
  };
}

function nestedRun({ source, payload, meta, signal }: CoreNestedRun): NestedRun {
  const { runId, ...others } = meta;
  return { actionSource: source, payload, parentRunId: runId, meta: others, events: {}, signal };
}

/** To a handler a refusal of the workspace is a failure like any other. */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof WorkspaceError) throw new ActionFailed(error.message, { cause: error });
    throw error;
  }
}
