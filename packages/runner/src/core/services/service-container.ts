import type { ServiceDefinition, ServiceRequests } from '@tandem/extension-api';
import { checkData } from '../check-data.js';
import type { ExtensionRegistry } from '../extension-registry.js';
import type { ServiceConfig } from '../runner-config.js';
import { RunnerError } from '../runner-error.js';
import type { ServiceScope } from './core-services.js';

interface RunningService {
  readonly definition: ServiceDefinition;
  readonly service: unknown;
}

export interface ServiceContainerParts {
  readonly registry: ExtensionRegistry;
  readonly declared: readonly ServiceConfig[];
  coreServices(scope: ServiceScope): ReadonlyMap<string, () => unknown>;
}

/** Gives handlers the services they ask for, and starts the extension's own ones when they are first needed. */
export class ServiceContainer {
  readonly #parts: ServiceContainerParts;
  readonly #running = new Map<string, Promise<RunningService>>();
  readonly #lifetime = new AbortController();

  constructor(parts: ServiceContainerParts) {
    this.#parts = parts;
  }

  inject(requests: ServiceRequests, scope: ServiceScope): Promise<Readonly<Record<string, unknown>>> {
    return this.#inject(requests, scope, []);
  }

  /** Stops every started service; a failure to stop is told to `onError` and holds up nobody. */
  async stop(onError: (error: unknown) => void): Promise<void> {
    this.#lifetime.abort(new Error('the service was stopped'));
    const started = [...this.#running.values()];
    this.#running.clear();
    for (const starting of started.reverse()) {
      try {
        const { definition, service } = await starting;
        await definition.stop?.(service);
      } catch (error) {
        onError(error);
      }
    }
  }

  async #inject(
    requests: ServiceRequests,
    scope: ServiceScope,
    askedBy: readonly string[],
  ): Promise<Readonly<Record<string, unknown>>> {
    const core = this.#parts.coreServices(scope);
    const injected: Record<string, unknown> = {};
    for (const [name, { id }] of Object.entries(requests)) {
      const makeCore = core.get(id);
      injected[name] = makeCore === undefined ? await this.#ownService(id, scope, askedBy) : makeCore();
    }
    return injected;
  }

  async #ownService(id: string, scope: ServiceScope, askedBy: readonly string[]): Promise<unknown> {
    if (askedBy.includes(id)) {
      throw new RunnerError(
        'service-unavailable',
        `Services need each other in a circle: ${[...askedBy, id].join(' → ')}`,
      );
    }
    const declared = this.#parts.declared.find(
      (service) => service.interface === id && this.#parts.registry.isOwn(service),
    );
    if (declared === undefined) {
      const hint = 'declare it as a service with this interface in the project or a preset';
      throw new RunnerError(
        'service-unavailable',
        `${scope.owner} asks for the service "${id}", which nobody provides: ${hint}`,
      );
    }
    const known = this.#running.get(id);
    if (known !== undefined) return (await known).service;
    const starting = this.#start(declared, scope, [...askedBy, id]);
    this.#running.set(id, starting);
    try {
      return (await starting).service;
    } catch (error) {
      // Whatever was missing may be there next time.
      this.#running.delete(id);
      throw error;
    }
  }

  async #start(
    declared: ServiceConfig,
    { meta }: ServiceScope,
    askedBy: readonly string[],
  ): Promise<RunningService> {
    const definition = await this.#parts.registry.service(declared);
    const what = `Invalid config of service "${declared.interface}"`;
    const config =
      definition.config === undefined
        ? declared.config
        : checkData(definition.config, declared.config, 'config-invalid', what);
    const scope: ServiceScope = {
      owner: `service ${declared.interface}`,
      meta,
      signal: this.#lifetime.signal,
    };
    const services = await this.#inject(definition.services, scope, askedBy);
    try {
      return { definition, service: await definition.start({ config, services }) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new RunnerError(
        'service-unavailable',
        `Service "${declared.interface}" failed to start: ${reason}`,
        {
          cause: error,
        },
      );
    }
  }
}
