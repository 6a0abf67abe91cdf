import type { RequestOptions, RpcPeer } from '@tandem/wire';
import { decode, encode } from './codec.js';
import type { Contract, Direction, MethodNames, ParamsIn, ResultOut } from './contract.js';
import { ContractError } from './contract-error.js';
import { summarize } from './problem.js';
import type { WireMethod } from './routes.js';

/** The calling side of a contract: every name, its params and its result are known to the compiler. */
export interface Caller<C extends Contract, D extends Direction> {
  request<N extends MethodNames<C, D, 'request'>>(
    method: N,
    params: ParamsIn<C, N>,
    options?: RequestOptions,
  ): Promise<ResultOut<C, N>>;
  /** Resolves when the writer can take more. */
  notify<N extends Exclude<MethodNames<C, D, 'notification'>, WireMethod>>(
    method: N,
    params: ParamsIn<C, N>,
  ): Promise<void>;
}

export interface CallerOptions {
  /** Whether to send the other spellings beside the contract's; asked at each call, since peers agree on it late. */
  readonly sendsOtherSpellings?: () => boolean;
}

/** What a client uses to call its server. */
export function connectClient<C extends Contract>(
  contract: C,
  peer: RpcPeer,
  options: CallerOptions = {},
): Caller<C, 'toServer'> {
  return createCaller(contract, peer, options);
}

/** What a server uses to call its client. */
export function connectServer<C extends Contract>(
  contract: C,
  peer: RpcPeer,
  options: CallerOptions = {},
): Caller<C, 'toClient'> {
  return createCaller(contract, peer, options);
}

function createCaller<C extends Contract, D extends Direction>(
  contract: C,
  peer: RpcPeer,
  options: CallerOptions,
): Caller<C, D> {
  const specOf = (method: string) => {
    const spec = contract.methods[method];
    if (spec === undefined) throw new TypeError(`${contract.name} has no method "${method}"`);
    return spec;
  };
  const encodeParams = (method: string, params: unknown): unknown =>
    (options.sendsOtherSpellings?.() ?? true) ? encode(specOf(method).params, params) : params;

  return {
    async request(method, params, requestOptions) {
      const spec = specOf(method);
      if (spec.kind !== 'request') throw new TypeError(`"${method}" of ${contract.name} is a notification`);
      const answer = await peer.request(method, encodeParams(method, params), requestOptions);
      const decoded = decode(spec.result, answer);
      // The compiler cannot follow one method through the table; `spec` is the one that `method` names.
      if (decoded.kind === 'valid') return decoded.value as ResultOut<C, typeof method>;
      const { problems } = decoded;
      throw new ContractError(
        'invalid-result',
        `The answer to "${method}" breaks the contract: ${summarize(problems)}`,
        {
          method,
          problems,
        },
      );
    },
    async notify(method, params) {
      await peer.notify(method, encodeParams(method, params));
    },
  };
}
