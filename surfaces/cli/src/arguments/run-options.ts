import { describeOptions, type OptionTable } from './option-table.js';

/** The options of `tandem run` itself; every other name is a payload field of the action. */
export const runOptions = {
  workdir: { value: 'DIR', help: 'the workspace (default: the current directory)' },
  project: { value: 'NAME', help: 'only this project, by name or directory (repeatable)' },
  files: { value: 'A,B', help: 'only these files (repeatable)' },
  concurrently: { help: 'run the actions of one project side by side' },
  'own-server': { help: 'use a Workspace Manager of this command alone (default)' },
  'shared-server': { help: 'use the daemon that editors use' },
  'dev-env': { value: 'WHERE', help: 'ide, cli, ai, precommit or ci (default: ci when CI is set, else cli)' },
  timeout: { value: 'TIME', help: 'give up after this long: 30, 30s, 500ms, 2m' },
  'fail-on': { value: 'LEVEL', help: 'problems below this level do not fail the run: warning or error' },
  json: { help: 'print one JSON document and nothing else' },
  jsonl: { help: 'print one JSON object per event' },
  quiet: { short: 'q', help: 'print problems and failures only' },
  verbose: { short: 'v', help: 'print every problem, and what the server logs' },
  help: { short: 'h', help: 'print this' },
} as const satisfies OptionTable;

export function runHelp(): string {
  return `Usage: tandem run [options] ACTION… [--FIELD=VALUE…]

Runs actions in all projects of the workspace that have them.

Options, in any order; a value may also follow after a space:
${describeOptions(runOptions)}      --config.[HANDLER.]KEY=VALUE  set a parameter of one or all handlers of the actions
      --FIELD=VALUE                 set a payload field of the action
      --payload.FIELD=VALUE         the same, for a field that is named like an option

Examples:
  $ tandem run lint
  $ tandem run --project api lint check_formatting
  $ tandem run --files src/index.ts lint
  $ tandem run format --save=false

The exit code is 0 when all is clean, 1 when there are problems, 2 when this command line is wrong,
3 when a tool or runner failed, is missing or took too long, and 130 after Ctrl-C.
`;
}
