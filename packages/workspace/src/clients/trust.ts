import { WorkspaceError } from '../workspace-error.js';
import type { ClientSession } from './client-session.js';

/** Knows which folders the user has trusted. */
export interface TrustPolicy {
  isTrusted(dir: string): Promise<boolean>;
}

/** Whether this client may have code of the project run: a person at the command line consents by typing. */
export async function mayRunCode(
  session: ClientSession,
  projectDir: string,
  trust: TrustPolicy,
): Promise<boolean> {
  return session.kind === 'cli' || (await trust.isTrusted(projectDir));
}

/** Rejects with what to do when the client may not have code of the project run. */
export async function requireTrust(
  session: ClientSession,
  projectDir: string,
  trust: TrustPolicy,
): Promise<void> {
  if (!(await mayRunCode(session, projectDir, trust)))
    throw new WorkspaceError('not-trusted', howToTrust(projectDir));
}

export function howToTrust(projectDir: string): string {
  return `${projectDir} is not trusted, so none of its code runs for this client. If you know where it comes from, run: tandem trust ${projectDir}`;
}
