import type * as z from 'zod';

/** Names a service and carries its type; two tokens with the same id are the same service. */
export interface ServiceToken<Service> {
  readonly kind: 'service-token';
  readonly id: string;
  /** Never set: it only makes `Service` part of the type, so that injection can infer it. */
  readonly service?: Service;
}

/** The services a handler or service asks for, under the names it will use. */
export type ServiceRequests = Readonly<Record<string, ServiceToken<unknown>>>;

/** What arrives for those requests. */
export type InjectedServices<Requests extends ServiceRequests> = {
  readonly [Name in keyof Requests]: Requests[Name] extends ServiceToken<infer Service> ? Service : never;
};

/** A name for a service. The id is what the `interface` key of a service in the configuration says. */
export function serviceToken<Service>(id: string): ServiceToken<Service> {
  return { kind: 'service-token', id };
}

export interface ServiceContext<
  Config extends z.ZodType = z.ZodType,
  Requests extends ServiceRequests = ServiceRequests,
> {
  readonly config: z.output<Config>;
  readonly services: InjectedServices<Requests>;
}

export interface ServiceDefinition<
  Service = unknown,
  Config extends z.ZodType = z.ZodType,
  Requests extends ServiceRequests = ServiceRequests,
> {
  readonly kind: 'service';
  readonly provides: ServiceToken<Service>;
  readonly config: Config | undefined;
  readonly services: Requests;
  start(context: ServiceContext<Config, Requests>): Service | Promise<Service>;
  stop?(service: Service): void | Promise<void>;
}

/**
 * Describes a service of your own: something that lives longer than one run, such as a connection to a tool server.
 * It starts when a handler first needs it and stops with the runner, or when its configuration or code changes.
 */
export function defineService<
  Service,
  Config extends z.ZodType = z.ZodObject<Record<never, never>>,
  Requests extends ServiceRequests = Record<never, never>,
>(spec: {
  readonly provides: ServiceToken<Service>;
  readonly config?: Config;
  readonly services?: Requests;
  start(context: ServiceContext<Config, Requests>): Service | Promise<Service>;
  stop?(service: Service): void | Promise<void>;
}): ServiceDefinition<Service, Config, Requests> {
  return {
    ...spec,
    kind: 'service',
    config: spec.config,
    // Without `services` the default type parameter applies, and an empty object is all it asks for.
    services: spec.services ?? ({} as Requests),
  };
}

/** Recognises what `defineService` returned among a module's exports. */
export function isService(value: unknown): value is ServiceDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'service' &&
    'start' in value
  );
}
