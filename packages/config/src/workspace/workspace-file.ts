import { join, resolve } from 'node:path';
import { workspaceFileShape } from '../checks/finecode-shape.js';
import { type ConfigProblem, hasErrors, problemFrom } from '../checks/problem.js';
import { checkShape } from '../checks/shape.js';
import { readProjectFiles } from '../discovery/project-files.js';
import {
  type ConfigDocument,
  createDocumentReader,
  type DocumentReader,
} from '../document/config-document.js';
import type { ConfigFiles } from '../document/config-files.js';
import {
  type ConfigNode,
  childBoolean,
  childItems,
  childString,
  childTable,
  stringEntries,
  type TableNode,
} from '../document/config-node.js';

export const workspaceFileName = 'finecode-workspace.toml';

/** What `finecode-workspace.toml` and the environment say about the workspace as a whole. */
export interface WorkspaceSettings {
  readonly allPackagesEditable: boolean;
  /** Packages to install from their folder wherever another project of the workspace needs them, by name. */
  readonly editablePackages: Readonly<Record<string, string>>;
  readonly logGroups: Readonly<Record<string, string>>;
  readonly otlpEndpoint: string | undefined;
  readonly isWalEnabled: boolean;
}

export type WorkspaceReading =
  | {
      readonly kind: 'valid';
      readonly settings: WorkspaceSettings;
      readonly warnings: readonly ConfigProblem[];
      readonly watchPaths: readonly string[];
    }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly ConfigProblem[];
      readonly watchPaths: readonly string[];
    };

export interface ReadWorkspaceOptions {
  readonly files: ConfigFiles;
  readonly documents?: DocumentReader;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A workspace without the file has the default settings. */
export async function readWorkspaceFile(
  rootDir: string,
  options: ReadWorkspaceOptions,
): Promise<WorkspaceReading> {
  const documents = options.documents ?? createDocumentReader(options.files);
  const filePath = join(rootDir, workspaceFileName);
  const watchPaths = [filePath];
  const reading = await documents.read(filePath);
  if (reading.kind === 'broken') return { kind: 'invalid', problems: [reading.problem], watchPaths };
  const document = reading.kind === 'parsed' ? reading.document : undefined;
  const shapeProblems = document === undefined ? [] : checkShape(document.root, workspaceFileShape, document);
  if (hasErrors(shapeProblems)) return { kind: 'invalid', problems: shapeProblems, watchPaths };
  const workspace = childTable(document?.root, 'workspace');
  const editable = await readEditablePackages(rootDir, document, workspace, documents);
  const problems = [...shapeProblems, ...editable.problems];
  if (hasErrors(problems)) return { kind: 'invalid', problems, watchPaths };
  const settings = { ...settingsFrom(workspace, options.env ?? {}), editablePackages: editable.packages };
  return { kind: 'valid', settings, warnings: problems, watchPaths };
}

function settingsFrom(
  workspace: TableNode | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Omit<WorkspaceSettings, 'editablePackages'> {
  const manager = childTable(workspace, 'wm');
  const groups = childTable(childTable(manager, 'logging'), 'log_groups');
  const wal = env['FINECODE_WAL_ENABLED'];
  return {
    allPackagesEditable: childBoolean(workspace, 'all_workspace_packages_editable') ?? false,
    logGroups: { ...stringEntries(groups), ...logGroupsFromEnvironment(env, 'FINECODE_WM_LOG_GROUP_') },
    otlpEndpoint:
      env['FINECODE_OTLP_ENDPOINT'] ?? childString(childTable(manager, 'telemetry'), 'otlp_endpoint'),
    isWalEnabled:
      wal === undefined ? (childBoolean(childTable(manager, 'wal'), 'enabled') ?? false) : isTruthy(wal),
  };
}

/** `PREFIX_MY_GROUP=DEBUG` sets the level of the group `my.group`. */
export function logGroupsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  prefix: string,
): Readonly<Record<string, string>> {
  const groups: Record<string, string> = {};
  for (const [variable, level] of Object.entries(env)) {
    if (level === undefined || !variable.startsWith(prefix) || variable === prefix) continue;
    groups[variable.slice(prefix.length).toLowerCase().replaceAll('_', '.')] = level;
  }
  return groups;
}

function isTruthy(text: string): boolean {
  return ['1', 'true', 'yes', 'on'].includes(text.trim().toLowerCase());
}

async function readEditablePackages(
  rootDir: string,
  document: ConfigDocument | undefined,
  workspace: TableNode | undefined,
  documents: DocumentReader,
): Promise<{ packages: Readonly<Record<string, string>>; problems: readonly ConfigProblem[] }> {
  const packages: Record<string, string> = {};
  const problems: ConfigProblem[] = [];
  if (document === undefined) return { packages, problems };
  const complain = (item: ConfigNode, message: string, fix: string) =>
    problems.push(problemFrom(item.origin, document, { message, fix }));
  for (const item of childItems(workspace, 'editable_packages')) {
    const dir = resolve(rootDir, item.kind === 'scalar' ? String(item.value) : '');
    const { manifestName: name } = await readProjectFiles(dir, documents);
    const other = name === undefined ? undefined : packages[name];
    if (name === undefined) {
      complain(
        item,
        `${dir} holds no package with a name`,
        'Correct the path, or give the package a name in its manifest',
      );
    } else if (other !== undefined && other !== dir) {
      complain(item, `package "${name}" is also in ${other}`, 'Keep one of the two paths');
    } else packages[name] = dir;
  }
  return { packages, problems };
}
