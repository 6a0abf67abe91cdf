import type { ProcessExit } from '@tandem/platform';
import { type RunnerAddress, WorkspaceError } from '@tandem/workspace';

/** What is left to tell of a process that is gone. */
export interface LastWords {
  readonly output?: string;
  readonly logFilePath?: string | undefined;
}

/** The runner in a sentence, such as `the runner for env "dev" of /repo/a`. */
export function runnerLabel({ envName, projectDir }: RunnerAddress): string {
  return `the runner for env "${envName}" of ${projectDir}`;
}

export function describeCrash(address: RunnerAddress, why: string, words: LastWords): string {
  return `${sentence(runnerLabel(address))} ended unexpectedly: ${why}.${evidence(words)}`;
}

export function describeStop(address: RunnerAddress): string {
  return `${sentence(runnerLabel(address))} was stopped.`;
}

export function startFailure(
  address: RunnerAddress,
  why: string,
  words: LastWords = {},
  cause?: unknown,
): WorkspaceError {
  const message = `${sentence(runnerLabel(address))} did not start: ${why}.${evidence(words)}`;
  return new WorkspaceError('runner-failed', message, cause === undefined ? undefined : { cause });
}

export function envNotFound(
  { envName, projectDir, projectName }: RunnerAddress & { readonly projectName: string },
  why: string,
  cause?: unknown,
): WorkspaceError {
  const message = `No env "${envName}" for ${projectDir}: ${why}. Create it with "tandem prepare-envs --project ${projectName}".`;
  return new WorkspaceError('env-not-found', message, cause === undefined ? undefined : { cause });
}

export function protocolViolated(address: RunnerAddress, problem: string, cause?: unknown): WorkspaceError {
  const message = `${sentence(runnerLabel(address))} broke the protocol: ${problem}. Update the runner, or the extension whose action this is.`;
  return new WorkspaceError('protocol-violated', message, cause === undefined ? undefined : { cause });
}

export function exitText({ code, signal }: ProcessExit): string {
  return signal === null ? `it exited with code ${code}` : `it was killed by ${signal}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function evidence({ output, logFilePath }: LastWords): string {
  const lines = output === undefined || output === '' ? '' : `\nIts last output:\n${indent(output)}`;
  return logFilePath === undefined ? lines : `${lines}\nIts log: ${logFilePath}`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
