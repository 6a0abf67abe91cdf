import { type MessageHandlers, methodNotFound, RpcError, RpcErrorCode } from '@tandem/wire';
import { createReferenceRunner } from '../er/reference-runner.js';

type Answers = Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>>;

const languageServer: Answers = { initialize: () => ({ capabilities: {} }) };

/** As much of each protocol as the kit's own requests need. */
const faces: Readonly<Record<string, Answers>> = {
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

/** A correct peer of the protocol, for one connection. */
export function createFace(protocol: string): MessageHandlers {
  return withSlowMethod(protocol === 'er' ? createReferenceRunner() : simpleFace(protocol));
}

export function withSlowMethod(face: MessageHandlers): MessageHandlers {
  return {
    request: (method, params, context) =>
      method === slowMethod ? untilCancelled(context.signal) : face.request(method, params, context),
    notification: (method, params, context) => face.notification(method, params, context),
  };
}

function untilCancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

function simpleFace(protocol: string): MessageHandlers {
  return {
    request: (method, params) => answerAs(protocol, method, params),
    notification: () => {},
  };
}

function answerAs(protocol: string, method: string, params: unknown): unknown {
  const answer = faces[protocol]?.[method];
  if (answer === undefined) throw methodNotFound(method);
  return answer((params ?? {}) as Readonly<Record<string, unknown>>);
}

function text(params: Readonly<Record<string, unknown>>, field: string): string {
  const value = params[field];
  if (typeof value !== 'string') throw new RpcError(RpcErrorCode.invalidParams, `${field}: expected text`);
  return value;
}
