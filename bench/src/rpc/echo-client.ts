/** Sends a payload and calls back when it has come back. */
export interface EchoClient {
  echo(payload: unknown, done: () => void): void;
}
