import { isJsonList, type JsonValue } from '../document/config-node.js';
import { type Interpreter, interpreterId, parseInterpreter } from './interpreter.js';
import type { EnvironmentConfig } from './project-config.js';

export interface EnvironmentSelection {
  readonly selected: readonly EnvironmentConfig[];
  /** Selectors that name nothing in this project. It is for the caller to complain when no project knows one. */
  readonly unknownEnvs: readonly string[];
  readonly unknownInterpreters: readonly string[];
}

export interface SelectionRequest {
  /** `ide`, `cli`, `ci` …: picks the default policy of a matrix. */
  readonly devEnv: string;
  /** Environment names; the base of a matrix stands for all its columns. */
  readonly envs?: readonly string[];
  readonly interpreters?: readonly string[];
}

/** Which environments a command is about. What a person names wins over default policies. */
export function selectEnvironments(
  environments: readonly EnvironmentConfig[],
  { devEnv, envs = [], interpreters = [] }: SelectionRequest,
): EnvironmentSelection {
  const wanted = new Set(interpreters.map(canonicalInterpreter));
  const isNamed = ({ name, matrix }: EnvironmentConfig) =>
    envs.includes(name) || (matrix !== undefined && envs.includes(matrix.base));
  const selected = environments.filter((environment) => {
    const { matrix } = environment;
    if (envs.length > 0 && !isNamed(environment)) return false;
    if (matrix === undefined) return true;
    if (wanted.size > 0) return wanted.has(matrix.interpreter);
    return envs.length > 0 || isDefault(environment, environments, devEnv);
  });
  return {
    selected,
    unknownEnvs: envs.filter(
      (env) => !environments.some(({ name, matrix }) => name === env || matrix?.base === env),
    ),
    unknownInterpreters: interpreters.filter(
      (text) => !environments.some(({ matrix }) => matrix?.interpreter === canonicalInterpreter(text)),
    ),
  };
}

/** `all`, `newest`, `oldest`, or a list of interpreters. */
export type InterpreterPolicy = 'all' | 'newest' | 'oldest' | readonly string[];

export function parsePolicy(value: JsonValue): InterpreterPolicy | undefined {
  if (value === 'all' || value === 'newest' || value === 'oldest') return value;
  if (!isJsonList(value)) return undefined;
  const ids = value.map((item) => (typeof item === 'string' ? parseInterpreter(item) : undefined));
  const known = ids.filter((id) => id !== undefined);
  return known.length === ids.length ? known.map(interpreterId) : undefined;
}

function isDefault(
  environment: EnvironmentConfig,
  environments: readonly EnvironmentConfig[],
  devEnv: string,
): boolean {
  const { matrix, defaultInterpreters: policies } = environment;
  if (matrix === undefined || policies === undefined) return true;
  const value = policies[devEnv] ?? policies[devEnv === 'ci' ? 'ci' : 'local'] ?? policies['all'];
  const policy = value === undefined ? 'all' : (parsePolicy(value) ?? 'all');
  if (policy === 'all') return true;
  if (policy !== 'newest' && policy !== 'oldest') return policy.includes(matrix.interpreter);
  const direction = policy === 'newest' ? 1 : -1;
  const siblings = environments.filter((other) => other.matrix?.base === matrix.base);
  return siblings.every(({ matrix: other }) => {
    return (
      other === undefined ||
      direction * compareVersions(versionOf(matrix.interpreter), versionOf(other.interpreter)) >= 0
    );
  });
}

function canonicalInterpreter(text: string): string {
  const interpreter: Interpreter | undefined = parseInterpreter(text);
  return interpreter === undefined ? text : interpreterId(interpreter);
}

function versionOf(interpreter: string): string {
  return interpreter.slice(interpreter.indexOf('@') + 1);
}

/** Part by part; numbers as numbers, and a word such as `rc1` after every number. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.'), other.split('.')];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = compareParts(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(one: string, other: string): number {
  const [left, right] = [rankOf(one), rankOf(other)];
  if (left.rank !== right.rank) return left.rank - right.rank;
  if (left.rank === 1) return left.number - right.number;
  return one < other ? -1 : Number(one > other);
}

function rankOf(part: string): { readonly rank: number; readonly number: number } {
  if (part === '') return { rank: 0, number: 0 };
  return /^\d+$/.test(part) ? { rank: 1, number: Number(part) } : { rank: 2, number: 0 };
}
