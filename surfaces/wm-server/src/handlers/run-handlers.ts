import {
  type ActionResult,
  type BatchResult,
  type RunBatchParams,
  type RunParams,
  type RunResult,
  runnerDevEnv,
  streamTokens,
  type Token,
} from '@tandem/contracts';
import type {
  BatchObserver,
  BatchRequest,
  PartialResult,
  ProgressEvent,
  ProjectReport,
  RunObserver,
  RunRequest,
} from '@tandem/workspace';
import type { ConnectionContext } from '../connection/connection-context.js';
import { toWireActionResult, toWireProgress, toWireResult } from '../convert/runs.js';

type Caller = ConnectionContext['caller'];

export async function run(
  { workspace, client, caller }: ConnectionContext,
  params: RunParams,
  signal: AbortSignal,
): Promise<RunResult> {
  const { partialResultToken, progressToken } = streamTokens(params);
  const { mergeResults } = params.options;
  const observer: RunObserver = {
    ...(partialResultToken !== undefined && {
      partial: (part) => sendPart(caller, partialResultToken, part),
    }),
    ...(partialResultToken === undefined &&
      progressToken !== undefined && { progress: (event) => sendProgress(caller, progressToken, event) }),
  };
  const { result, returnCode, projects } = await workspace.run(
    client.session,
    toRunRequest(params),
    observer,
    { signal },
  );
  const results = (): Record<string, Record<string, ActionResult>> =>
    Object.fromEntries(
      [...projects].map(([dir, report]) => [dir, { [params.actionSource]: toWireActionResult(report) }]),
    );
  if (partialResultToken === undefined) {
    return {
      resultByFormat: toWireResult(result),
      returnCode,
      ...(params.project === '' && { results: results() }),
    };
  }
  // What did not come as parts comes as one now, so that nobody has to look at the answer for data.
  for (const [dir, report] of projects) {
    const wasStreamed = report.kind === 'streamed' || (mergeResults && report.kind !== 'failed');
    if (wasStreamed) continue;
    const { resultByFormat } = toWireActionResult(report);
    await caller.notify('actions/partialResult', {
      token: partialResultToken,
      value: { project: dir, resultByFormat },
    });
  }
  return { returnCode, ...(mergeResults && { results: results() }) };
}

export async function runBatch(
  { workspace, client, caller }: ConnectionContext,
  params: RunBatchParams,
  signal: AbortSignal,
): Promise<BatchResult> {
  const { partialResultToken, progressToken } = streamTokens(params);
  const observer: BatchObserver = {
    ...(partialResultToken !== undefined && {
      projectCompleted: (report) =>
        caller.notify('actions/partialResult', {
          token: partialResultToken,
          value: {
            project: report.projectDir,
            results: toWireResults(report),
            returnCode: report.returnCode,
          },
        }),
    }),
    ...(partialResultToken === undefined &&
      progressToken !== undefined && { progress: (event) => sendProgress(caller, progressToken, event) }),
  };
  const { projects, returnCode } = await workspace.runBatch(
    client.session,
    toBatchRequest(params),
    observer,
    { signal },
  );
  if (partialResultToken !== undefined && !params.options.mergeResults) return { returnCode };
  const results = Object.fromEntries(projects.map((report) => [report.projectDir, toWireResults(report)]));
  return { results, returnCode };
}

function toRunRequest({ actionSource, project, params, options }: RunParams): RunRequest {
  return {
    actionSource,
    target: project === '' ? { kind: 'everywhere' } : { kind: 'project', dir: project },
    params,
    keepResult: options.mergeResults,
    ...toChoices(options),
  };
}

function toBatchRequest(batch: RunBatchParams): BatchRequest {
  const { actionSources, projects, params, paramsByProject, options } = batch;
  return {
    actionSources,
    params,
    paramsByProject,
    concurrently: options.concurrently,
    ...(projects !== undefined && { projectDirs: projects }),
    ...toChoices(options),
  };
}

function toChoices(options: RunParams['options'] | RunBatchParams['options']) {
  const { resultFormats, trigger, devEnv, envSelectors, interpreterSelectors } = options;
  return { resultFormats, trigger, devEnv: runnerDevEnv(devEnv), envSelectors, interpreterSelectors };
}

function sendPart(
  caller: Caller,
  token: Token,
  { projectDir, interpreter, result }: PartialResult,
): Promise<void> {
  const value = {
    project: projectDir,
    resultByFormat: toWireResult(result),
    ...(interpreter !== undefined && { interpreter }),
  };
  return caller.notify('actions/partialResult', { token, value });
}

function sendProgress(caller: Caller, token: Token, event: ProgressEvent): Promise<void> {
  return caller.notify('actions/progress', { token, value: toWireProgress(event) });
}

function toWireResults({ actions }: ProjectReport): Record<string, ActionResult> {
  return Object.fromEntries([...actions].map(([source, report]) => [source, toWireActionResult(report)]));
}
