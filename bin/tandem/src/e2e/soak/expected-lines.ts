import { expect } from 'vitest';
import type { ProjectName } from '../testing/generated-workspace.js';

/** What each action of the generated workspace says about a text. */
const linesOf = {
  echo: (name: ProjectName, text: string) => [`${name}/dev: ${text}`],
  echo_tools: (name: ProjectName, text: string) => [`${name}/tools: ${text}`],
  chain: (name: ProjectName, text: string) => [
    `${name}/dev: first after 0, ${text}`,
    `${name}/tools: second after 1, ${text}`,
    `${name}/dev: third after 2, ${text}`,
  ],
  gather: (name: ProjectName, text: string) => [
    `${name}/dev: here alone, ${text}`,
    `${name}/tools: there alone, ${text}`,
  ],
  count: (name: ProjectName, text: string) => [1, 2, 3].map((number) => `${name}/dev: ${text} ${number}`),
} as const;

export type TextAction = keyof typeof linesOf;
export type ActionName = TextAction | 'show' | 'wait';
export const textActions = Object.keys(linesOf) as readonly TextAction[];

/** The answer for one project of several says by itself that it failed. */
export class FailedResult extends Error {
  override readonly name = 'FailedResult';
}

interface Formatted {
  readonly resultByFormat?: Readonly<Record<string, unknown>> | undefined;
}

export function linesIn(results: readonly Formatted[]): readonly string[] {
  return results.flatMap(({ resultByFormat }) => {
    const json = (resultByFormat?.['json'] ?? {}) as { lines?: string[]; error?: string };
    if (json.lines !== undefined) return json.lines;
    throw new FailedResult(json.error ?? `no lines in ${JSON.stringify(resultByFormat)}`);
  });
}

/** The whole result of one action in one project. */
export function expectLines(result: Formatted, action: TextAction, name: ProjectName, text: string): void {
  expect(withoutPrefix([result])).toEqual(linesOf[action](name, text));
}

/** The same in parts, which concurrent handlers send in any order. */
export function expectLinesInParts(
  parts: readonly Formatted[],
  action: TextAction,
  name: ProjectName,
  text: string,
): void {
  const lines = withoutPrefix(parts);
  expect(action === 'gather' ? lines.toSorted() : lines).toEqual(linesOf[action](name, text));
}

/** Any client may have changed the prefix of `echo` meanwhile. */
function withoutPrefix(results: readonly Formatted[]): readonly string[] {
  return linesIn(results).map((line) => line.replace(/: prefix \d+ /, ': '));
}
