import * as z from 'zod';
import { JsonObject } from '../core/json.js';
import { openObject, wireObject } from '../core/wire-object.js';

/** Words about action runs that the Workspace Manager uses towards its clients and towards its runners alike. */

export const Trigger = z.enum(['user', 'system', 'unknown']).describe('Who asked for the run.');
export type Trigger = z.infer<typeof Trigger>;

export const DevEnv = z
  .enum(['ide', 'cli', 'ai', 'precommit', 'git_hook', 'ci'])
  .describe('Where the run was asked for; "precommit" and "git_hook" are two names of one thing.');
export type DevEnv = z.infer<typeof DevEnv>;

/** The name that runners know: of the two names of a git hook they understand only one. */
export function runnerDevEnv(devEnv: DevEnv): Exclude<DevEnv, 'precommit'> {
  return devEnv === 'precommit' ? 'git_hook' : devEnv;
}

export const ResultFormat = z.enum(['json', 'string']);
export type ResultFormat = z.infer<typeof ResultFormat>;

export const Token = z.union([z.string(), z.int()]).describe('Echoed with its type, never converted.');
export type Token = z.infer<typeof Token>;

const StyledText = openObject({ parts: z.array(z.union([z.string(), openObject({ text: z.string() })])) });

export const ResultByFormat = openObject({
  json: z.unknown().optional().describe('The result as data.'),
  string: z.string().optional().describe('The result as plain text.'),
  styled_text_json: StyledText.optional().describe(
    'The result as text with colours; real runners send it in place of "string".',
  ),
});
export type ResultByFormat = z.infer<typeof ResultByFormat>;

export const Progress = openObject({
  type: z.enum(['begin', 'report', 'end']),
  title: z.string().optional().describe('Only with "begin".'),
  message: z.string().optional(),
  percentage: z.number().min(0).max(100).optional(),
  cancellable: z.boolean().optional(),
  total: z.int().min(0).optional().describe('How many items there are, when known.'),
});
export type Progress = z.infer<typeof Progress>;

export const PayloadSchema = openObject({
  properties: z.record(z.string(), JsonObject).describe('JSON Schema of each payload field.'),
  required: z.array(z.string()).describe('Fields without a default.'),
  description: z.string().optional(),
});
export type PayloadSchema = z.infer<typeof PayloadSchema>;

export const LogLevel = z.enum(['TRACE', 'DEBUG', 'INFO', 'SUCCESS', 'WARNING', 'ERROR', 'CRITICAL']);
export type LogLevel = z.infer<typeof LogLevel>;

export const UserMessage = wireObject({
  message: z.string(),
  type: z.enum(['INFO', 'WARNING', 'ERROR', 'LOG', 'DEBUG']),
});
export type UserMessage = z.infer<typeof UserMessage>;

/** Nothing to say, now; what a peer adds is kept. */
export const Nothing = openObject({});
