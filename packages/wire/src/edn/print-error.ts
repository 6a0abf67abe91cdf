/** A value that has no EDN text in the chosen profile. `path` leads to it from the value that was to be printed. */
export class EdnPrintError extends Error {
  override readonly name = 'EdnPrintError';
  readonly problem: string;
  readonly path: string;

  constructor(problem: string, path = '') {
    super(path === '' ? problem : `${problem} (at ${path})`);
    this.problem = problem;
    this.path = path;
  }

  /** The same error as seen from one level further out. */
  within(step: string): EdnPrintError {
    return new EdnPrintError(this.problem, step + this.path);
  }
}
