/** Names one node of the tree: `/repo/a`, `/repo/a::actions`, `/repo/a::my.Action::handler`, `/repo/a::envs::dev`. */
export type NodeId = string & { readonly nodeId: true };

export const nodeIds = {
  dir: (dir: string): NodeId => dir as NodeId,
  actionGroup: (projectDir: string): NodeId => join(projectDir, 'actions'),
  action: (projectDir: string, source: string): NodeId => join(projectDir, source),
  handler: (projectDir: string, source: string, handlerName: string): NodeId =>
    join(projectDir, source, handlerName),
  envGroup: (projectDir: string): NodeId => join(projectDir, 'envs'),
  env: (projectDir: string, envName: string): NodeId => join(projectDir, 'envs', envName),
} as const;

/**
 * Reads the id of an action or of one of its handlers. A path may itself hold `::`, so the projects that exist decide
 * where it ends.
 */
export function parseActionNodeId(
  text: string,
  projectDirs: Iterable<string>,
): { readonly projectDir: string; readonly source: string } | undefined {
  let projectDir: string | undefined;
  for (const dir of projectDirs) {
    if (text.startsWith(dir + separator) && dir.length > (projectDir?.length ?? -1)) projectDir = dir;
  }
  if (projectDir === undefined) return undefined;
  const [source = ''] = text.slice(projectDir.length + separator.length).split(separator);
  return source === '' ? undefined : { projectDir, source };
}

const separator = '::';

function join(...parts: readonly string[]): NodeId {
  return parts.join(separator) as NodeId;
}
