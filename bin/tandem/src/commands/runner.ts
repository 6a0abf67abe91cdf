import { parseLogLevel } from '@tandem/platform';
import { runnerMain } from '@tandem/runner';

export interface RunnerCommandOptions {
  readonly projectPath: string;
  readonly envName: string;
  readonly nodeModules?: readonly string[];
  readonly tcp?: boolean;
  readonly debug?: boolean;
  readonly logLevel: string;
  readonly logFile?: string;
}

export async function executeRunner(options: RunnerCommandOptions): Promise<never> {
  const logLevel = parseLogLevel(options.logLevel);
  const code = await runnerMain({
    projectPath: options.projectPath,
    envName: options.envName,
    ...(options.nodeModules !== undefined && { nodeModulesDirs: options.nodeModules }),
    tcp: options.tcp ?? false,
    debug: options.debug ?? false,
    ...(logLevel !== undefined && { logLevel }),
    ...(options.logFile !== undefined && { logFilePath: options.logFile }),
  });
  // Extension code may have left timers and sockets behind; the runner is over all the same.
  process.exit(code);
}
