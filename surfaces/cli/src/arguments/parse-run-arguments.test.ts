import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRunArguments, type RunArguments } from './parse-run-arguments.js';

const defaults: RunArguments = {
  projects: [],
  files: [],
  concurrently: false,
  server: 'private',
  config: [],
  output: 'text',
  verbosity: 'normal',
  words: [],
};

function check(line: string, expected: Partial<RunArguments>): void {
  expect(parseRunArguments(line.split(' '))).toEqual({
    kind: 'run',
    arguments: { ...defaults, words: [{ kind: 'action', name: 'lint' }], ...expected },
  });
}

function checkUsage(line: string, message: string): void {
  const parsed = parseRunArguments(line === '' ? [] : line.split(' '));
  expect(parsed).toMatchObject({ kind: 'usage', message: expect.stringContaining(message) });
}

describe('options', () => {
  it('stand before, between and after actions', () => {
    check('lint', {});
    check('--project api lint', { projects: ['api'] });
    check('lint --project api', { projects: ['api'] });
    const words = [
      { kind: 'action', name: 'lint' },
      { kind: 'action', name: 'format' },
    ] as const;
    check('lint --concurrently format', { concurrently: true, words });
  });

  it('take a value after = or after a space', () => {
    check('--workdir=/a lint', { workDir: '/a' });
    check('--workdir /a lint', { workDir: '/a' });
    check('--project=a --project b lint', { projects: ['a', 'b'] });
    check('--files=a,b --files c lint', { files: ['a', 'b', 'c'] });
    check('--dev-env=ci lint', { devEnv: 'ci' });
    check('--fail-on error lint', { failOn: 'error' });
    check('--project=a=b lint', { projects: ['a=b'] });
  });

  it('choose server, output and loudness', () => {
    check('--shared-server lint', { server: 'shared' });
    check('--own-server lint', { server: 'private' });
    check('--json lint', { output: 'json' });
    check('lint --jsonl', { output: 'jsonl' });
    check('-q lint', { verbosity: 'quiet' });
    check('-v lint', { verbosity: 'verbose' });
  });

  it.each([
    ['30', 30_000],
    ['30s', 30_000],
    ['1.5s', 1500],
    ['500ms', 500],
    ['2m', 120_000],
    ['1h', 3_600_000],
  ])('--timeout=%s', (text, timeoutMs) => check(`--timeout=${text} lint`, { timeoutMs }));

  it('end at a bare --', () => {
    const parsed = parseRunArguments(['--quiet', '--', '--odd', 'lint']);
    expect(parsed).toMatchObject({
      arguments: {
        words: [
          { kind: 'action', name: '--odd' },
          { kind: 'action', name: 'lint' },
        ],
      },
    });
  });
});

describe('what belongs to actions', () => {
  it('reads config assignments', () => {
    check('--config.line_length=120 lint', { config: [{ key: 'line_length', value: 120 }] });
    check('--config.ruff.select=["E"] lint', { config: [{ handler: 'ruff', key: 'select', value: ['E'] }] });
    check('--config.ruff.style google lint', {
      config: [{ handler: 'ruff', key: 'style', value: 'google' }],
    });
    check('--config.ruff.a.b=x lint', { config: [{ handler: 'ruff', key: 'a.b', value: 'x' }] });
  });

  it('leaves unknown names to the payload', () => {
    const lint = { kind: 'action', name: 'lint' } as const;
    check('--target=files lint', {
      words: [{ kind: 'payload', name: 'target', isExplicit: false, value: 'files' }, lint],
    });
    check('lint --target=', {
      words: [lint, { kind: 'payload', name: 'target', isExplicit: false, value: '' }],
    });
    check('lint --payload.json=1', {
      words: [lint, { kind: 'payload', name: 'json', isExplicit: true, value: '1' }],
    });
    check('lint --count -1', {
      words: [lint, { kind: 'payload', name: 'count', isExplicit: false, next: '-1' }],
    });
  });

  it('cannot tell yet whether a word after an unknown name is its value', () => {
    check('--save lint', { words: [{ kind: 'payload', name: 'save', isExplicit: false, next: 'lint' }] });
    check('--save --json lint', {
      output: 'json',
      words: [
        { kind: 'payload', name: 'save', isExplicit: false },
        { kind: 'action', name: 'lint' },
      ],
    });
  });
});

