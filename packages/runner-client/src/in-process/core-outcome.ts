import type {
  RunOutcome as CoreOutcome,
  ProgressEvent as CoreProgress,
  ResultByFormat,
} from '@tandem/runner';
import type { FormattedResult, HandlersOutcome, ProgressEvent, RunOutcome } from '@tandem/workspace';

type Ended = Exclude<CoreOutcome, { readonly kind: 'cancelled' }>;

export function runOutcome(outcome: Ended): RunOutcome {
  switch (outcome.kind) {
    case 'failed':
      return outcome;
    case 'streamed':
      return { kind: 'streamed', returnCode: outcome.returnCode };
    case 'success':
    case 'stopped':
      return {
        kind: outcome.kind === 'success' ? 'finished' : 'stopped',
        result: formattedResult(outcome.resultByFormat),
        returnCode: outcome.returnCode,
      };
  }
}

export function handlersOutcome(outcome: Ended): HandlersOutcome {
  switch (outcome.kind) {
    case 'failed':
      return outcome;
    case 'streamed':
      return { kind: 'streamed', result: outcome.result, formatted: {}, returnCode: outcome.returnCode };
    case 'success':
    case 'stopped':
      return {
        kind: outcome.kind === 'success' ? 'finished' : 'stopped',
        result: outcome.result,
        formatted: formattedResult(outcome.resultByFormat),
        returnCode: outcome.returnCode,
      };
  }
}

export function formattedResult({
  json,
  string,
  styled_text_json: styledText,
}: ResultByFormat): FormattedResult {
  return {
    ...(json !== undefined && { json }),
    ...(typeof string === 'string' && { string }),
    ...(styledText !== undefined && { styledText }),
  };
}

export function progressEvent(event: CoreProgress): ProgressEvent {
  switch (event.type) {
    case 'begin': {
      const { title, total, cancellable } = event;
      return { kind: 'begin', title, percentage: 0, cancellable, ...(total !== undefined && { total }) };
    }
    case 'report': {
      const { message, percentage } = event;
      return {
        kind: 'report',
        ...(message !== undefined && { message }),
        ...(percentage !== undefined && { percentage }),
      };
    }
    case 'end':
      return { kind: 'end' };
  }
}
