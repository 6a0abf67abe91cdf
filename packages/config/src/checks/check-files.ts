import type { ProjectFiles } from '../discovery/project-files.js';
import type { ConfigDocument } from '../document/config-document.js';
import { type ConfigNode, childTable } from '../document/config-node.js';
import { finecodeFileShape, finecodeShape, pyprojectParts, userFileShape } from './finecode-shape.js';
import { type Complaint, type ConfigProblem, problemAt, problemFrom } from './problem.js';
import { checkShape, type Shape } from './shape.js';

/** Everything that can be said about a project's own files without reading presets. */
export function checkProjectFiles(files: ProjectFiles): readonly ConfigProblem[] {
  return [
    ...files.syntaxProblems,
    ...(files.pyproject === undefined ? [] : checkParts(files.pyproject, pyprojectParts)),
    ...(files.finecodeFile === undefined ? [] : checkFinecodeFile(files.finecodeFile)),
    ...(files.packageJson === undefined
      ? []
      : checkParts(files.packageJson, [[['finecode'], finecodeShape]])),
    ...(files.userFile === undefined ? [] : checkUserFile(files.userFile)),
    ...checkOnePlace(files),
  ];
}

export function checkPresetFile(document: ConfigDocument): readonly ConfigProblem[] {
  const problems = checkParts(document, [
    [['tool'], { kind: 'named', values: { kind: 'anything' } }],
    [['tool', 'finecode'], finecodeShape],
  ]);
  if (childTable(document.root, 'tool')?.entries.has('finecode') === true) return problems;
  const fix = 'Put its settings under [tool.finecode]';
  return [
    ...problems,
    problemAt(document, [], { severity: 'warning', message: 'this preset sets nothing', fix }),
  ];
}

export function checkPresetUserFile(document: ConfigDocument): readonly ConfigProblem[] {
  const message = 'dependency groups of a preset are not installed';
  const fix = 'Put them into the finecode-user.toml of the project';
  return [
    ...checkUserFile(document),
    ...checkForbidden(document, { 'dependency-groups': { severity: 'warning', message, fix } }),
  ];
}

function checkUserFile(document: ConfigDocument): readonly ConfigProblem[] {
  const unwrap: Complaint = {
    message: 'finecode-user.toml has no wrapping table',
    fix: 'Write [action.…], [env.…] and so on at the top level',
  };
  return checkWhole(document, userFileShape, {
    tool: unwrap,
    finecode: unwrap,
    workspace: workspaceComplaint,
  });
}

function checkFinecodeFile(document: ConfigDocument): readonly ConfigProblem[] {
  const wrap = (key: string): Complaint => ({
    message: `"${key}" stands outside of [finecode] and would be ignored`,
    fix: `Write [finecode.${key}] or put it under [finecode]`,
  });
  return checkWhole(document, finecodeFileShape, {
    ...Object.fromEntries(Object.keys(finecodeShape.keys).map((key) => [key, wrap(key)])),
    tool: {
      message: 'finecode.toml starts at [finecode]',
      fix: 'Write [finecode] instead of [tool.finecode]',
    },
    workspace: workspaceComplaint,
  });
}

const workspaceComplaint: Complaint = {
  message: 'settings of the workspace do not belong here',
  fix: 'Move [workspace] to finecode-workspace.toml at the top of the workspace',
};

/** Forbidden keys get their own complaint instead of the one about unknown keys. */
function checkWhole(
  document: ConfigDocument,
  shape: Shape,
  forbidden: Readonly<Record<string, Complaint>>,
): readonly ConfigProblem[] {
  const problems = checkForbidden(document, forbidden);
  const complainedAbout = new Set(problems.map((problem) => problem.key));
  const rest = checkShape(document.root, shape, document).filter(
    (problem) => !complainedAbout.has(problem.key),
  );
  return [...problems, ...rest];
}

function checkForbidden(
  document: ConfigDocument,
  forbidden: Readonly<Record<string, Complaint>>,
): readonly ConfigProblem[] {
  return Object.entries(forbidden).flatMap(([key, complaint]) =>
    document.root.entries.has(key) ? [problemAt(document, [key], complaint)] : [],
  );
}

function checkParts(
  document: ConfigDocument,
  parts: readonly (readonly [readonly string[], Shape])[],
): readonly ConfigProblem[] {
  return parts.flatMap(([path, shape]) => {
    const node = nodeAt(document, path);
    return node === undefined ? [] : checkShape(node, shape, document);
  });
}

function nodeAt(document: ConfigDocument, path: readonly string[]): ConfigNode | undefined {
  let node: ConfigNode | undefined = document.root;
  for (const key of path) node = node?.kind === 'table' ? node.entries.get(key) : undefined;
  return node;
}

function checkOnePlace({ layers }: ProjectFiles): readonly ConfigProblem[] {
  const [first, ...others] = layers;
  if (first === undefined) return [];
  return others.map(({ document, table }) => {
    const message = `the project is configured in two places: here and in ${first.document.filePath}`;
    return problemFrom(table.origin, document, { message, fix: 'Keep one of them' });
  });
}
