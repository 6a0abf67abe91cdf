import {
  type Action,
  connectServer,
  type Handlers,
  type ParamsOut,
  type PayloadSchema,
  type Progress,
  type Project,
  type ResultByFormat,
  type RunParams,
  serveSome,
  type wmContract as WmContract,
  wmContract,
} from '@tandem/contracts';
import { createMemoryPair, createPeer, type RequestContext, RpcError, RpcErrorCode } from '@tandem/wire';
import { connectOver, type WorkspaceConnection } from '@tandem/workspace-client';

type Wm = typeof WmContract;

/** What a scripted run may do before it answers. */
export interface ScriptedRun {
  readonly params: RunParams;
  /** Fires when the client cancels or goes away. */
  readonly signal: AbortSignal;
  progress(progress: Progress): Promise<void>;
  userMessage(message: string, type: 'INFO' | 'WARNING' | 'ERROR'): Promise<void>;
}

export interface ManagerScript {
  readonly projects?: readonly Project[];
  readonly actions?: readonly Action[];
  /** By action source. */
  readonly schemas?: Readonly<Record<string, PayloadSchema | null>>;
  run?(run: ScriptedRun): Promise<{ formats: ResultByFormat; returnCode: number }>;
  /** Replaces what the manager would answer. */
  readonly handlers?: Partial<Handlers<Wm, 'toServer'>>;
}

export interface ScriptedManager {
  readonly connection: WorkspaceConnection;
  /** Every request that arrived, in order. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[];
}

/** A Workspace Manager that answers from a script, over a real wire in memory. */
export function startScriptedManager(script: ManagerScript): ScriptedManager {
  const [clientEnd, serverEnd] = createMemoryPair();
  const requests: { method: string; params: unknown }[] = [];
  const served = serveSome(wmContract, 'toServer', { ...defaultHandlers(script), ...script.handlers });
  createPeer(serverEnd, {
    request(method, params, context) {
      requests.push({ method, params });
      return served.request(method, params, context);
    },
    notification: (method, params, context) => served.notification(method, params, context),
  });
  return { connection: connectOver(clientEnd), requests };
}

export function failWith(message: string): never {
  throw new RpcError(RpcErrorCode.internalError, message);
}

function defaultHandlers(script: ManagerScript): Partial<Handlers<Wm, 'toServer'>> {
  const { projects = [], actions = [], schemas = {} } = script;
  return {
    'workspace/setConfigOverrides': () => ({}),
    'workspace/addDir': ({ projects: filter }) => ({
      projects: projects.filter(
        ({ name, path }) => filter?.some((wanted) => wanted === name || wanted === path) ?? true,
      ),
    }),
    'workspace/listProjects': () => [...projects],
    'workspace/findProjectForFile': ({ filePath }) => ({
      project: projects.find(({ path }) => filePath.startsWith(`${path}/`))?.path ?? null,
    }),
    'actions/list': ({ project }) => ({
      actions: actions.filter((action) => project === undefined || action.project === project),
    }),
    'actions/getPayloadSchemas': ({ actionSources }) => ({
      schemas: Object.fromEntries(actionSources.map((source) => [source, schemas[source] ?? null])),
    }),
    'actions/run': (params, context) => answerRun(script, params, context),
    'runners/list': () => ({ runners: [] }),
    'server/subscribeLogs': () => ({}),
    'server/shutdown': () => ({}),
  };
}

async function answerRun(
  script: ManagerScript,
  params: ParamsOut<Wm, 'actions/run'>,
  context: RequestContext,
) {
  const client = connectServer(wmContract, context.peer);
  const { progressToken } = params;
  const answer = await script.run?.({
    params,
    signal: context.signal,
    async progress(value) {
      if (progressToken !== undefined)
        await client.notify('actions/progress', { token: progressToken, value });
    },
    userMessage: (message, type) => client.notify('server/userMessage', { message, type }),
  });
  const { formats, returnCode } = answer ?? failWith('the script has no run');
  return { resultByFormat: formats, returnCode };
}
