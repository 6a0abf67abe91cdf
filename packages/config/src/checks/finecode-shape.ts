import type { Shape } from './shape.js';

const anything: Shape = { kind: 'anything' };
const string: Shape = { kind: 'string' };
const boolean: Shape = { kind: 'boolean' };
const strings: Shape = { kind: 'list', items: string };
const anyTable: Shape = { kind: 'named', values: anything };
const dependencyGroups: Shape = { kind: 'named', values: { kind: 'list', items: anything } };

const handlerKeys: Readonly<Record<string, Shape>> = {
  name: string,
  source: string,
  env: string,
  dependencies: strings,
  dependencies_override: strings,
  config: anyTable,
  enabled: boolean,
};

const action: Shape = {
  kind: 'table',
  keys: {
    source: string,
    handlers: {
      kind: 'listOrTable',
      list: { kind: 'list', items: { kind: 'table', keys: handlerKeys, required: ['name'] } },
      table: { kind: 'named', values: { kind: 'table', keys: handlerKeys } },
    },
    handlers_mode: { kind: 'string', choices: ['merge', 'replace'] },
    config: anyTable,
  },
};

const service: Shape = {
  kind: 'table',
  keys: { interface: string, source: string, env: string, dependencies: strings, config: anyTable },
  required: ['interface', 'source', 'env'],
};

const environment: Shape = {
  kind: 'table',
  keys: {
    runtime: { kind: 'string', choices: ['python', 'node'] },
    node_modules: { kind: 'string', choices: ['env', 'project'] },
    dependencies: { kind: 'named', values: { kind: 'table', keys: { path: string, editable: boolean } } },
    runner: { kind: 'table', keys: { debug: boolean } },
    install_project: boolean,
    interpreters: strings,
    default_interpreters: anyTable,
  },
};

const logging: Shape = {
  kind: 'table',
  keys: { default_level: string, log_groups: { kind: 'named', values: string } },
};

const runnerSettings: Shape = {
  kind: 'table',
  keys: { logging, envs: { kind: 'named', values: { kind: 'table', keys: { debug: boolean, logging } } } },
};

const finecodeKeys: Readonly<Record<string, Shape>> = {
  presets: { kind: 'list', items: { kind: 'table', keys: { source: string }, required: ['source'] } },
  action: { kind: 'named', values: action },
  action_handler: {
    kind: 'list',
    items: { kind: 'table', keys: { source: string, config: anyTable }, required: ['source'] },
  },
  service: { kind: 'list', items: service },
  env: { kind: 'named', values: environment },
  er: runnerSettings,
  extension: { kind: 'named', values: { kind: 'table', keys: { dependencies_override: strings } } },
};

/** `[tool.finecode]`, `[finecode]`, or the `finecode` field of `package.json`. */
export const finecodeShape = { kind: 'table', keys: finecodeKeys } as const satisfies Shape;

/** The top level of `finecode-user.toml`, which has no wrapping table. */
export const userFileShape: Shape = {
  kind: 'table',
  keys: { ...finecodeKeys, 'dependency-groups': dependencyGroups },
};

/** The top level of `finecode.toml`. */
export const finecodeFileShape: Shape = {
  kind: 'table',
  keys: { finecode: finecodeShape, 'dependency-groups': dependencyGroups },
};

/** The parts of `pyproject.toml` that we build upon; the rest of it belongs to other tools. */
export const pyprojectParts: readonly (readonly [readonly string[], Shape])[] = [
  [['project'], anyTable],
  [['project', 'name'], string],
  [['project', 'dependencies'], strings],
  [['dependency-groups'], dependencyGroups],
  [['tool'], anyTable],
  [['tool', 'finecode'], finecodeShape],
];

/** `finecode-workspace.toml`. */
export const workspaceFileShape: Shape = {
  kind: 'table',
  keys: {
    workspace: {
      kind: 'table',
      keys: {
        all_workspace_packages_editable: boolean,
        editable_packages: strings,
        wm: {
          kind: 'table',
          keys: {
            logging: { kind: 'table', keys: { log_groups: { kind: 'named', values: string } } },
            telemetry: { kind: 'table', keys: { otlp_endpoint: string } },
            wal: { kind: 'table', keys: { enabled: boolean } },
          },
        },
      },
    },
  },
};
