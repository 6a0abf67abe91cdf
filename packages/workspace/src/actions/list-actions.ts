import type { ActionConfig } from '@tandem/config';
import type { Project } from '../projects/project.js';
import type { ActionInfo } from './action-info.js';

export function actionsOf(project: Project): readonly ActionInfo[] {
  return project.valid?.project.actions.map((action) => describe(project, action)) ?? [];
}

function describe(project: Project, { name, source, handlers }: ActionConfig): ActionInfo {
  const meta = project.metaOf(source);
  return {
    projectDir: project.dir,
    name,
    source,
    handlers: handlers.map((handler) => ({
      name: handler.name,
      source: handler.source,
      envName: handler.env,
    })),
    ...(meta !== undefined && {
      canonicalSource: meta.canonicalSource,
      ...(meta.scope !== undefined && { scope: meta.scope }),
      ...(meta.parentActionSource !== undefined && { parentActionSource: meta.parentActionSource }),
      ...(meta.language !== undefined && { language: meta.language }),
      ...(meta.location !== undefined && { location: meta.location }),
    }),
  };
}
