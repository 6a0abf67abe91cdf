import type { Environment, EnvironmentVariables } from '../environment/environment.js';

/**
 * Variables that speak about the process that received them and mislead any other: channels and debug ports of
 * Node, Electron and VS Code, the npm script that happened to start us, the repository of a running git hook
 * (which would turn every later git command of a daemon to that one repository), and a foreign Python's home.
 */
const boundToTheirProcess = [
  /^NODE_(CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)$/,
  /^ELECTRON_(RUN_AS_NODE|NO_ATTACH_CONSOLE|NO_ASAR)$/,
  /^VSCODE_/,
  /^(INIT_CWD|npm_(lifecycle|package)_.*|npm_(command|execpath|node_execpath))$/,
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES)$/,
  /^(PYTHONHOME|PYTHONEXECUTABLE|__PYVENV_LAUNCHER__)$/,
];

export interface ChildEnvironmentOptions {
  /** Added last, so it wins. */
  readonly set?: EnvironmentVariables;
  /** Passed on although it is bound to us: a git hook's own tools need `GIT_INDEX_FILE`. */
  readonly keep?: readonly string[];
  /** Left out although it would be passed on: the keys of our own services. */
  readonly drop?: readonly string[];
}

/** The environment to give to a child. */
export function childEnvironment(
  environment: Pick<Environment, 'os' | 'variables'>,
  options: ChildEnvironmentOptions = {},
): Record<string, string> {
  const spelling = (name: string) => (environment.os === 'win32' ? name.toUpperCase() : name);
  const keep = new Set(options.keep?.map(spelling));
  const drop = new Set([...(options.drop ?? []), ...Object.keys(options.set ?? {})].map(spelling));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment.variables)) {
    if (value === undefined || drop.has(spelling(name))) continue;
    if (!keep.has(spelling(name)) && boundToTheirProcess.some((pattern) => pattern.test(name))) continue;
    result[name] = name === 'NODE_OPTIONS' ? withoutDebugger(value) : value;
  }
  for (const [name, value] of Object.entries(options.set ?? {})) {
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** Two processes cannot listen on one debug port: the child would fail to start. */
function withoutDebugger(nodeOptions: string): string {
  return nodeOptions.replace(/(^|\s)--(inspect|debug)(-\w+)*(=\S*)?(?=\s|$)/g, '').trim();
}
