import type { AnswerSink } from './incoming-call.js';

/** Collects the answers to one batch and sends them as one array when the last is there. */
export class BatchAnswers implements AnswerSink {
  readonly #connection: AnswerSink;
  readonly #answers: string[] = [];
  #missing = 0;
  #isSealed = false;

  constructor(connection: AnswerSink) {
    this.#connection = connection;
  }

  /** One more answer will come. */
  expect(): void {
    this.#missing++;
  }

  /** Every member has been looked at. */
  seal(): void {
    this.#isSealed = true;
    this.#sendIfComplete();
  }

  sendAnswer(json: string): void {
    this.#answers.push(json);
    this.#missing--;
    this.#sendIfComplete();
  }

  #sendIfComplete(): void {
    if (!this.#isSealed || this.#missing > 0 || this.#answers.length === 0) return;
    this.#connection.sendAnswer(`[${this.#answers.join(',')}]`);
  }
}
