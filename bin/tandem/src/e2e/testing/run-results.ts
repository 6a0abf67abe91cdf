import type { ProjectName } from './generated-workspace.js';

interface RunDocument {
  readonly runs: readonly {
    readonly projectName: ProjectName;
    readonly result?: { readonly lines: readonly string[] };
    readonly failure?: unknown;
  }[];
}

/** What the handlers said, by project, from the output of `tandem run --json`. */
export function linesByProject(stdout: string): Readonly<Record<string, readonly string[]>> {
  const { runs }: RunDocument = JSON.parse(stdout);
  return Object.fromEntries(runs.map(({ projectName, result }) => [projectName, result?.lines ?? []]));
}

/** The same lines for every project, as a handler of that project would say them. */
export function inEach(
  names: readonly ProjectName[],
  lines: (name: ProjectName) => readonly string[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(names.map((name) => [name, lines(name)]));
}
