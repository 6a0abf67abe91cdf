import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  CommandRunner,
  defineAction,
  defineHandler,
  defineService,
  FileAccess,
  isAction,
  isHandler,
  isService,
  serviceToken,
  z,
} from './index.js';

const lint = defineAction({
  name: 'lint',
  payload: z.object({ files: z.array(z.string()).default([]) }),
  result: {
    schema: z.object({ problems: z.array(z.string()).default([]) }),
    returnCode: ({ problems }) => (problems.length === 0 ? 0 : 1),
  },
});

describe('an author annotates nothing', () => {
  test('a handler gets payload, config and services by inference', () => {
    const handler = defineHandler({
      action: lint,
      config: z.object({ strict: z.boolean().default(false) }),
      services: { files: FileAccess, commands: CommandRunner },
      async run({ files }, { config, services, currentResult, signal }) {
        expectTypeOf(files).toEqualTypeOf<string[]>();
        expectTypeOf(config.strict).toEqualTypeOf<boolean>();
        expectTypeOf(services.files).toEqualTypeOf<FileAccess>();
        expectTypeOf(services.commands).toEqualTypeOf<CommandRunner>();
        expectTypeOf(currentResult).toEqualTypeOf<{ problems: string[] } | undefined>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        return { problems: [] };
      },
    });
    expect(isHandler(handler)).toBe(true);
  });

  test('a result may leave out what has a default, and nothing else fits', () => {
    defineHandler({ action: lint, run: () => ({}) });
    defineHandler({ action: lint, run: () => undefined });
    defineHandler({ action: lint, run() {} });
    defineHandler({ action: lint, async run() {} });
    // @ts-expect-error a number is no list of problems
    defineHandler({ action: lint, run: () => ({ problems: 3 }) });
  });

  test('a generator yields partial results', () => {
    defineHandler({
      action: lint,
      async *run({ files }) {
        for (const file of files) yield { problems: [file] };
      },
    });
    defineHandler({
      action: lint,
      *run({ files }) {
        for (const file of files) yield { problems: [file] };
        return { problems: ['done'] };
      },
    });
  });

  test('a service of one’s own is typed through its token', () => {
    interface Clock {
      now(): number;
    }
    const Clock = serviceToken<Clock>('example.Clock');
    const definition = defineService({
      provides: Clock,
      config: z.object({ start: z.number().default(0) }),
      start: ({ config }) => ({ now: () => config.start }),
    });
    expect(isService(definition)).toBe(true);
    defineHandler({
      action: lint,
      services: { clock: Clock },
      run(_payload, { services }) {
        expectTypeOf(services.clock).toEqualTypeOf<Clock>();
      },
    });
  });
});

test('what an author leaves out has a sensible value', () => {
  const hello = defineAction({
    name: 'hello',
    result: { schema: z.object({ greetings: z.array(z.string()) }) },
  });
  expect(isAction(hello)).toBe(true);
  expect(hello.execution).toBe('sequential');
  expect(hello.scope).toBe('project');
  expect(hello.payload.parse({})).toEqual({});
  expect(hello.result.returnCode({ greetings: [] })).toBe(0);
  expect(hello.result.merge({ greetings: ['a'] }, { greetings: ['b'] })).toEqual({ greetings: ['a', 'b'] });
  expect(hello.result.toText({ greetings: [] })).toBe('{\n  "greetings": []\n}');
});

test('definitions are told apart from anything else a module exports', () => {
  for (const value of [undefined, null, 1, 'action', {}, { kind: 'action' }, () => lint]) {
    expect([isAction(value), isHandler(value), isService(value)]).toEqual([false, false, false]);
  }
});