describe('usage errors', () => {
  it.each([
    ['', 'name at least one action'],
    ['--json', 'name at least one action'],
    ['lint --project', '--project needs a value: --project=NAME'],
    ['lint --project=', '--project needs a value'],
    ['lint --project --json', '--project needs a value'],
    ['lint --json=yes', '--json takes no value'],
    ['lint --timeout=soon', '--timeout=soon is no time'],
    ['lint --timeout=0', 'is no time'],
    ['lint --timeout=999999999h', 'is no time'],
    ['lint --dev-env=cu', 'write one of ide, cli, ai, precommit, ci'],
    ['lint --fail-on=info', 'write warning or error'],
    ['lint --own-server --shared-server', '--own-server and --shared-server exclude each other'],
    ['lint --json --jsonl', 'exclude each other'],
    ['lint -q -v', 'exclude each other'],
    ['lint -x', 'unknown option -x'],
    ['lint --config.=1', 'names no parameter'],
    ['lint --config.a', '--config.a needs a value'],
    ['lint --payload.=1', 'names no field'],
  ])('%s', checkUsage);

  it('knows the wanted output even so', () => {
    expect(parseRunArguments(['--json', '-x'])).toMatchObject({ kind: 'usage', output: 'json' });
  });
});

describe('for all command lines', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '--',
      '-',
      '--=',
      '---',
      '--config.',
      '--payload.',
      '--json',
      '--project',
      '-q',
      '--__proto__=1',
    ),
    fc.string().map((text) => `--${text}`),
    fc.string().map((text) => `--config.${text}`),
  );

  it('parsing never throws', () => {
    fc.assert(
      fc.property(fc.array(word), (args) => {
        expect(['run', 'help', 'usage']).toContain(parseRunArguments(args).kind);
      }),
    );
  });

  const name = fc.stringMatching(/^[a-z_]{1,8}$/);
  const runArguments = fc.record({
    projects: fc.array(name),
    files: fc.array(name),
    concurrently: fc.boolean(),
    server: fc.constantFrom('private', 'shared'),
    output: fc.constantFrom('text', 'json', 'jsonl'),
    verbosity: fc.constantFrom('quiet', 'normal', 'verbose'),
    actions: fc.array(name, { minLength: 1 }),
    fields: fc.array(fc.tuple(name, fc.string())),
  });

  it('what was written is read back, wherever the options stand', () => {
    fc.assert(
      fc.property(runArguments, fc.boolean(), fc.infiniteStream(fc.nat()), (given, isSpaced, positions) => {
        const option = (key: string, value: string) =>
          isSpaced ? [`--${key}`, value] : [`--${key}=${value}`];
        const groups: string[][] = [
          ...given.actions.map((action) => [action]),
          ...given.fields.map(([field, value]) => [`--payload.${field}=${value}`]),
        ];
        const flags = [
          given.concurrently && 'concurrently',
          given.server === 'shared' && 'shared-server',
          given.output !== 'text' && given.output,
          given.verbosity !== 'normal' && given.verbosity,
        ].filter((flag) => flag !== false);
        const own = [
          ...flags.map((flag) => [`--${flag}`]),
          ...given.projects.map((project) => option('project', project)),
          ...given.files.map((file) => option('files', file)),
        ];
        // Own options keep their order among themselves, and so do the words; how they interleave does not matter.
        let from = 0;
        for (const group of own) {
          const position: number = from + ((positions.next().value as number) % (groups.length + 1 - from));
          groups.splice(position, 0, group);
          from = position + 1;
        }
        expect(parseRunArguments(groups.flat())).toEqual({
          kind: 'run',
          arguments: {
            projects: given.projects,
            files: given.files,
            concurrently: given.concurrently,
            server: given.server,
            output: given.output,
            verbosity: given.verbosity,
            config: [],
            words: [
              ...given.actions.map((action) => ({ kind: 'action', name: action })),
              ...given.fields.map(([field, value]) => ({
                kind: 'payload',
                name: field,
                isExplicit: true,
                value,
              })),
            ],
          },
        });
      }),
    );
  });
});
