import {
  ActionRunner,
  defineAction,
  defineHandler,
  defineService,
  FileAccess,
  Logger,
  ProjectInfo,
  serviceToken,
  UserMessages,
  z,
} from '@tandem/extension-api';
import { describe, expect, test } from 'vitest';
import { actionConfig, createTestCore, runnerConfig, runRequest } from '../testing/test-core.js';
import type { RunnerHost } from './runner-host.js';

const notes = { schema: z.object({ notes: z.array(z.string()).default([]) }) };
const greet = defineAction({
  name: 'greet',
  source: 'example.GreetAction',
  description: 'Greets.',
  payload: z.object({
    name: z.string().describe('Who to greet.'),
    times: z.int().default(1),
    files: z.array(z.url()).default([]),
    target: z.enum(['project', 'files']).optional(),
    when: z.date().optional(),
  }),
  result: notes,
});
const greetRust = defineAction({
  name: 'greetRust',
  result: notes,
  execution: 'concurrent',
  scope: 'workspace',
  parentAction: greet,
  language: 'rust',
});
const hello = defineHandler({ action: greet, run: ({ name }) => ({ notes: [`Hello ${name}`] }) });
const helloRust = defineHandler({ action: greetRust, run: () => ({}) });

describe('what a runner tells about its actions', () => {
  test('payload schemas are what a caller may pass; null when the code does not load', async () => {
    const { core } = createTestCore({ m: { greet, hello } });
    expect(await core.payloadSchemas()).toEqual({});
    const broken = { ...actionConfig('broken', []), source: 'nowhere#x' };
    await core.updateConfig(runnerConfig({ actions: [actionConfig('greet', ['hello']), broken] }));
    expect(await core.payloadSchemas()).toEqual({
      broken: null,
      greet: {
        description: 'Greets.',
        properties: {
          name: { type: 'string', description: 'Who to greet.' },
          times: { type: 'integer', default: 1 },
          files: { type: 'array', items: { type: 'string', format: 'uri' }, default: [] },
          target: { type: 'string', enum: ['project', 'files'] },
          when: {},
        },
        required: ['name'],
      },
    });
  });

  test('facts leave out what does not load', async () => {
    const { core } = createTestCore({ m: { greet, greetRust, hello, helloRust } });
    expect(await core.actionFacts()).toEqual([]);
    const broken = { ...actionConfig('broken', []), source: 'nowhere#x' };
    await core.updateConfig(
      runnerConfig({
        actions: [actionConfig('greet', ['hello']), broken, actionConfig('greetRust', ['helloRust'])],
      }),
    );
    expect(await core.actionFacts()).toEqual([
      {
        configSource: 'm#greet',
        canonicalSource: 'example.GreetAction',
        runsConcurrently: false,
        scope: 'project',
        parentSource: undefined,
        language: undefined,
      },
      {
        configSource: 'm#greetRust',
        canonicalSource: 'm#greetRust',
        runsConcurrently: true,
        scope: 'workspace',
        parentSource: 'example.GreetAction',
        language: 'rust',
      },
    ]);
  });

  test('a parent that nobody can find is left out', async () => {
    const orphan = defineAction({ name: 'orphan', result: notes, parentAction: greetRust });
    const { core } = createTestCore({ m: { orphan } });
    await core.updateConfig(runnerConfig({ actions: [actionConfig('orphan', [])] }));
    expect(await core.actionFacts()).toMatchObject([
      { canonicalSource: 'm#orphan', parentSource: undefined },
    ]);
  });

  test('every way to write a source leads to the canonical one', async () => {
    const { core } = createTestCore({ m: { greet, hello }, alias: { other: greet } });
    await core.updateConfig(runnerConfig({ actions: [actionConfig('greet', ['hello'])] }));
    for (const source of ['m#greet', 'm', 'alias#other', 'example.GreetAction']) {
      expect(await core.resolveSource(source)).toBe('example.GreetAction');
    }
    await expect(core.resolveSource('m#nope')).rejects.toThrow(
      /exports no action "nope"; its actions: greet/,
    );
    await expect(core.resolveSource('example.Nope')).rejects.toThrow(/"example.Nope" is no file or package/);
  });

  test('a dotted source finds the definition that claims it', async () => {
    const { core } = createTestCore({ m: { greet, hello } });
    const config = { ...actionConfig('greet', ['hello']), source: 'example.GreetAction' };
    await core.updateConfig(runnerConfig({ actions: [config] }));
    expect((await core.actionFacts()).map(({ canonicalSource }) => canonicalSource)).toEqual([
      'example.GreetAction',
    ]);
    expect(await core.run('greet', runRequest({ params: { name: 'x' } }))).toMatchObject({
      result: { notes: ['Hello x'] },
    });
  });

  test('two actions cannot share a source', async () => {
    const { core } = createTestCore({ m: { greet, hello } });
    const twice = [
      actionConfig('greet', ['hello']),
      { ...actionConfig('again', ['hello']), source: 'm#greet' },
    ];
    await expect(core.updateConfig(runnerConfig({ actions: twice }))).rejects.toThrow(
      'Action source "m#greet" is already registered as "greet"; "again" needs its own',
    );
  });
});

