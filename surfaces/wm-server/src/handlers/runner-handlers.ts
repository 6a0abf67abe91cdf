import type { ConnectionContext, HandlersOf } from '../connection/connection-context.js';
import { toWireRunner } from '../convert/runners.js';

export function runnerHandlers({ workspace, client }: ConnectionContext): HandlersOf<'runners'> {
  const { session } = client;
  return {
    'runners/list': ({ project }) => ({ runners: workspace.listRunners(project).map(toWireRunner) }),
    'runners/restart': async ({ project, env, debug }, { signal }) => {
      await workspace.restartRunner(session, { projectDir: project, envName: env }, { debug, signal });
      return {};
    },
    'runners/checkEnv': async ({ project, envName }, { signal }) => ({
      valid: await workspace.checkEnv(session, { projectDir: project, envName }, { signal }),
    }),
    'runners/removeEnv': async ({ project, envName }, { signal }) => {
      await workspace.removeEnv({ projectDir: project, envName }, { signal });
      return {};
    },
  };
}
