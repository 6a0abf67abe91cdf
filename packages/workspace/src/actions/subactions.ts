import type { Project } from '../projects/project.js';
import { type ActionFinder, findKnownAction } from './find-action.js';
import { currentSource } from './known-aliases.js';

export interface Subaction {
  readonly source: string;
  readonly canonicalSource: string;
  readonly language: string;
}

/** The actions of a project that do for one language what the parent does for all. */
export async function subactionsOf(
  project: Project,
  parentSource: string,
  finder: ActionFinder,
): Promise<readonly Subaction[]> {
  await finder.learn(project);
  const parent = findKnownAction(project, parentSource);
  const names = new Set([currentSource(parentSource)]);
  if (parent !== undefined) {
    names.add(currentSource(parent.source));
    names.add(currentSource(project.metaOf(parent.source)?.canonicalSource ?? parent.source));
  }
  return (project.valid?.project.actions ?? []).flatMap(({ source }) => {
    const meta = project.metaOf(source);
    if (meta?.language === undefined || meta.parentActionSource === undefined) return [];
    if (!names.has(currentSource(meta.parentActionSource))) return [];
    return [{ source, canonicalSource: meta.canonicalSource, language: meta.language }];
  });
}
