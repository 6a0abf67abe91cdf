import type * as z from 'zod';
import type { Action } from './action.js';
import type { RunContext } from './run-context.js';
import type { ServiceRequests } from './service.js';

// biome-ignore lint/suspicious/noConfusingVoidType: it is the type of a generator without a return statement
type Nothing = undefined | void;

/** What a handler may give back: one result, nothing, or a generator whose every `yield` is a partial result. */
export type HandlerOutput<Result extends z.ZodType> =
  | z.input<Result>
  | undefined
  | Promise<z.input<Result> | Nothing>
  | AsyncGenerator<z.input<Result>, z.input<Result> | Nothing>
  | Generator<z.input<Result>, z.input<Result> | Nothing>;

export interface Handler<
  Payload extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Config extends z.ZodType = z.ZodType,
  Requests extends ServiceRequests = ServiceRequests,
> {
  readonly kind: 'handler';
  readonly action: Action<Payload, Result>;
  readonly name: string | undefined;
  readonly config: Config | undefined;
  readonly services: Requests;
  run(payload: z.output<Payload>, context: RunContext<Result, Config, Requests>): HandlerOutput<Result>;
}

export interface HandlerSpec<
  Payload extends z.ZodType,
  Result extends z.ZodType,
  Config extends z.ZodType,
  Requests extends ServiceRequests,
> {
  readonly action: Action<Payload, Result>;
  /** Tells this handler from others in the same file; the configuration decides the name people see. */
  readonly name?: string;
  /** Schema of the handler's `config` table. */
  readonly config?: Config;
  /** Services to inject: `{ files: FileAccess }` arrives as `context.services.files`. */
  readonly services?: Requests;
  run(payload: z.output<Payload>, context: RunContext<Result, Config, Requests>): HandlerOutput<Result>;
}

/** Describes one way to do an action. All types follow from the action, the config schema and the services. */
export function defineHandler<
  Payload extends z.ZodType,
  Result extends z.ZodType,
  Config extends z.ZodType = z.ZodObject<Record<never, never>>,
  Requests extends ServiceRequests = Record<never, never>,
>(spec: HandlerSpec<Payload, Result, Config, Requests>): Handler<Payload, Result, Config, Requests> {
  return {
    ...spec,
    kind: 'handler',
    name: spec.name,
    config: spec.config,
    // Without `services` the default type parameter applies, and an empty object is all it asks for.
    services: spec.services ?? ({} as Requests),
  };
}

/** Recognises what `defineHandler` returned among a module's exports. */
export function isHandler(value: unknown): value is Handler {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'handler' &&
    'run' in value
  );
}
