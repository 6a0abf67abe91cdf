import { execFile } from 'node:child_process';
import path from 'node:path';

/** The built executable: `npm test` builds it before the first test. */
export const executable = path.resolve(import.meta.dirname, '../../../../dist/tandem.cjs');

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real executable to its end; a run that does not end is killed and fails the test. */
export function runTandem(
  args: readonly string[],
  options: { cwd?: string; file?: string } = {},
): Promise<Outcome> {
  return run(process.execPath, [options.file ?? executable, ...args], options.cwd);
}

export function run(command: string, args: readonly string[], cwd = process.cwd()): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: userEnvironment(), timeout: 150_000, killSignal: 'SIGKILL' } as const;
    const child = execFile(command, [...args], options, (error, stdout, stderr) => {
      if (error !== null && child.exitCode === null) {
        reject(new Error(`${command} ${args.join(' ')} did not end: ${error.message}\n${stderr}`));
        return;
      }
      resolve({ code: child.exitCode ?? 0, stdout, stderr });
    });
  });
}

/** What a person's shell would have: `npm test` hands this project's npm settings to everything below it. */
function userEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|TANDEM_|CI$)/i.test(name)),
  );
}
