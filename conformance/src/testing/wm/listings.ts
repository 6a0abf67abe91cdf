import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ReferenceProject } from './reference-project.js';

/** Whether a path is that of the directory or below it. */
export const isIn = (dir: string, path: string) => path === dir || path.startsWith(dir + sep);

export function findProjects(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  const own = existsSync(join(dir, 'finecode.toml')) ? [dir] : [];
  const inner = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...own, ...inner.flatMap(({ name }) => findProjects(join(dir, name)))];
}

export function listedActions({ dir, actions }: ReferenceProject) {
  return actions.map(({ name, source, handlers }) => ({
    name,
    source,
    project: dir,
    handlers: handlers.map((handler) => ({ name: handler.name, source: handler.source, env: handler.env })),
  }));
}

export function listedRunners({ dir, name, runners }: ReferenceProject) {
  return [...runners.keys()].map((env) => ({
    project: dir,
    env,
    status: 'RUNNING',
    readable_id: `${name}::${env}`,
  }));
}

export function rawConfigOf({ actions }: ReferenceProject) {
  const action = Object.fromEntries(actions.map(({ name, ...config }) => [name, config]));
  return { tool: { finecode: { action } } };
}
