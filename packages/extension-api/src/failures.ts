/** Thrown by a handler for a failure it expects: people see the message, without a stack. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
}

/** Thrown by a handler to end the whole run here, with this result, before the handlers after it. */
export class StopRun extends Error {
  override readonly name = 'StopRun';
  readonly result: unknown;

  constructor(result: unknown) {
    super('a handler stopped the run');
    this.result = result;
  }
}
