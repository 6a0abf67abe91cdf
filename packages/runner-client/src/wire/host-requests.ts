import type { ErDialect, erContract, Handlers, MethodNames, Token } from '@tandem/contracts';
import { type OperatingSystem, pathsOf } from '@tandem/platform';
import { RpcError, RpcErrorCode } from '@tandem/wire';
import {
  type FormattedResult,
  type NestedRun,
  type RunEvents,
  type RunnerHost,
  WorkspaceError,
} from '@tandem/workspace';
import { posixPath } from '../posix-path.js';
import { BrokenAnswer, runMeta, workspaceEdit } from './from-wire.js';
import { wireAction, wireFormats, wireProjectStatus } from './to-wire.js';

export type HostRequests = Pick<
  Handlers<typeof erContract, 'toClient'>,
  MethodNames<typeof erContract, 'toClient', 'request'>
>;

export interface HostRequestsOptions {
  readonly host: RunnerHost;
  readonly os: OperatingSystem;
  dialect(): ErDialect;
  /** Resolves when the runner can take more. */
  sendProgress(token: Token, value: string): Promise<void>;
}

/** What a runner may ask of the workspace, in the words of the contract. */
export function hostRequests({ host, os, dialect, sendProgress }: HostRequestsOptions): HostRequests {
  const { resolve } = pathsOf(os);
  const eventsFor = (token: Token | undefined): RunEvents => {
    if (token === undefined) return {};
    const partial = (result: FormattedResult) =>
      sendProgress(token, dialect().partialValue(wireFormats(result)));
    return { partial };
  };
  const nameOf = (source: string): string =>
    host.actions().find((action) => action.canonicalSource === source || action.source === source)?.name ??
    source;

  return {
    'workspace/applyEdit': async ({ edit, label }) => {
      const { applied, failureReason } = await answer(() => host.applyEdit(workspaceEdit(edit, label)));
      return { applied, ...(failureReason !== undefined && { failureReason }) };
    },
    'projects/getRawConfig': async ({ projectDefPath }) =>
      dialect().rawConfig(await answer(() => host.rawConfig(projectDefPath))),
    'finecode/runActionInProject': async (params, { signal }) => {
      const { actionSource, payload, partialResultToken } = params;
      const { result, returnCode } = await answer(() =>
        host.runInProject({
          actionSource,
          payload,
          ...parentOf(params),
          meta: runMeta(params.meta),
          events: eventsFor(partialResultToken),
          signal,
        }),
      );
      return { result: result ?? null, returnCode };
    },
    'finecode/runActionInWorkspace': async (params, { signal }) => {
      const { actionSource, payload, projectPaths, concurrently } = params;
      const results = await answer(() =>
        host.runInWorkspace({
          actionSource,
          payload,
          ...parentOf(params),
          meta: runMeta(params.meta),
          projectDirs: projectPaths?.map((path) => resolve(path)) ?? null,
          concurrently,
          events: {},
          signal,
        }),
      );
      const name = nameOf(actionSource);
      const entries = Object.entries(results).map(([dir, result]) => [
        posixPath(dir, os),
        dialect().projectResult(name, result),
      ]);
      return { resultsByProject: Object.fromEntries(entries) };
    },
    'workspace/getWorkspaceEditablePackages': async () => {
      const packages = Object.entries(await answer(() => host.editablePackages()));
      return { packages: Object.fromEntries(packages.map(([name, dir]) => [name, posixPath(dir, os)])) };
    },
    'workspace/getProjectPaths': () => ({
      projects: host
        .projects()
        .map((project) => ({ path: posixPath(project.dir, os), configStatus: wireProjectStatus(project) })),
    }),
    'finecode/getActionsForParent': async ({ parentActionSource }) => ({
      subactions: [...(await answer(() => host.subactions(parentActionSource)))],
    }),
    'finecode/listWorkspaceActions': () => ({
      actions: host.actions().map((action) => wireAction(action, os)),
    }),
  };
}

function parentOf({
  parentRunId,
}: {
  readonly parentRunId?: string | undefined;
}): Pick<NestedRun, 'parentRunId'> {
  return parentRunId === undefined ? {} : { parentRunId };
}

/** A refusal in the workspace's own words; anything else is our failure, which the peer reports as such. */
async function answer<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BrokenAnswer)
      throw new RpcError(RpcErrorCode.invalidParams, error.message, { cause: error });
    if (error instanceof WorkspaceError)
      throw new RpcError(RpcErrorCode.internalError, error.message, {
        data: { code: error.code },
        cause: error,
      });
    throw error;
  }
}
