import { basename, dirname } from 'node:path';
import {
  changesAnswersTo,
  changesParams,
  changesResult,
  type Fields,
  neverRefuses,
  pretends,
  refuses,
} from '../er/runner-flaw-tools.js';
import type { FlawedPeer } from '../flaw.js';
import { errorAnswer } from '../json-rpc/flaw-tools.js';
import { answersNull, chain, changesList, changesNotes, remembers } from './flaw-tools.js';

const addDir = 'workspace/addDir';
const listProjects = 'workspace/listProjects';
const findProject = 'workspace/findProjectForFile';
const startRunners = 'workspace/startRunners';
const removeDir = 'workspace/removeDir';
const rawConfig = 'workspace/getProjectRawConfig';

const otherResult = /expected the result to be \{\}/;
const otherRunners = /expected the projects with a runner to be/;
const otherActions = /expected the projects whose actions are known to be/;
const noError = /expected a JSON-RPC error/;

const always = () => true;
const withoutFilter = ({ projects: _, ...params }: Fields) => params;

/** The list itself is the result. */
const changesProjects = (change: (list: readonly Fields[]) => readonly Fields[]) =>
  changesResult(listProjects, (list) => change(list as unknown as readonly Fields[]));

const changesProjectOfFile = (change: (project: string | null) => string | null) =>
  changesResult(findProject, ({ project }) => ({ project: change(project as string | null) }));

