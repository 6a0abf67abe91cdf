import { homedir, tmpdir } from 'node:os';
import { isatty } from 'node:tty';
import { currentOperatingSystem, type OperatingSystem } from '../operating-system.js';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface TerminalStream {
  readonly isTTY: boolean;
  /** Width of the window now, when there is one. */
  readonly columns: number | undefined;
}

/** All that a process is told by whoever started it. Domains get it handed in; only this package reads `process`. */
export interface Environment {
  readonly os: OperatingSystem;
  readonly variables: EnvironmentVariables;
  readonly cwd: string;
  readonly homeDir: string;
  readonly tempDir: string;
  /** Absent on Windows, which has no numeric users. */
  readonly userId: number | undefined;
  readonly stdin: { readonly isTTY: boolean };
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
}

export function readEnvironment(): Environment {
  return {
    os: currentOperatingSystem(),
    variables: { ...process.env },
    cwd: process.cwd(),
    homeDir: homedir(),
    tempDir: tmpdir(),
    userId: process.getuid?.(),
    stdin: { isTTY: isatty(0) },
    stdout: terminalStream(1, () => process.stdout),
    stderr: terminalStream(2, () => process.stderr),
  };
}

/** The environment of tests: a bare Linux shell without a terminal, with what the test says on top. */
export function fixedEnvironment(overrides: Partial<Environment> = {}): Environment {
  const noTerminal: TerminalStream = { isTTY: false, columns: undefined };
  return {
    os: 'linux',
    variables: {},
    cwd: '/work',
    homeDir: '/home/user',
    tempDir: '/tmp',
    userId: 1000,
    stdin: { isTTY: false },
    stdout: noTerminal,
    stderr: noTerminal,
    ...overrides,
  };
}

/** Windows finds `Path` under the name `PATH`; a copied environment no longer does. */
export function environmentVariable(
  environment: Pick<Environment, 'os' | 'variables'>,
  name: string,
): string | undefined {
  const exact = environment.variables[name];
  if (exact !== undefined || environment.os !== 'win32') return exact;
  const wanted = name.toUpperCase();
  const key = Object.keys(environment.variables).find((candidate) => candidate.toUpperCase() === wanted);
  return key === undefined ? undefined : environment.variables[key];
}

/** The stream is touched only for its width: Node sets it up on first use, which a short command need not pay. */
function terminalStream(descriptor: number, stream: () => NodeJS.WriteStream): TerminalStream {
  const isTTY = isatty(descriptor);
  return {
    isTTY,
    get columns() {
      return isTTY ? stream().columns : undefined;
    },
  };
}
