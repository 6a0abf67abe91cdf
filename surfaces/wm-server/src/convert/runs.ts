import type { ActionResult, Progress, ResultByFormat } from '@tandem/contracts';
import type { ActionReport, FormattedResult, ProgressEvent } from '@tandem/workspace';

export function toWireResult({ json, string, styledText }: FormattedResult): ResultByFormat {
  const styled = isStyledText(styledText) ? styledText : undefined;
  const text = string ?? (styled && plainText(styled));
  return {
    ...(json !== undefined && { json }),
    ...(text !== undefined && { string: text }),
    ...(styled !== undefined && { styled_text_json: styled }),
  };
}

/** One project of many that failed does not take the results of the others away: it says so in its own place. */
export function toWireActionResult(report: ActionReport): ActionResult {
  switch (report.kind) {
    case 'finished':
      return { resultByFormat: toWireResult(report.result), returnCode: report.returnCode };
    case 'streamed':
      return { resultByFormat: {}, returnCode: report.returnCode };
    case 'failed':
      return {
        resultByFormat: { json: { error: report.error.message }, string: report.error.message },
        returnCode: report.returnCode,
      };
  }
}

export function toWireProgress(event: ProgressEvent): Progress {
  const { kind, ...rest } = event;
  return { type: kind, ...rest };
}

type StyledText = NonNullable<ResultByFormat['styled_text_json']>;

function isStyledText(value: unknown): value is StyledText {
  return typeof value === 'object' && value !== null && 'parts' in value && Array.isArray(value.parts);
}

function plainText({ parts }: StyledText): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