/** Flaws in what is in the workspace, and how it gets there. */
export const workspaceFlaws: Readonly<Record<string, FlawedPeer>> = {
  'projects/empty': {
    flaw: 'begins with a project',
    finding: /expected the projects of a new server to be \[\]/,
    create: () => changesProjects((list) => [{ name: 'own', path: '/own', status: 'CONFIG_VALID' }, ...list]),
    daemon: {},
  },
  'projects/listed': {
    flaw: 'tells no status',
    finding: /expected the listed projects to be/,
    create: () => changesProjects((list) => list.map(({ status: _, ...project }) => project)),
  },
  'projects/not-initialised': {
    flaw: 'lists only what is initialised',
    finding: /expected the names of the listed projects to be/,
    create: () => changesProjects((list) => list.filter(({ name }) => name === 'beta')),
  },
  'projects/of-file': {
    flaw: 'tells the directory of the workspace',
    finding: /expected the project of document.txt to be/,
    create: () => changesProjectOfFile((project) => project && dirname(project)),
  },
  'projects/of-no-file': {
    flaw: 'has an empty name for no project',
    finding: /to be \{"project":null\}/,
    create: () => changesProjectOfFile((project) => project ?? ''),
  },
  'projects/of-nested-file': {
    flaw: 'stops at the outermost project',
    finding: /expected the project of a file in beta\/inner to be/,
    create: () => changesProjectOfFile((project) => project?.replace(/\/inner$/, '') ?? null),
  },
  'adding/result': {
    flaw: 'tells relative paths',
    finding: /expected the projects to be/,
    create: () =>
      changesList(addDir, 'projects', (list) =>
        list.map((one) => ({ ...one, path: basename(String(one['path'])) })),
      ),
  },
  'adding/again': {
    flaw: 'tells all projects every time',
    finding: /expected the projects of the second call to be \[\]/,
    create: () => {
      let first: Fields | undefined;
      return changesResult(addDir, (result) => (first ??= result));
    },
  },
  'adding/filter-by-name': {
    flaw: 'has no filter',
    finding: /expected the names of the result to be \["beta"\]/,
    create: () => changesParams(addDir, withoutFilter),
  },
  'adding/filter-by-path': {
    flaw: 'takes only names for a filter',
    finding: /expected the names of the result to be \["gamma"\]/,
    create: () =>
      changesParams(addDir, (params) => ({
        ...params,
        projects: [params['projects']].flat().filter((name) => !String(name).includes('/')),
      })),
  },
  'adding/filter-skips': {
    flaw: 'reads all configurations whatever the filter',
    finding: otherActions,
    create: () => changesParams(addDir, withoutFilter),
  },
  'adding/incremental': {
    flaw: 'does nothing for a directory that it knows',
    finding: /expected the names of the second result to be/,
    create: () => pretends(addDir, (nth) => nth > 1, { projects: [] }),
  },
  'adding/another-filter': {
    flaw: 'keeps to its first filter',
    finding: /expected the names of the second result to be/,
    create: () => changesParams(addDir, (params) => ({ ...params, projects: ['beta'] })),
  },
  'adding/no-runners': {
    flaw: 'always starts runners',
    finding: otherRunners,
    create: () => changesParams(addDir, (params) => ({ ...params, startRunners: true })),
  },
  'adding/no-runners-actions': {
    flaw: 'knows no actions without runners',
    finding: otherActions,
    create: () => changesList('actions/list', 'actions', () => []),
  },
  'adding/starts-runners': {
    flaw: 'takes startRunners for false when it is absent',
    finding: otherRunners,
    create: () => changesParams(addDir, (params) => ({ startRunners: false, ...params })),
  },
  'adding/filter-runners': {
    flaw: 'starts the runners of all projects',
    finding: otherRunners,
    create: () => changesParams(addDir, withoutFilter),
  },
  'adding/broken-project': {
    flaw: 'adds nothing when one project is broken',
    finding: /expected a result/,
    create: () =>
      changesAnswersTo(addDir, (answer) =>
        JSON.stringify(answer).includes('CONFIG_INVALID') ? errorAnswer(answer.id, -32603) : answer,
      ),
  },
  'adding/union': {
    flaw: 'shows every client what it added itself',
    finding: /expected the names of the projects in .* to be/,
    create: () => {
      const dirs: string[] = [];
      return chain(
        remembers(addDir, ({ dirPath }) => dirs.push(String(dirPath))),
        changesProjects((list) =>
          list.filter(({ path }) => dirs.some((dir) => String(path).startsWith(dir))),
        ),
      );
    },
  },
  'starting/result': {
    flaw: 'answers with null',
    finding: otherResult,
    create: () => answersNull(startRunners),
  },
  'starting/some': {
    flaw: 'starts all runners',
    finding: otherRunners,
    create: () => changesParams(startRunners, withoutFilter),
  },
  'starting/all': {
    flaw: 'starts the runners of one project',
    finding: otherRunners,
    create: () => changesParams(startRunners, (params) => ({ projects: ['alpha'], ...params })),
  },
  'starting/complements': {
    flaw: 'replaces runners that run',
    finding: /expected the process of the runner to be/,
    create: () => {
      let starts = 0;
      return chain(
        remembers(startRunners, () => (starts += 1)),
        changesNotes((notes) => notes.map((note) => `${note} ${starts}`)),
      );
    },
  },
  'starting/presets': {
    flaw: 'does not know the actions of presets',
    finding: /expected a result/,
    create: () => refuses('#meta'),
  },
  'removing/result': {
    flaw: 'answers with null',
    finding: otherResult,
    create: () => answersNull(removeDir),
  },
  'removing/forgets': {
    flaw: 'keeps what it was to forget',
    finding: /expected the projects that are still listed to be \[\]/,
    create: () => pretends(removeDir, always, {}),
  },
  'removing/others-stay': {
    flaw: 'forgets everything',
    finding: /expected the names of the other directory to be/,
    create: () => {
      let isOver = false;
      return chain(
        remembers(removeDir, () => (isOver = true)),
        changesProjects((list) => (isOver ? [] : list)),
      );
    },
  },
  'removing/runners': {
    flaw: 'leaves runners running',
    finding: otherRunners,
    create: () => {
      const left: Fields[] = [];
      return chain(
        remembers(removeDir, ({ dirPath }) =>
          left.push({
            project: `${String(dirPath)}/alpha`,
            env: 'dev',
            status: 'RUNNING',
            readable_id: 'alpha::dev',
          }),
        ),
        changesList('runners/list', 'runners', (runners) => [...runners, ...left]),
      );
    },
  },
  'rawconfig/shape': {
    flaw: 'tells nothing',
    finding: /expected rawConfig.tool.finecode.action to be an object/,
    create: () => changesResult(rawConfig, () => ({ rawConfig: {} })),
  },
  'rawconfig/presets': {
    flaw: 'leaves out what presets say',
    finding: /expected the keys of the actions to be/,
    create: () =>
      changesResult(rawConfig, (result) => {
        const { meta: _, ...action } = Object(result['rawConfig']).tool.finecode.action;
        return { rawConfig: { tool: { finecode: { action } } } };
      }),
  },
  'rawconfig/required': {
    flaw: 'answers for no project',
    finding: noError,
    create: () => neverRefuses(rawConfig, { rawConfig: {} }),
  },
  'rawconfig/unknown': {
    flaw: 'has a configuration for any project',
    finding: noError,
    create: () => neverRefuses(rawConfig, { rawConfig: {} }),
  },
};
