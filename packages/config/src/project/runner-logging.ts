import { logGroupsFromEnvironment } from '../workspace/workspace-file.js';
import type { RunnerSettings } from './project-config.js';

export interface RunnerLogging {
  readonly level: string;
  readonly logGroups: Readonly<Record<string, string>>;
}

/** How loud the runner of one environment is: variables win over files, and what names the environment over what does not. */
export function runnerLogging(
  settings: RunnerSettings,
  envName: string,
  env: Readonly<Record<string, string | undefined>>,
): RunnerLogging {
  const own = settings.envs[envName]?.logging;
  const prefix = `FINECODE_ER_ENV_${envName.toUpperCase().replaceAll(/[-.]/g, '_')}`;
  return {
    level:
      env[`${prefix}_LOG_LEVEL`] ??
      env['FINECODE_ER_LOG_LEVEL'] ??
      own?.defaultLevel ??
      settings.logging.defaultLevel ??
      'INFO',
    logGroups: {
      ...settings.logging.logGroups,
      ...own?.logGroups,
      ...logGroupsFromEnvironment(env, 'FINECODE_ER_LOG_GROUP_'),
      ...logGroupsFromEnvironment(env, `${prefix}_LOG_GROUP_`),
    },
  };
}
