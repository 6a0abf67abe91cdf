import type * as z from 'zod';

/** Who sends a message: `toServer` goes from the client to the server of the protocol, `toClient` back. */
export type Direction = 'toServer' | 'toClient';

/** Where a method is written down: in the contract itself, only in what real peers of that family send, or here first. */
export type Origin = 'contract' | 'peers' | 'tandem';

/** Most messages go one way; a few, such as `$/progress`, go both ways under one name. */
export type MessageDirection = Direction | 'both';

interface MessageBase<Params extends z.ZodType, D extends MessageDirection> {
  readonly direction: D;
  /** One line: what the message is for. It becomes the documentation. */
  readonly doc: string;
  readonly params: Params;
  readonly origin: Origin;
  /** Section of the contract (or of the fact sheet, for `peers`) that describes the message. */
  readonly section: string;
  /** Other method names under which real peers send the same message. */
  readonly aliases: readonly string[];
}

export interface RequestSpec<
  Params extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  D extends MessageDirection = MessageDirection,
> extends MessageBase<Params, D> {
  readonly kind: 'request';
  readonly result: Result;
  /** Names from the contract's error table that this request may answer with, besides the standard ones. */
  readonly errors: readonly string[];
}

export interface NotificationSpec<
  Params extends z.ZodType = z.ZodType,
  D extends MessageDirection = MessageDirection,
> extends MessageBase<Params, D> {
  readonly kind: 'notification';
}

export type MessageSpec = RequestSpec | NotificationSpec;
export type Methods = Readonly<Record<string, MessageSpec>>;

/** One error that a protocol defines: a number on JSON-RPC wires, a string on the EDN wire. */
export interface ErrorSpec {
  readonly code: number | string;
  readonly doc: string;
}

export type Errors = Readonly<Record<string, ErrorSpec>>;

export interface Contract<M extends Methods = Methods, E extends Errors = Errors> {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  readonly encoding: 'json-rpc' | 'edn';
  readonly errors: E;
  readonly methods: M;
}

type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/**
 * A message that is answered. Direction defaults to `toServer`, origin to `contract`.
 * `NoInfer`, here and below: inside a table the expected type would otherwise widen the direction to any.
 */
export function request<
  Params extends z.ZodType,
  Result extends z.ZodType,
  const D extends MessageDirection = 'toServer',
>(
  spec: Optional<Omit<RequestSpec<Params, Result, D>, 'kind'>, 'direction' | 'origin' | 'aliases' | 'errors'>,
): RequestSpec<Params, Result, NoInfer<D>> {
  const direction = (spec.direction ?? 'toServer') as D;
  return { origin: 'contract', aliases: [], errors: [], ...spec, direction, kind: 'request' };
}

/** A message that is not answered. Direction defaults to `toServer`, origin to `contract`. */
export function notification<Params extends z.ZodType, const D extends MessageDirection = 'toServer'>(
  spec: Optional<Omit<NotificationSpec<Params, D>, 'kind'>, 'direction' | 'origin' | 'aliases'>,
): NotificationSpec<Params, NoInfer<D>> {
  const direction = (spec.direction ?? 'toServer') as D;
  return { origin: 'contract', aliases: [], ...spec, direction, kind: 'notification' };
}

/** Checks what types cannot: that aliases are unambiguous and every error name is defined. */
export function defineContract<const M extends Methods, const E extends Errors>(
  contract: Contract<M, E>,
): Contract<M, E> {
  const seen = new Set(Object.keys(contract.methods));
  for (const [method, spec] of Object.entries(contract.methods)) {
    for (const alias of spec.aliases) {
      if (seen.has(alias)) throw new Error(`${contract.name}: alias "${alias}" of "${method}" is taken`);
      seen.add(alias);
    }
    if (spec.kind !== 'request') continue;
    for (const error of spec.errors) {
      if (!(error in contract.errors))
        throw new Error(`${contract.name}: "${method}" names unknown error "${error}"`);
    }
  }
  return contract;
}

type MethodsOf<C extends Contract> = C['methods'];

/** Names of the methods of one direction and kind. */
export type MethodNames<C extends Contract, D extends Direction, K extends MessageSpec['kind']> = {
  [N in keyof MethodsOf<C>]: MethodsOf<C>[N] extends { direction: D | 'both'; kind: K } ? N : never;
}[keyof MethodsOf<C>] &
  string;

/** Params as a caller writes them: defaults are optional. */
export type ParamsIn<C extends Contract, N extends keyof MethodsOf<C>> = z.input<MethodsOf<C>[N]['params']>;
/** Params as a handler gets them: parsed, defaults filled in. */
export type ParamsOut<C extends Contract, N extends keyof MethodsOf<C>> = z.output<MethodsOf<C>[N]['params']>;
/** A result as a handler returns it. */
export type ResultIn<C extends Contract, N extends keyof MethodsOf<C>> =
  MethodsOf<C>[N] extends RequestSpec<z.ZodType, infer R> ? z.input<R> : never;
/** A result as a caller gets it. */
export type ResultOut<C extends Contract, N extends keyof MethodsOf<C>> =
  MethodsOf<C>[N] extends RequestSpec<z.ZodType, infer R> ? z.output<R> : never;
