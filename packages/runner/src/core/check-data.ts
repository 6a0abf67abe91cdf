import type { z } from '@tandem/extension-api';
import { RunnerError, type RunnerErrorCode } from './runner-error.js';

/** Checks data against an author's schema; `what` begins the message: `Invalid payload for action "lint"`. */
export function checkData<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  code: RunnerErrorCode,
  what: string,
): z.output<Schema> {
  const checked = schema.safeParse(data);
  if (checked.success) return checked.data;
  const problems = checked.error.issues.map(
    ({ path, message }) => `${['$', ...path.map(String)].join('.')}: ${message}`,
  );
  throw new RunnerError(code, `${what}: ${problems.join('; ')}`);
}
