import * as z from 'zod';
import { request } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { wireObject } from '../core/wire-object.js';
import { DevEnv, Nothing } from '../vocabulary/runs.js';
import { ApplyEditParams, ApplyEditResult } from '../vocabulary/text-edits.js';

export const ProjectStatus = z
  .enum(['CONFIG_VALID', 'CONFIG_INVALID', 'NO_FINECODE'])
  .describe('NO_FINECODE: a package found in the workspace that does not use FineCode configuration.');
export type ProjectStatus = z.infer<typeof ProjectStatus>;

export const Project = wireObject({
  name: z.string().describe('Name of the package.'),
  path: z.string().describe('Absolute path of the project directory.'),
  status: ProjectStatus,
});
export type Project = z.infer<typeof Project>;

const ConfigOverrides = z
  .record(z.string(), z.record(z.string(), JsonObject))
  .describe('Action name → handler name, or "" for every handler → parameter → value.');

const ProjectFilter = z
  .array(z.string())
  .describe('Names of projects; absolute project directories are understood too.');

const ReloadedProject = wireObject({
  project: z.string(),
  status: z.enum(['recovered', 'failed', 'refused']),
  actionsAdded: z.array(z.string()).optional(),
  actionsRemoved: z.array(z.string()).optional(),
  error: z.string().optional(),
  inFlight: z.int().optional().describe('Runs that were in the way.'),
});

const section = 'workspace/ — Workspace & Project Discovery';

export const workspaceMethods = {
  'workspace/listProjects': request({
    doc: 'List all projects in the workspace.',
    section,
    params: Nothing,
    result: z.array(Project),
  }),
  'workspace/findProjectForFile': request({
    doc: 'Say which project, if any, contains a file.',
    section,
    params: wireObject({ filePath: z.string().describe('Absolute path.') }),
    result: wireObject({
      project: z.string().nullable().describe('Project directory, or null when the file is in no project.'),
    }),
  }),
  'workspace/addDir': request({
    doc: 'Add a workspace directory: find projects, read their configuration, collect actions, start runners.',
    section,
    params: wireObject({
      dirPath: z.string().min(1).describe('Absolute path.'),
      startRunners: z
        .boolean()
        .default(true)
        .describe(
          'False: only read configuration and collect actions, for environments that do not exist yet.',
        ),
      projects: ProjectFilter.optional().describe(
        'Initialise only these; the others are found but left for a later call. Names, or absolute directories.',
      ),
      initializeAllHandlers: z
        .boolean()
        .default(true)
        .describe('Have runners create all handlers at once instead of at first use.'),
    }),
    result: wireObject({
      projects: z.array(Project).describe('Only the projects that this call initialised.'),
    }),
    errors: ['configInvalid', 'runnerNotReady'],
  }),
  'workspace/startRunners': request({
    doc: 'Start the runners that are not running yet, and resolve actions that presets define.',
    section,
    params: wireObject({
      projects: ProjectFilter.optional().describe(
        'All projects when absent. Names, or absolute directories.',
      ),
      pythonOverrides: z
        .record(z.string(), z.string())
        .optional()
        .describe('Environment name → Python executable to use for it.'),
      resolvePresets: z.boolean().default(true),
    }),
    result: Nothing,
    errors: ['projectNotFound', 'runnerNotReady'],
  }),
  'workspace/setConfigOverrides': request({
    doc: 'Replace the handler config overrides that apply to all later runs; running runners are told at once.',
    section,
    params: wireObject({ overrides: ConfigOverrides }),
    result: Nothing,
  }),
  'workspace/removeDir': request({
    doc: 'Remove a workspace directory: stop the runners of its projects and forget them.',
    section,
    params: wireObject({ dirPath: z.string().min(1) }),
    result: Nothing,
  }),
  'workspace/getProjectRawConfig': request({
    doc: 'Return the configuration of a project after reading files and resolving presets.',
    section,
    params: wireObject({ project: z.string().min(1).describe('Absolute project directory.') }),
    result: wireObject({ rawConfig: JsonObject }),
    errors: ['projectNotFound'],
  }),
  'workspace/explainConfig': request({
    doc: 'Tell where each value of the merged configuration of a project came from.',
    origin: 'tandem',
    section,
    params: wireObject({ project: z.string().min(1).describe('Absolute project directory.') }),
    result: wireObject({
      values: z.array(
        wireObject({
          key: z.string().describe('Path of the value, like tool.finecode.action.lint.handlers[0].env.'),
          value: z.unknown(),
          source: z.string().describe('file:line:column, or in words where no file says it.'),
        }),
      ),
    }),
    errors: ['projectNotFound'],
  }),
  'workspace/getWorkspaceEditablePackages': request({
    doc: 'Return the packages of the workspace that other projects install in editable mode.',
    origin: 'peers',
    section: '3.4',
    params: Nothing,
    result: wireObject({
      packages: z.record(z.string(), z.string()).describe('Package name → POSIX directory.'),
    }),
  }),
  'workspace/getWorkspacePackages': request({
    doc: 'Return the packages of the workspace and how other projects may install them.',
    origin: 'peers',
    section: '0, era C',
    params: Nothing,
    result: wireObject({
      packages: z.record(
        z.string(),
        wireObject({ dir: z.string(), wheel: z.unknown().optional(), editable: z.unknown().optional() }),
      ),
    }),
  }),
  'workspace/prepareEnvs': request({
    doc: 'Create the environments of the workspace and install what their handlers need.',
    origin: 'peers',
    section: '3.9',
    params: wireObject({
      dirPath: z.string().min(1).describe('The workspace root.'),
      recreate: z.boolean().default(false),
      envNames: z.array(z.string()).optional(),
      interpreters: z.array(z.string()).optional(),
      projectNames: z.array(z.string()).optional().describe('Names, not directories.'),
      devEnv: DevEnv.default('cli'),
      maxConcurrentProjects: z.int().min(1).optional(),
    }),
    result: Nothing,
    errors: ['projectNotFound', 'runnerNotReady', 'actionFailed'],
  }),
  'workspace/reloadConfig': request({
    doc: 'Read the configuration of one or all projects again and bring their runners up to date.',
    origin: 'peers',
    section: '0, era C',
    params: wireObject({
      project: z.string().optional().describe('Absolute project directory; or set allProjects.'),
      allProjects: z.boolean().default(false),
      rescan: z.boolean().default(false).describe('Also look for new and removed projects.'),
      killInFlightRuns: z.boolean().default(false).describe('Otherwise a project that is busy is refused.'),
    }),
    result: wireObject({ projects: z.array(ReloadedProject) }),
    errors: ['projectNotFound'],
  }),
  'workspace/applyEdit': request({
    direction: 'toClient',
    doc: 'Ask the editor to apply edits that a handler made.',
    origin: 'peers',
    section: 'WM-ER: ER -> WM',
    params: ApplyEditParams,
    result: ApplyEditResult,
  }),
};
