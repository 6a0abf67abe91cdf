import { inside } from './expect.js';
import type { WmSession } from './session.js';

/** The projects of a workspace that have a runner which runs or is about to, each by its folder; one entry a runner. */
export async function liveRunners(session: WmSession, workspaceDir: string): Promise<readonly string[]> {
  const runners = inside(workspaceDir, await session.askList('runners/list', 'runners'), 'project');
  return runners
    .filter(({ status }) => status === 'RUNNING' || status === 'INITIALIZING')
    .map(({ project }) => String(project).slice(workspaceDir.length + 1));
}
