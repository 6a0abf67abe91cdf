import { basename, join } from 'node:path';
import type { ConfigProblem } from '../checks/problem.js';
import type { ConfigDocument, DocumentReader } from '../document/config-document.js';
import { childItems, childString, childTable, type TableNode } from '../document/config-node.js';
import { namePartOf } from '../layers/requirement.js';

/** Files of a project folder that hold its configuration, in the order in which they name the project. */
export const projectFileNames = [
  'pyproject.toml',
  'finecode.toml',
  'package.json',
  'finecode-user.toml',
] as const;

/** The files found in one project folder, parsed and not yet judged. */
export interface ProjectFiles {
  readonly dir: string;
  readonly name: string;
  /** The name in the manifest, which `name` falls back from to that of the folder. */
  readonly manifestName: string | undefined;
  readonly ecosystem: 'python' | 'node' | 'none';
  /** The file that stands for the project where one path is asked for. */
  readonly definitionFile: string;
  readonly pyproject: ConfigDocument | undefined;
  readonly finecodeFile: ConfigDocument | undefined;
  readonly packageJson: ConfigDocument | undefined;
  readonly userFile: ConfigDocument | undefined;
  readonly layers: readonly ConfigLayer[];
  /** False for a Python project that never mentions FineCode. */
  readonly usesFinecode: boolean;
  readonly syntaxProblems: readonly ConfigProblem[];
}

/** One place where a project's configuration may stand; a sound project has at most one. */
interface ConfigLayer {
  readonly document: ConfigDocument;
  readonly table: TableNode;
}

export async function readProjectFiles(dir: string, documents: DocumentReader): Promise<ProjectFiles> {
  const readings = await Promise.all(projectFileNames.map((name) => documents.read(join(dir, name))));
  const syntaxProblems = readings.flatMap((reading) => (reading.kind === 'broken' ? [reading.problem] : []));
  const [pyproject, finecodeFile, packageJson, userFile] = readings.map((reading) =>
    reading.kind === 'parsed' ? reading.document : undefined,
  );
  const [hasPyproject, hasFinecodeFile, hasPackageJson] = readings.map(
    (reading) => reading.kind !== 'missing',
  );
  const manifestName = nameFrom(pyproject, packageJson);
  const layers = findLayers(pyproject, finecodeFile, packageJson);
  return {
    dir,
    name: manifestName ?? basename(dir),
    manifestName,
    ecosystem: hasPyproject ? 'python' : hasPackageJson ? 'node' : 'none',
    definitionFile: join(
      dir,
      hasPyproject ? 'pyproject.toml' : hasFinecodeFile ? 'finecode.toml' : 'package.json',
    ),
    pyproject,
    finecodeFile,
    packageJson,
    userFile,
    layers,
    usesFinecode:
      hasFinecodeFile === true ||
      mentionsFinecode(pyproject, packageJson) ||
      listsFinecode(pyproject) ||
      syntaxProblems.length > 0,
    syntaxProblems,
  };
}

function nameFrom(
  pyproject: ConfigDocument | undefined,
  packageJson: ConfigDocument | undefined,
): string | undefined {
  const name =
    childString(childTable(pyproject?.root, 'project'), 'name') ?? childString(packageJson?.root, 'name');
  return name === '' ? undefined : name;
}

function findLayers(
  pyproject: ConfigDocument | undefined,
  finecodeFile: ConfigDocument | undefined,
  packageJson: ConfigDocument | undefined,
): readonly ConfigLayer[] {
  const places = [
    [pyproject, childTable(childTable(pyproject?.root, 'tool'), 'finecode')],
    [finecodeFile, childTable(finecodeFile?.root, 'finecode')],
    [packageJson, childTable(packageJson?.root, 'finecode')],
  ] as const;
  const layers: ConfigLayer[] = [];
  for (const [document, table] of places) {
    if (document !== undefined && table !== undefined) layers.push({ document, table });
  }
  return layers;
}

/** Also when what stands there is no table: that is a mistake to be told, not another kind of project. */
function mentionsFinecode(
  pyproject: ConfigDocument | undefined,
  packageJson: ConfigDocument | undefined,
): boolean {
  const tool = childTable(pyproject?.root, 'tool');
  return tool?.entries.has('finecode') === true || packageJson?.root.entries.has('finecode') === true;
}

function listsFinecode(pyproject: ConfigDocument | undefined): boolean {
  return childItems(childTable(pyproject?.root, 'dependency-groups'), 'dev_workspace').some(
    (item) =>
      item.kind === 'scalar' && typeof item.value === 'string' && namePartOf(item.value) === 'finecode',
  );
}
