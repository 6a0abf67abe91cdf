import type { Action, Project, ResultByFormat } from '@tandem/contracts';

export function project(name: string, status: Project['status'] = 'CONFIG_VALID'): Project {
  return { name, path: `/work/${name}`, status };
}

export function action(name: string, projectName: string, scope: Action['scope'] = 'project'): Action {
  return { name, source: `acme.${name}`, project: `/work/${projectName}`, handlers: [], scope };
}

/** `api` and `web`, both with `lint`; `api` also with `format`. */
export const twoProjects = {
  projects: [project('api'), project('web')],
  actions: [action('lint', 'api'), action('format', 'api'), action('lint', 'web')],
};

export interface ShortProblem {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly code?: string;
  readonly severity?: number;
}

export function lintResult(
  file: string,
  problems: readonly ShortProblem[],
): { formats: ResultByFormat; returnCode: number } {
  const messages = problems.map(({ line, from, to, message, code, severity = 1 }) => ({
    range: { start: { line, character: from }, end: { line, character: to } },
    message,
    code: code ?? null,
    source: 'eslint',
    severity,
  }));
  return { formats: { json: { messages: { [file]: messages } } }, returnCode: problems.length > 0 ? 1 : 0 };
}
