import type { Project, ResultIn, wmContract } from '@tandem/contracts';
import type { ProjectInfo, ProjectStatus, ReloadedProject } from '@tandem/workspace';

const statusName: Readonly<Record<ProjectStatus, Project['status']>> = {
  valid: 'CONFIG_VALID',
  invalid: 'CONFIG_INVALID',
  'not-configured': 'NO_FINECODE',
};

export function toWireProject({ name, dir, status }: ProjectInfo): Project {
  return { name, path: dir, status: toWireStatus(status) };
}

export function toWireStatus(status: ProjectStatus): Project['status'] {
  return statusName[status];
}

type WireReloadedProject = ResultIn<typeof wmContract, 'workspace/reloadConfig'>['projects'][number];

const outcomeName: Readonly<Record<ReloadedProject['outcome'], WireReloadedProject['status']>> = {
  reloaded: 'recovered',
  failed: 'failed',
  busy: 'refused',
};

export function toWireReloaded(project: ReloadedProject): WireReloadedProject {
  return {
    project: project.projectDir,
    status: outcomeName[project.outcome],
    actionsAdded: [...project.actionsAdded],
    actionsRemoved: [...project.actionsRemoved],
    inFlight: project.runsInFlight,
    ...(project.problem !== undefined && { error: project.problem }),
  };
}
