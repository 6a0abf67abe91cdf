import type * as z from 'zod';

/** One thing that is wrong with a message. */
export interface Problem {
  /** Where: `options.resultFormats[1]`; empty for the message as a whole. */
  readonly path: string;
  /** What was expected and what was found there. */
  readonly message: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Says in plain words what a schema found wrong with a value. */
export function describeIssues(issues: readonly Issue[], value: unknown): readonly Problem[] {
  return issues.flatMap((issue) => describeIssue(issue, value, []));
}

/** `Invalid params of "a/b": c.d is missing (expected string)`, for people. */
export function summarize(problems: readonly Problem[]): string {
  const [first] = problems;
  if (first === undefined) return 'not valid';
  const text = first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return problems.length === 1 ? text : `${text} (and ${problems.length - 1} more)`;
}

/** A path as people write it: `a.b[2]["odd key"]`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (typeof step === 'string' && /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step))
      text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(String(step))}]`;
  }
  return text;
}

function describeIssue(issue: Issue, value: unknown, base: Path): readonly Problem[] {
  const path = [...base, ...issue.path];
  switch (issue.code) {
    case 'invalid_type':
      return [problem(path, mismatch(expectedName(issue), valueAt(value, path)))];
    case 'invalid_value':
      return [problem(path, mismatch(choice(issue.values), valueAt(value, path)))];
    case 'unrecognized_keys':
      return issue.keys.map((key) => problem([...path, key], 'unknown field'));
    case 'invalid_union':
      return describeUnion(issue, value, path);
    default:
      return [problem(path, issue.message)];
  }
}

/** The member that got furthest into the value, then the one that misses least, is the one the sender meant. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion, value: unknown, path: Path): readonly Problem[] {
  const missing = (inner: Issue) => (valueAt(value, [...path, ...inner.path]) === undefined ? 1 : 0);
  const members = issue.errors
    .map((issues) => ({
      issues,
      depth: Math.min(...issues.map(depthOf)),
      missing: issues.reduce((count, inner) => count + missing(inner), 0),
    }))
    .sort((one, other) => other.depth - one.depth || one.missing - other.missing);
  const [meant] = members;
  if (meant !== undefined && meant.depth > 0) {
    return meant.issues.flatMap((inner) => describeIssue(inner, value, path));
  }
  const expected = [...new Set(issue.errors.flat().flatMap((inner) => expectedOf(inner)))];
  if (expected.length === 0) return [problem(path, issue.message)];
  return [problem(path, mismatch(expected.join(' or '), valueAt(value, path)))];
}

function depthOf(issue: Issue): number {
  if (issue.code !== 'invalid_union') return issue.path.length;
  const inner = issue.errors.map((issues) => Math.min(...issues.map(depthOf)));
  return issue.path.length + Math.max(0, ...inner);
}

function expectedOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_type') return [expectedName(issue)];
  if (issue.code === 'invalid_value') return [choice(issue.values)];
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap((inner) => expectedOf(inner));
  return [];
}

function expectedName(issue: z.core.$ZodIssueInvalidType): string {
  return issue.expected === 'int' ? 'integer' : issue.expected === 'record' ? 'object' : issue.expected;
}

function choice(values: readonly z.core.util.Primitive[]): string {
  const texts = values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)));
  return texts.length === 1 ? String(texts[0]) : `one of ${texts.join(', ')}`;
}

function mismatch(expected: string, found: unknown): string {
  return found === undefined
    ? `is missing (expected ${expected})`
    : `expected ${expected}, got ${show(found)}`;
}

function show(found: unknown): string {
  if (found === null) return 'null';
  if (Array.isArray(found)) return 'array';
  if (typeof found === 'string') return found.length <= 40 ? JSON.stringify(found) : 'string';
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : typeof found;
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Readonly<Record<PropertyKey, unknown>>)[step];
  }
  return current;
}

function problem(path: Path, message: string): Problem {
  return { path: formatPath(path), message };
}
