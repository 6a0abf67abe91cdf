import * as z from 'zod';
import { request } from '../core/contract.js';
import { wireObject } from '../core/wire-object.js';
import { Nothing } from '../vocabulary/runs.js';

export const RunnerStatus = z.enum(['NO_VENV', 'INITIALIZING', 'REPAIRING', 'FAILED', 'RUNNING', 'EXITED']);
export type RunnerStatus = z.infer<typeof RunnerStatus>;

export const Runner = wireObject(
  {
    project: z.string().describe('Absolute project directory.'),
    env: z.string(),
    status: RunnerStatus,
    readable_id: z.string().describe('For people.'),
  },
  { project: { send: ['projectPath'] }, env: { send: ['envName'] }, readable_id: { send: ['readableId'] } },
);
export type Runner = z.infer<typeof Runner>;

const RestartParams = wireObject(
  {
    project: z.string().min(1).describe('Absolute project directory.'),
    env: z.string().min(1),
    debug: z.boolean().default(false).describe('Wait for a debugger before the runner starts to work.'),
  },
  {
    project: { accept: ['runner_working_dir'], send: ['runnerWorkingDir'] },
    env: { accept: ['env_name'], send: ['envName'] },
  },
);

const EnvParams = wireObject(
  { project: z.string().min(1).describe('Absolute project directory.'), envName: z.string().min(1) },
  { envName: { accept: ['env'] } },
);

const section = 'runners/ — Runner Management';

export const runnerMethods = {
  'runners/list': request({
    doc: 'List runners and their status.',
    section,
    params: wireObject({
      project: z.string().optional().describe('Absolute project directory; absent: all.'),
    }),
    result: wireObject({ runners: z.array(Runner) }),
    errors: ['projectNotFound'],
  }),
  'runners/restart': request({
    doc: 'Restart a runner, if wanted under a debugger.',
    section,
    params: RestartParams,
    result: Nothing,
    errors: ['projectNotFound', 'runnerNotReady'],
  }),
  'runners/checkEnv': request({
    doc: 'Say whether an environment exists and has its dependencies correctly installed.',
    section,
    params: EnvParams,
    result: wireObject({ valid: z.boolean() }),
    errors: ['projectNotFound'],
  }),
  'runners/removeEnv': request({
    doc: 'Remove an environment, after stopping the runner that uses it.',
    section,
    params: EnvParams,
    result: Nothing,
    errors: ['projectNotFound'],
  }),
};
