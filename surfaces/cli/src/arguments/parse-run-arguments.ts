import { DevEnv } from '@tandem/contracts';
import type { ServerKind } from '../command-context.js';
import { suggestion } from '../suggestion.js';
import { type ConfigAssignment, parseConfigAssignment } from './config-overrides.js';
import { type ReadOptions, type Rest, readOptions } from './option-table.js';
import { runOptions } from './run-options.js';

/** `next` is either the value of the field or an action: only the payload schema can tell. */
export type RunWord =
  | { readonly kind: 'action'; readonly name: string }
  | {
      readonly kind: 'payload';
      readonly name: string;
      /** Written as `--payload.NAME`, so it is no misspelt option. */
      readonly isExplicit: boolean;
      readonly value?: string;
      readonly next?: string;
    };

export type FailOn = 'warning' | 'error';
export type Output = 'text' | 'json' | 'jsonl';
export type Verbosity = 'quiet' | 'normal' | 'verbose';

export interface RunArguments {
  readonly workDir?: string;
  readonly projects: readonly string[];
  readonly files: readonly string[];
  readonly concurrently: boolean;
  readonly server: ServerKind;
  readonly devEnv?: DevEnv;
  readonly config: readonly ConfigAssignment[];
  readonly timeoutMs?: number;
  readonly failOn?: FailOn;
  readonly output: Output;
  readonly verbosity: Verbosity;
  /** Actions and payload fields, in the order in which they were typed. */
  readonly words: readonly RunWord[];
}

export type RunParse =
  | { readonly kind: 'run'; readonly arguments: RunArguments }
  /** `about`: what would have run, when it names actions to explain. */
  | { readonly kind: 'help'; readonly about?: RunArguments }
  | { readonly kind: 'usage'; readonly message: string; readonly output: Output };

/** The first of two steps: all that can be told without asking the server what the actions take. */
export function parseRunArguments(args: readonly string[]): RunParse {
  const output = args.includes('--json') ? 'json' : args.includes('--jsonl') ? 'jsonl' : 'text';
  const usage = (message: string): RunParse => ({ kind: 'usage', message, output });
  const reading = readOptions(args, runOptions);
  if (reading.kind === 'usage') return usage(reading.message);
  const { options } = reading;
  const run = readRun(options, output);
  if (options.flags.has('help'))
    return typeof run === 'string' ? { kind: 'help' } : { kind: 'help', about: run };
  return typeof run === 'string' ? usage(run) : { kind: 'run', arguments: run };
}

function readRun(options: Options, output: Output): string | RunArguments {
  const words: RunWord[] = [];
  const config: ConfigAssignment[] = [];
  for (const item of options.rest) {
    const read = readRest(item);
    if (typeof read === 'string') return read;
    words.push(...read.words);
    config.push(...read.config);
  }
  const problem =
    conflictOf(options) ?? (hasAction(words) ? undefined : 'name at least one action: tandem run lint');
  if (problem !== undefined) return problem;
  const choices = readChoices(options);
  return typeof choices === 'string' ? choices : { ...choices, config, words, output };
}

function readRest(item: Rest): string | { words: readonly RunWord[]; config: readonly ConfigAssignment[] } {
  if (item.kind === 'word') return { words: [{ kind: 'action', name: item.text }], config: [] };
  const { name, spelling, value, next } = item;
  if (!spelling.startsWith('--'))
    return `unknown option ${spelling}${suggestion(`--${name}`, optionSpellings())}`;
  if (name.startsWith('config.')) {
    const assignment = parseConfigAssignment(name.slice('config.'.length), value ?? next);
    return typeof assignment === 'string' ? assignment : { words: [], config: [assignment] };
  }
  const isExplicit = name.startsWith('payload.');
  const field = isExplicit ? name.slice('payload.'.length) : name;
  if (field === '') return `${spelling} names no field: write --payload.NAME=VALUE`;
  const given = value !== undefined ? { value } : next !== undefined ? { next } : {};
  return { words: [{ kind: 'payload', name: field, isExplicit, ...given }], config: [] };
}

function hasAction(words: readonly RunWord[]): boolean {
  return words.some((word) => word.kind === 'action' || word.next !== undefined);
}

type Options = ReadOptions<typeof runOptions>;

const exclusive = [
  ['own-server', 'shared-server'],
  ['json', 'jsonl'],
  ['quiet', 'verbose'],
] as const;

function conflictOf({ flags }: Options): string | undefined {
  const pair = exclusive.find(([one, other]) => flags.has(one) && flags.has(other));
  return pair === undefined ? undefined : `--${pair[0]} and --${pair[1]} exclude each other`;
}

type Choices = Omit<RunArguments, 'config' | 'words' | 'output'>;

function readChoices({ flags, values }: Options): string | Choices {
  const last = (name: keyof typeof runOptions): string | undefined => values.get(name)?.at(-1);
  const [workDir, timeout, devEnv, failOn] = [
    last('workdir'),
    last('timeout'),
    last('dev-env'),
    last('fail-on'),
  ];
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout);
  if (timeout !== undefined && timeoutMs === undefined)
    return `--timeout=${timeout} is no time: write 30, 30s, 500ms or 2m`;
  const devEnvs = DevEnv.options.filter((name) => name !== 'git_hook');
  const knownDevEnv = DevEnv.options.find((name) => name === devEnv);
  if (devEnv !== undefined && knownDevEnv === undefined)
    return `--dev-env=${devEnv} is not known: write one of ${devEnvs.join(', ')}`;
  if (failOn !== undefined && failOn !== 'warning' && failOn !== 'error')
    return `--fail-on=${failOn} is not known: write warning or error`;
  return {
    projects: values.get('project') ?? [],
    files: (values.get('files') ?? []).flatMap((list) => list.split(',')).filter((file) => file !== ''),
    concurrently: flags.has('concurrently'),
    server: flags.has('shared-server') ? 'shared' : 'private',
    verbosity: flags.has('quiet') ? 'quiet' : flags.has('verbose') ? 'verbose' : 'normal',
    ...(workDir !== undefined && { workDir }),
    ...(knownDevEnv !== undefined && { devEnv: knownDevEnv }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(failOn !== undefined && { failOn }),
  };
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A timer of Node that is longer than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;

function parseDuration(text: string): number | undefined {
  const [, digits, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const durationMs = Math.round(Number(digits) * unitMs[unit as keyof typeof unitMs]);
  return durationMs > 0 && durationMs <= longestTimerMs ? durationMs : undefined;
}

/** Every option as it is typed, for suggestions. */
export function optionSpellings(): readonly string[] {
  return Object.keys(runOptions).map((name) => `--${name}`);
}