describe('merging results of several runners', () => {
  async function check(results: readonly unknown[], expected: unknown, actionName = 'greet'): Promise<void> {
    const { core } = createTestCore({ m: { greet, hello } });
    await core.updateConfig(runnerConfig({ actions: [actionConfig('greet', ['hello'])] }));
    expect(await core.mergeResults(actionName, results)).toEqual(expected);
  }

  test('in order, without the empty ones', async () => {
    await check([{ notes: ['a'] }, {}, { notes: ['b'] }], { kind: 'merged', result: { notes: ['a', 'b'] } });
    await check([{}, {}], { kind: 'merged', result: {} });
    await check([], { kind: 'merged', result: {} });
  });

  test('what cannot be merged is an answer', async () => {
    await check([{ notes: 1 }], {
      kind: 'failed',
      message: expect.stringMatching(/^A result does not fit action "greet": \$\.notes/),
    });
    await check(
      [{}],
      { kind: 'failed', message: 'Action "nope" not found; this runner knows: greet' },
      'nope',
    );
  });
});

test('disposing cancels what runs, and nothing runs after it', async () => {
  let begun = (): void => {};
  const isRunning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const waits = defineHandler({
    action: greet,
    run: () => new Promise<undefined>(() => begun()),
  });
  const { core } = createTestCore({ m: { greet, waits } });
  await core.updateConfig(runnerConfig({ actions: [actionConfig('greet', ['waits'])] }));
  const outcome = core.run('greet', runRequest({ params: { name: 'x' } }));
  await isRunning;
  await core[Symbol.asyncDispose]();
  expect(await outcome).toEqual({ kind: 'cancelled' });
  expect(await core.run('greet', runRequest())).toMatchObject({ kind: 'failed' });
});

