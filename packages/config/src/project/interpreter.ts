/** One column of an environment's interpreter matrix. */
export interface Interpreter {
  readonly implementation: string;
  readonly version: string;
}

/** `3.12`, `cpython@3.12`, `PyPy@3.10`; undefined when it is neither. */
export function parseInterpreter(text: string): Interpreter | undefined {
  const parts = text.trim().split('@');
  const [implementation, version] = parts.length === 1 ? ['cpython', ...parts] : parts;
  if (parts.length > 2 || !implementation?.trim() || !version?.trim()) return undefined;
  return { implementation: implementation.trim().toLowerCase(), version: version.trim() };
}

export function interpreterId({ implementation, version }: Interpreter): string {
  return `${implementation}@${version}`;
}

/** The environment of one column: `dev@cpython-3.12`. */
export function matrixEnvName(base: string, { implementation, version }: Interpreter): string {
  return `${base}@${implementation}-${version}`;
}
