import type {
  ActionMetaTable,
  CommandError,
  ErDialect,
  Progress,
  RunAnswer,
  RunHandlersAnswer,
  PayloadSchema as WirePayloadSchema,
} from '@tandem/contracts';
import { RpcError, RpcErrorCode } from '@tandem/wire';
import type { PayloadSchema } from '../core/payload-schema.js';
import type { RunOutcome } from '../core/run-outcome.js';
import type { ProgressEvent } from '../core/run-progress.js';
import type { ActionFacts } from '../core/runner-core.js';

export function runAnswer(outcome: RunOutcome, dialect: ErDialect): RunAnswer | CommandError {
  switch (outcome.kind) {
    case 'failed':
      return { error: outcome.message };
    case 'cancelled':
      throw cancelled();
    case 'streamed':
      return { status: 'streamed', ...dialect.formats({}), returnCode: outcome.returnCode };
    case 'success':
    case 'stopped':
      return {
        status: outcome.kind,
        ...dialect.formats(outcome.resultByFormat),
        returnCode: outcome.returnCode,
      };
  }
}

export function runHandlersAnswer(outcome: RunOutcome): RunHandlersAnswer | CommandError {
  switch (outcome.kind) {
    case 'failed':
      return { error: outcome.message };
    case 'cancelled':
      throw cancelled();
    case 'streamed':
      return {
        status: 'streamed',
        result: serialized(outcome.result),
        resultByFormat: {},
        returnCode: outcome.returnCode,
      };
    case 'success':
    case 'stopped':
      return {
        status: outcome.kind,
        result: serialized(outcome.result),
        resultByFormat: outcome.resultByFormat,
        returnCode: outcome.returnCode,
      };
  }
}

/** Results of actions are objects by definition; their types are lost on the way through the core. */
export function serialized(result: unknown): Record<string, unknown> {
  return result as Record<string, unknown>;
}

export function actionMetaTable(facts: readonly ActionFacts[]): ActionMetaTable {
  const entries = facts.map((fact) => [
    fact.configSource,
    {
      canonical_source: fact.canonicalSource,
      runs_concurrently: fact.runsConcurrently,
      scope: fact.scope,
      ...(fact.parentSource === undefined ? {} : { parentActionSource: fact.parentSource }),
      ...(fact.language === undefined ? {} : { language: fact.language }),
    },
  ]);
  return { actions: Object.fromEntries(entries), handlerLocations: {} };
}

export function wirePayloadSchema(schema: PayloadSchema): WirePayloadSchema {
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, { ...property }]);
  return { ...schema, properties: Object.fromEntries(properties), required: [...schema.required] };
}

export function wireProgress(event: ProgressEvent): Progress {
  switch (event.type) {
    case 'begin': {
      const { title, total, cancellable } = event;
      return { type: 'begin', title, percentage: 0, cancellable, ...(total === undefined ? {} : { total }) };
    }
    case 'report': {
      const { message, percentage } = event;
      return {
        type: 'report',
        ...(message === undefined ? {} : { message }),
        ...(percentage === undefined ? {} : { percentage }),
      };
    }
    case 'end':
      return { type: 'end' };
  }
}

function cancelled(): RpcError {
  return new RpcError(RpcErrorCode.requestCancelled, 'Request cancelled');
}