describe('services', () => {
  async function runWith(
    handler: ReturnType<typeof defineHandler<typeof greet.payload, typeof notes.schema>>,
    host: Partial<RunnerHost> = {},
  ) {
    const test = createTestCore({ m: { greet, handler } }, { host, files: { '/project/a.txt': 'on disk' } });
    await test.core.updateConfig(runnerConfig({ actions: [actionConfig('greet', ['handler'])] }));
    return { ...test, run: () => test.core.run('greet', runRequest({ params: { name: 'x' } })) };
  }

  test('files: what is open comes before what is on disk, under every spelling', async () => {
    const reads = defineHandler({
      action: greet,
      services: { files: FileAccess },
      async run(_payload, { services: { files } }) {
        const { isOpen, version } = await files.readSnapshot('/project/a.txt');
        return {
          notes: [
            await files.read('a.txt'),
            await files.read('file:///project/%61.txt'),
            String(isOpen),
            version.slice(0, 8),
          ],
        };
      },
    });
    const { core, run } = await runWith(reads);
    expect(await run()).toMatchObject({
      result: { notes: ['on disk', 'on disk', 'false', expect.any(String)] },
    });
    core.documents.open({ uri: 'file:///project/a.txt', version: 1, text: 'unsaved' });
    await core.updateConfig(runnerConfig({ actions: [actionConfig('greet', ['handler'])] }));
    expect(await run()).toMatchObject({
      result: { notes: ['unsaved', 'unsaved', 'true', expect.any(String)] },
    });
    core.documents.close('file:///project/%61.txt');
    expect(await run()).toMatchObject({
      result: { notes: ['on disk', 'on disk', 'false', expect.any(String)] },
    });
  });

  test('files: an open one is changed through the editor, which may refuse', async () => {
    const edits: unknown[] = [];
    const writes = defineHandler({
      action: greet,
      services: { files: FileAccess },
      async run(_payload, { services: { files } }) {
        await files.write('a.txt', 'new');
        return { notes: [await files.read('a.txt')] };
      },
    });
    const { core, run } = await runWith(writes, {
      async applyEdit(edit) {
        edits.push(edit);
        return { kind: 'refused', reason: 'read-only' };
      },
    });
    expect(await run()).toMatchObject({ result: { notes: ['new'] } });
    core.documents.open({ uri: 'file:///project/a.txt', version: 7, text: 'one\r\ntwo' });
    expect(await run()).toMatchObject({
      message: expect.stringContaining('The editor did not change /project/a.txt: read-only'),
    });
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 3 } };
    expect(edits).toEqual([{ uri: 'file:///project/a.txt', version: 7, range, newText: 'new' }]);
  });

  test('actions: nested runs go to the Workspace Manager with the run’s own meta, checked both ways', async () => {
    const asked: unknown[] = [];
    const calls = defineHandler({
      action: greet,
      services: { actions: ActionRunner },
      async run(_payload, { services: { actions } }) {
        const one = await actions.run(greet, { name: 'nested' });
        const many = await actions.runInWorkspace(greet, { name: 'all' }, { projectDirs: ['/p'] });
        return { notes: [...one.notes, ...[...many].map(([dir, { notes: found }]) => `${dir}: ${found}`)] };
      },
    });
    const host: Partial<RunnerHost> = {
      async runInProject({ source, payload, meta }) {
        asked.push([source, payload, meta.runId]);
        return { notes: ['from the project'] };
      },
      async runInWorkspace({ source, payload }, options) {
        asked.push([source, payload, options]);
        return new Map<string, unknown>([['/p', { notes: ['p'] }]]);
      },
    };
    const { run } = await runWith(calls, host);
    expect(await run()).toMatchObject({ result: { notes: ['from the project', '/p: p'] } });
    expect(asked).toEqual([
      ['example.GreetAction', { name: 'nested' }, 'run-1'],
      ['example.GreetAction', { name: 'all' }, { projectDirs: ['/p'] }],
    ]);
    const { run: runBadly } = await runWith(calls, { runInProject: async () => ({ notes: 'text' }) });
    expect(await runBadly()).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/The result of action "greet" is not what/),
    });
  });

  test('project, log and messages', async () => {
    const tells = defineHandler({
      action: greet,
      services: { project: ProjectInfo, log: Logger, user: UserMessages },
      async run(_payload, { services: { project, log, user } }) {
        log.warning('careful');
        log.error('broken', new Error('why'));
        user.info('look');
        return {
          notes: [project.name, project.envName, project.dir, JSON.stringify(await project.rawConfig())],
        };
      },
    });
    const { run, logged, messages } = await runWith(tells, { rawConfig: async (path) => ({ path }) });
    expect(await run()).toMatchObject({
      result: { notes: ['project', 'dev', '/project', '{"path":"/project/finecode.toml"}'] },
    });
    expect(logged.map(({ level, message, fields }) => [level, fields['group'], message])).toEqual([
      ['debug', undefined, 'Handler "handler" of action "greet" began'],
      ['warn', 'greet.handler', 'careful'],
      ['error', 'greet.handler', 'broken'],
      ['debug', undefined, 'Handler "handler" of action "greet" ended'],
    ]);
    expect(new Set(logged.map(({ fields }) => fields['runId']))).toEqual(new Set(['run-1']));
    expect(messages).toEqual(['info: look']);
  });
});

