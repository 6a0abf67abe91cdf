import { methodNotFound, RpcError, RpcErrorCode } from '@tandem/wire';

type Answers = Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>>;

const languageServer: Answers = { initialize: () => ({ capabilities: {} }) };

/** As much of each protocol as the kit's own requests need. */
const faces: Readonly<Record<string, Answers>> = {
  wm: {
    'server/getInfo': () => ({ logFilePath: '/tmp/wm.log' }),
    'runners/list': () => ({ runners: [] }),
    'workspace/findProjectForFile': (params) => ({ project: text(params, 'filePath') }),
  },
  er: {
    ...languageServer,
    'finecodeRunner/getInfo': () => ({ logFilePath: null }),
    'actions/getPayloadSchemas': () => ({}),
    'packages/resolvePath': (params) => ({ packagePath: text(params, 'packageName') }),
  },
  lsp: {
    ...languageServer,
    'workspace/executeCommand': (params) => (text(params, 'command') === 'finecode.listProjects' ? [] : null),
  },
  apex: {
    executeTask: (params) => ({ status: 'completed', message: text(params, 'taskId') }),
  },
};

/** Takes until it is cancelled, in every protocol. */
export const slowMethod = 'fixture/slow';

export function answerAs(protocol: string, method: string, params: unknown, signal: AbortSignal): unknown {
  if (method === slowMethod) {
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  }
  const answer = faces[protocol]?.[method];
  if (answer === undefined) throw methodNotFound(method);
  return answer((params ?? {}) as Readonly<Record<string, unknown>>);
}

function text(params: Readonly<Record<string, unknown>>, field: string): string {
  const value = params[field];
  if (typeof value !== 'string') throw new RpcError(RpcErrorCode.invalidParams, `${field}: expected text`);
  return value;
}
