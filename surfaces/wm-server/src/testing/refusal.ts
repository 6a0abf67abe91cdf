import { RpcError } from '@tandem/wire';

/** The error that a request was answered with. */
export async function refusal(answer: Promise<unknown>): Promise<RpcError> {
  const error: unknown = await answer.then(
    (value) => new Error(`it was answered: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof RpcError) return error;
  throw error;
}
