import type { Action, PayloadSchema as WirePayloadSchema } from '@tandem/contracts';
import type { ActionInfo, PayloadSchema } from '@tandem/workspace';

export function toWireAction({ name, source, projectDir, handlers, scope }: ActionInfo): Action {
  return {
    name,
    source,
    project: projectDir,
    handlers: handlers.map((handler) => ({
      name: handler.name,
      source: handler.source,
      env: handler.envName,
    })),
    ...(scope !== undefined && { scope }),
  };
}

export function toWirePayloadSchema({ properties, required, description }: PayloadSchema): WirePayloadSchema {
  return {
    properties: { ...properties } as WirePayloadSchema['properties'],
    required: [...required],
    ...(description !== undefined && { description }),
  };
}
