import type { JsonObject } from '@tandem/contracts';
import * as z from 'zod';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** One thing that a tool found in a file. Positions count from 0, characters in UTF-16 code units. */
export interface Problem {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly message: string;
  readonly severity: Severity;
  readonly code?: string;
  /** Where the rule is explained. */
  readonly link?: string;
  /** The tool that found it. */
  readonly source?: string;
}

/** Problems by file, as the result names it: a `file:` URI, or a path. */
export type ProblemsByFile = ReadonlyMap<string, readonly Problem[]>;

const Position = z.object({ line: z.int().min(0), character: z.int().min(0) });

const Diagnostic = z.object({
  range: z.object({ start: Position, end: Position }),
  message: z.string(),
  code: z.union([z.string(), z.number()]).nullish(),
  code_description: z.unknown().optional(),
  source: z.string().nullish(),
  severity: z.int().nullish(),
});

const DiagnosticsResult = z.object({ messages: z.record(z.string(), z.array(Diagnostic)) });

/** The problems of a result that has the shape of a lint result; `undefined` for any other. */
export function readProblems(json: unknown): ProblemsByFile | undefined {
  const parsed = DiagnosticsResult.safeParse(json);
  if (!parsed.success) return undefined;
  return new Map(
    Object.entries(parsed.data.messages).map(([file, diagnostics]) => [file, diagnostics.map(toProblem)]),
  );
}

const severities: Readonly<Record<number, Severity>> = { 1: 'error', 2: 'warning', 3: 'info', 4: 'hint' };

function toProblem(diagnostic: z.infer<typeof Diagnostic>): Problem {
  const { range, message, code, source, severity } = diagnostic;
  const link = linkOf(diagnostic.code_description);
  return {
    ...range,
    message,
    // A tool that gives no severity means it: nothing is hidden by --fail-on=error.
    severity: severities[severity ?? 1] ?? 'error',
    ...(code !== undefined && code !== null && { code: String(code) }),
    ...(link !== undefined && { link }),
    ...(typeof source === 'string' && { source }),
  };
}

/** A plain address, or the object that LSP has for it. */
function linkOf(description: unknown): string | undefined {
  const href = typeof description === 'object' ? (description as JsonObject | null)?.['href'] : description;
  return typeof href === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(href) ? href : undefined;
}
