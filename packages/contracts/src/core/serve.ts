import {
  type MessageHandlers,
  type NotificationContext,
  type RequestContext,
  RpcError,
  RpcErrorCode,
} from '@tandem/wire';
import { decode, encode } from './codec.js';
import type { Contract, Direction, MethodNames, ParamsOut, ResultIn } from './contract.js';
import { nearest } from './nearest.js';
import { type Problem, summarize } from './problem.js';
import { type Route, routesOf, travels, type WireMethod } from './routes.js';

type Requests<C extends Contract, D extends Direction> = MethodNames<C, D, 'request'>;
type Notifications<C extends Contract, D extends Direction> = Exclude<
  MethodNames<C, D, 'notification'>,
  WireMethod
>;

/** One function per message of a direction; a missing or mistyped one does not compile. */
export type Handlers<C extends Contract, D extends Direction> = {
  readonly [N in Requests<C, D>]: (
    params: ParamsOut<C, N>,
    context: RequestContext,
  ) => ResultIn<C, N> | Promise<ResultIn<C, N>>;
} & {
  readonly [N in Notifications<C, D>]: (
    params: ParamsOut<C, N>,
    context: NotificationContext,
  ) => void | Promise<void>;
};

export interface ServeOptions {
  /** Whether to send the other spellings beside the contract's; asked at each answer, since peers agree on it late. */
  readonly sendsOtherSpellings?: () => boolean;
  readonly onUnknownNotification?: (method: string, params: unknown) => void;
  /** A notification cannot be answered, so a bad one is told here. */
  readonly onInvalidNotification?: (method: string, problems: readonly Problem[]) => void;
}

/** Turns typed handlers into what a wire peer wants: finds the message, checks its params, encodes the result. */
export function serve<C extends Contract, D extends Direction>(
  contract: C,
  direction: D,
  handlers: Handlers<C, D>,
  options: ServeOptions = {},
): MessageHandlers {
  return serveSome(contract, direction, handlers, options);
}

/** Like `serve`, for a side that may leave messages out: such requests are unknown, such notifications ignored. */
export function serveSome<C extends Contract, D extends Direction>(
  contract: C,
  direction: D,
  handlers: Partial<Handlers<C, D>>,
  options: ServeOptions = {},
): MessageHandlers {
  const routes = routesOf(contract);
  const table = new Map(Object.entries(handlers)) as ReadonlyMap<string, AnyHandler | undefined>;
  const handlerOf = ({ method, spec }: Route): AnyHandler | undefined =>
    travels(spec, direction) ? table.get(method) : undefined;
  const requestNames = [...routes.values()]
    .filter((route) => route.spec.kind === 'request' && handlerOf(route) !== undefined)
    .map((route) => route.method);

  return {
    async request(name, params, context) {
      const route = routes.get(name);
      const handler = route && handlerOf(route);
      if (route === undefined || handler === undefined || route.spec.kind !== 'request') {
        throw methodNotFound(name, route, requestNames);
      }
      const decoded = decodeParams(route, params);
      if (decoded.kind === 'invalid') throw invalidParams(name, decoded.problems);
      const result = await handler(decoded.value, context);
      return (options.sendsOtherSpellings?.() ?? true) ? encode(route.spec.result, result) : result;
    },
    async notification(name, params, context) {
      const route = routes.get(name);
      const handler = route && handlerOf(route);
      if (route === undefined || handler === undefined || route.spec.kind !== 'notification') {
        options.onUnknownNotification?.(name, params);
        return;
      }
      const decoded = decodeParams(route, params);
      if (decoded.kind === 'invalid') {
        options.onInvalidNotification?.(name, decoded.problems);
        return;
      }
      await handler(decoded.value, context);
    },
  };
}

/** What every handler is once its params are checked; the table's types have done their work by then. */
type AnyHandler = (params: unknown, context: RequestContext | NotificationContext) => unknown;

function decodeParams({ spec }: Route, params: unknown) {
  if (Array.isArray(params)) {
    return {
      kind: 'invalid',
      problems: [{ path: '', message: 'expected an object with named fields, got array' }],
    } as const;
  }
  // Real peers write `null`, or nothing at all, where a message has nothing to say.
  return decode(spec.params, params ?? {});
}

/** An answer that lists every fault of a long array would be longer than the question. */
const maxProblems = 20;

function invalidParams(name: string, problems: readonly Problem[]): RpcError {
  return new RpcError(RpcErrorCode.invalidParams, `Invalid params of "${name}": ${summarize(problems)}`, {
    data: { problems: problems.slice(0, maxProblems) },
  });
}

function methodNotFound(name: string, route: Route | undefined, known: readonly string[]): RpcError {
  return new RpcError(RpcErrorCode.methodNotFound, `Method not found: ${explainUnknown(name, route, known)}`);
}

function explainUnknown(name: string, route: Route | undefined, known: readonly string[]): string {
  const shown = name.length > 200 ? `${name.slice(0, 200)}…` : name;
  if (route?.spec.kind === 'notification') return `${shown} is a notification; send it without an id`;
  const near = route === undefined ? nearest(name, known) : undefined;
  return near === undefined ? shown : `${shown}; did you mean ${near}?`;
}
