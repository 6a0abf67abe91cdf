import type { Problem } from './problem.js';

export type ContractErrorCode = 'invalid-result';

/** The other side broke the contract; local, never sent on a wire. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code: ContractErrorCode;
  readonly method: string;
  readonly problems: readonly Problem[];

  constructor(
    code: ContractErrorCode,
    message: string,
    details: { method: string; problems: readonly Problem[] },
  ) {
    super(message);
    this.code = code;
    this.method = details.method;
    this.problems = details.problems;
  }
}
