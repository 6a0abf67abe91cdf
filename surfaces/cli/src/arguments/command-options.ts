import type { OptionTable } from './option-table.js';
import { runOptions } from './run-options.js';

/** Options that mean the same wherever they appear. */
export const commonOptions = {
  workdir: { value: 'DIR', help: 'the workspace (default: the current directory)' },
  project: { value: 'NAME', help: 'only this project, by name or directory (repeatable)' },
  'own-server': { help: 'use a Workspace Manager of this command alone' },
  'shared-server': { help: 'use the daemon that editors use' },
  json: { help: 'print JSON' },
  help: { short: 'h', help: 'print this' },
} as const satisfies OptionTable;

const { workdir, project, json, help } = commonOptions;
const { json: _alwaysJson, ...whereToLook } = commonOptions;

/** What each command takes: for reading its words, for its help and for completion in shells. */
export const commandOptions = {
  run: runOptions,
  actions: commonOptions,
  projects: commonOptions,
  runners: { workdir, project, json, help },
  'dump-config': { ...whereToLook, explain: { help: 'tell the file and line that each value came from' } },
  stop: { workdir, help },
} as const satisfies Readonly<Record<string, OptionTable>>;
