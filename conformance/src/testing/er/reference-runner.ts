import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type MessageHandlers,
  methodNotFound,
  type RequestContext,
  RpcError,
  RpcErrorCode,
} from '@tandem/wire';
import {
  createMilestone,
  good,
  type HandlerCall,
  type Meta,
  type Notes,
  probeHandlers,
  type RunnerState,
  Stop,
} from './probe-handlers.js';
import { ReferenceDocuments } from './reference-documents.js';
import type {
  ActionConfig,
  DocumentParams,
  HandlerConfig,
  RunParams,
  UpdateConfig,
} from './runner-messages.js';

const envName = 'dev';
const noteSource = 'conformance.probe.Note';
const triggers = ['user', 'system', 'unknown'];
const devEnvs = ['ide', 'cli', 'ai', 'git_hook', 'ci'];
const payloadSchema = {
  properties: { text: { type: 'string' }, file: { type: 'string' } },
  required: ['text'],
};

/** What each action source of the probe project is called elsewhere. */
const canonicalSources: Readonly<Record<string, string>> = {
  './extension.ts#note': noteSource,
  './alias.ts#renamed': noteSource,
  './extension.ts#together': './extension.ts#together',
};

/** A command that cannot be carried out. */
class CommandFailure extends Error {}

/** A correct runner for the probe project, as much of one as the kit can see. It knows the handlers by name. */
export function createReferenceRunner(): MessageHandlers {
  const documents = new ReferenceDocuments();
  let update: UpdateConfig | undefined;
  let word: string | undefined;

  const state: Omit<RunnerState, 'write'> = {
    noteSource,
    waiting: { began: createMilestone(), ended: createMilestone() },
    serviceStarts: 0,
    loadedVersion: '',
    word() {
      const declared = update?.config.services?.[0];
      if (declared === undefined) throw new Error('the service is not declared');
      if (word === undefined) state.serviceStarts += 1;
      word = declared.config.word;
      return word;
    },
    read: (file) => documents.read(file),
  };

  const logPath = () => (update === undefined ? null : join(update.workingDir, 'reference.log'));
  const findAction = (name: string): ActionConfig => {
    const found = update?.config.actions.find((action) => action.name === name);
    if (found === undefined) throw new CommandFailure(`Action ${name} is not configured`);
    return found;
  };

  const ownHandlers = (
    action: ActionConfig,
    names: readonly string[] | undefined,
  ): readonly HandlerConfig[] => {
    if (names === undefined) return action.handlers.filter(({ env }) => env === envName);
    return names.map((name) => {
      const found = action.handlers.find((handler) => handler.name === name && handler.env === envName);
      if (found === undefined) throw new CommandFailure(`There is no handler ${name} here`);
      return found;
    });
  };

  const loadVersion = (): void => {
    if (update === undefined) return;
    const text = readFileSync(join(update.workingDir, 'versioned.ts'), 'utf8');
    state.loadedVersion = /\['(\w+)'\]/.exec(text)?.[1] ?? '';
  };

  const runHandlers = async (params: RunParams, { signal, peer }: RequestContext) => {
    const action = findAction(params.actionName);
    const { text, file = '' } = params.params;
    if (typeof text !== 'string') throw new CommandFailure('text: expected a string');
    const options = params.options ?? {};
    const { partialResultToken: token } = options;
    const meta = readMeta(options.meta);
    let current = params.previousResult ?? undefined;
    let isStreamed = false;
    for (const handler of ownHandlers(action, params.handlerNames)) {
      appendFileSync(logPath() ?? '', `${options.walRunId ?? ''} ${handler.name}\n`);
      const call: HandlerCall = {
        text,
        file,
        current,
        meta,
        config: { ...update?.config.action_handler_configs[handler.source], ...handler.config },
        project: {
          name: update?.projectName ?? '',
          dir: update?.workingDir ?? '',
          defPath: update?.projectDefPath ?? '',
        },
        signal,
        manager: peer,
        runner: {
          ...state,
          async write(path, written) {
            if (!documents.isOpen(path)) return writeFileSync(path, written);
            const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
            const edit = { changes: { [pathToFileURL(path).href]: [{ range, newText: written }] } };
            const answer = (await peer.request('workspace/applyEdit', { edit })) as Record<string, unknown>;
            if (answer['applied'] !== true) throw new Error(String(answer['failureReason']));
          },
        },
        async sendPart(part) {
          current = merge(current, part);
          if (token === undefined) return;
          isStreamed = true;
          await peer.notify('$/progress', { token, value: JSON.stringify(part) });
        },
      };
      const given = await probeHandlers[nameInFile(handler.source)]?.(call);
      if (given !== undefined) current = merge(current, given);
    }
    return { status: isStreamed ? 'streamed' : 'success', result: current ?? good() };
  };

  /** The answer to a run: with all that both methods have in common. */
  const answerRun = async (params: RunParams, context: RequestContext) => {
    const formats = params.options?.resultFormats ?? ['json'];
    try {
      const { status, result } = await runHandlers(params, context);
      return finished(status, result, status === 'streamed' ? [] : formats);
    } catch (error) {
      if (error instanceof Stop) return finished('stopped', error.result, formats);
      if (context.signal.aborted || (error instanceof RpcError && error.code === RpcErrorCode.invalidParams))
        throw error;
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  const requests: Readonly<Record<string, (params: never, context: RequestContext) => unknown>> = {
    initialize: () => ({ capabilities: { textDocumentSync: 2 } }),
    shutdown: () => null,
    'finecodeRunner/getInfo': () => ({ logFilePath: logPath() }),
    'finecodeRunner/updateConfig'(params: UpdateConfig) {
      update = params;
      writeFileSync(logPath() ?? '', '', { flag: 'a' });
      loadVersion();
      for (const names of Object.values(params.config.handlers_to_initialize ?? {}))
        if (names.includes('tells-service')) state.word();
      return {};
    },
    'finecodeRunner/resolveActionMeta': () =>
      Object.fromEntries(
        (update?.config.actions ?? []).flatMap(({ source }) => {
          const canonical = canonicalSources[source];
          if (canonical === undefined) return [];
          return [[source, { canonical_source: canonical, runs_concurrently: source.includes('together') }]];
        }),
      ),
    'actions/getPayloadSchemas': () =>
      Object.fromEntries(
        (update?.config.actions ?? []).map(({ name, source }) => [
          name,
          source in canonicalSources ? payloadSchema : null,
        ]),
      ),
    async 'actions/run'(params: RunParams, context) {
      const answer = await answerRun(params, context);
      if ('error' in answer) return answer;
      const { result: _result, resultByFormat, ...others } = answer;
      return { ...others, result_by_format: JSON.stringify(resultByFormat) };
    },
    'actions/runHandlers': answerRun,
    'actions/mergeResults'({ actionName, results }: { actionName: string; results: readonly Notes[] }) {
      try {
        findAction(actionName);
        return { merged: results.reduce(merge, undefined) ?? {} };
      } catch (error) {
        return { error: String(error) };
      }
    },
    'actions/reload'() {
      loadVersion();
      return {};
    },
    'actions/resolveSource'({ source }: { source: string }) {
      const canonicalSource = canonicalSources[source];
      if (canonicalSource === undefined)
        throw new RpcError(RpcErrorCode.internalError, `Cannot resolve ${source}`);
      return { canonicalSource };
    },
    'packages/resolvePath'({ packageName }: { packageName: unknown }) {
      if (typeof packageName !== 'string')
        throw new RpcError(RpcErrorCode.invalidParams, 'packageName: expected text');
      const packagePath = join(update?.workingDir ?? process.cwd(), 'node_modules', packageName);
      if (!existsSync(packagePath))
        throw new RpcError(RpcErrorCode.internalError, `Cannot find ${packageName}`);
      return { packagePath };
    },
  };

  const notifications: Readonly<Record<string, (params: DocumentParams) => void>> = {
    'textDocument/didOpen': ({ textDocument: { uri, text = '' } }) => documents.open(uri, text),
    'textDocument/didChange': ({ textDocument: { uri }, contentChanges = [] }) =>
      documents.change(uri, contentChanges),
    'textDocument/didClose': ({ textDocument: { uri } }) => documents.close(uri),
  };

  return {
    request(method, params, context) {
      const answer = requests[method];
      if (answer === undefined) throw methodNotFound(method);
      return answer((params ?? {}) as never, context);
    },
    notification(method, params, { peer }) {
      // Not awaited: closing waits for this very notification.
      if (method === 'exit') void peer.close();
      else notifications[method]?.(params as DocumentParams);
    },
  };
}

function readMeta(meta: Partial<Meta> = {}): Meta {
  const { trigger = 'unknown', devEnv = 'cli', orchestrationDepth = 0 } = meta;
  if (!triggers.includes(trigger) || !devEnvs.includes(devEnv))
    throw new RpcError(RpcErrorCode.invalidParams, 'meta: a value that is not known');
  return { trigger, devEnv, orchestrationDepth };
}

function merge(earlier: Notes | undefined, later: Notes): Notes {
  if (earlier === undefined) return later;
  return { notes: [...earlier.notes, ...later.notes], bad: earlier.bad || later.bad };
}

function finished(status: string, result: Notes, formats: readonly string[]) {
  const resultByFormat = {
    ...(formats.includes('json') && { json: result }),
    ...(formats.includes('string') && { string: result.notes.join(', ') }),
  };
  return { status, result, resultByFormat, returnCode: result.bad ? 1 : 0 };
}

const nameInFile = (source: string) => source.slice(source.indexOf('#') + 1);