describe('services of an extension', () => {
  interface Counter {
    next(): number;
  }
  const Counter = serviceToken<Counter>('example.Counter');

  function parts() {
    const events: string[] = [];
    const counter = defineService({
      provides: Counter,
      config: z.object({ from: z.int().default(0) }),
      services: { project: ProjectInfo },
      start({ config, services }) {
        events.push(`start ${services.project.name}`);
        let count = config.from;
        return { next: () => count++ };
      },
      stop: () => void events.push('stop'),
    });
    const counts = defineHandler({
      action: greet,
      services: { counter: Counter },
      run: (_payload, { services }) => ({ notes: [String(services.counter.next())] }),
    });
    const services = [{ interface: 'example.Counter', source: 'm#counter', env: 'dev', config: { from: 5 } }];
    const config = runnerConfig({ actions: [actionConfig('greet', ['counts'])], services });
    return { events, config, ...createTestCore({ m: { greet, counter, counts } }) };
  }
  const run = async ({ core }: ReturnType<typeof parts>) =>
    core.run('greet', runRequest({ params: { name: 'x' } }));

  test('start once when first needed, and outlive a configuration that leaves them alone', async () => {
    const test = parts();
    await test.core.updateConfig(test.config);
    expect(test.events).toEqual([]);
    await run(test);
    await test.core.updateConfig({ ...test.config, handlerConfigs: new Map([['x', {}]]) });
    expect(await run(test)).toMatchObject({ result: { notes: ['6'] } });
    expect(test.events).toEqual(['start project']);
    await test.core[Symbol.asyncDispose]();
    expect(test.events).toEqual(['start project', 'stop']);
  });

  test('start anew with other config or other code', async () => {
    const test = parts();
    await test.core.updateConfig(test.config);
    await run(test);
    await test.core.updateConfig({
      ...test.config,
      services: test.config.services.map((service) => ({ ...service, config: {} })),
    });
    expect(await run(test)).toMatchObject({ result: { notes: ['0'] } });
    await test.core.reload('greet');
    await run(test);
    expect(test.events).toEqual(['start project', 'stop', 'start project', 'stop', 'start project']);
  });

  test('start at once for handlers that are to be initialized', async () => {
    const test = parts();
    await test.core.updateConfig({
      ...test.config,
      handlersToInitialize: new Map([['greet', ['counts', 'nope']]]),
    });
    expect(test.events).toEqual(['start project']);
    expect(test.logged.map(({ message }) => message)).toEqual([
      'Handler "nope" of action "greet" could not be initialized',
    ]);
  });

  test('that are missing, broken or in a circle fail the run with a reason', async () => {
    const fail = async (services: ReturnType<typeof parts>['config']['services'], more: object = {}) => {
      const { config } = parts();
      const counts = defineHandler({ action: greet, services: { counter: Counter }, run() {} });
      const { core } = createTestCore({ m: { greet, counts, ...more } });
      await core.updateConfig({ ...config, services });
      const outcome = await core.run('greet', runRequest({ params: { name: 'x' } }));
      return outcome.kind === 'failed' ? outcome.message : outcome.kind;
    };
    const declared = { interface: 'example.Counter', source: 'm#counter', env: '', config: {} };
    expect(await fail([])).toMatch(
      /^greet.counts asks for the service "example.Counter", which nobody provides/,
    );
    expect(await fail([{ ...declared, env: 'other' }])).toMatch(/which nobody provides/);
    expect(await fail([declared])).toMatch(/^Import of service "example.Counter" failed \(m#counter\)/);
    const broken = defineService({
      provides: Counter,
      start() {
        throw new Error('no port');
      },
    });
    expect(await fail([declared], { counter: broken })).toBe(
      'Service "example.Counter" failed to start: no port',
    );
    const circle = defineService({
      provides: Counter,
      services: { self: Counter },
      start: ({ services }) => services.self,
    });
    expect(await fail([declared], { counter: circle })).toMatch(
      /in a circle: example.Counter → example.Counter/,
    );
  });

  test('wait with stopping for the runs that use them', async () => {
    const test = parts();
    let release = (): void => {};
    let started = (): void => {};
    const isRunning = new Promise<void>((resolve) => {
      started = resolve;
    });
    const slow = defineHandler({
      action: greet,
      services: { counter: Counter },
      run: () =>
        new Promise<undefined>((resolve) => {
          release = () => resolve(undefined);
          started();
        }),
    });
    const { core } = createTestCore({
      m: {
        greet,
        slow,
        counter: defineService({
          provides: Counter,
          start: () => ({ next: () => 0 }),
          stop: () => void test.events.push('stop'),
        }),
      },
    });
    await core.updateConfig({ ...test.config, actions: [actionConfig('greet', ['slow'])] });
    const running = core.run('greet', runRequest({ params: { name: 'x' } }));
    await isRunning;
    await core.reload('greet');
    expect(test.events).toEqual([]);
    release();
    await running;
    expect(test.events).toEqual(['stop']);
  });
});
