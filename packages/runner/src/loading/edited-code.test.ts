import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunOutcome } from '../core/run-outcome.js';
import { startNotesRunner } from '../testing/notes-runner.js';
import { bundleRunner, type RunnerBundle } from '../testing/runner-process.js';
import { createTempProject, type TempProject } from '../testing/temp-project.js';
import { actionConfig, createTestCore, runnerConfig, runRequest } from '../testing/test-core.js';
import { createModuleLoader } from './module-loader.js';

const action = (property = 'note') => `
  import { defineAction, z } from 'tandem/extension-api';
  export const say = defineAction({
    name: 'say', source: 'example.Say',
    payload: z.object({ ${property}: z.string().optional() }),
    result: { schema: z.object({ word: z.string() }) },
  });
`;
const handler = (word: string, imports = '') => `
  import { defineHandler } from 'tandem/extension-api';
  import { say } from './action.ts';
  ${imports}
  export const handler = defineHandler({ action: say, run: () => ({ word: ${word} }) });
`;

async function startCore(files: Readonly<Record<string, string>>) {
  const project = await createTempProject({ 'action.ts': action(), ...files });
  const { core } = createTestCore({}, { loader: createModuleLoader() });
  const sayConfig = {
    ...actionConfig('say', [{ name: 'handler', source: './handler.ts' }]),
    source: './action.ts',
  };
  const config = runnerConfig({ projectDir: project.dir, actions: [sayConfig] });
  await core.updateConfig(config);
  return {
    project,
    core,
    config,
    say: async () => wordOf(await core.run('say', runRequest())),
    async [Symbol.asyncDispose]() {
      await core[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

function wordOf(outcome: RunOutcome): unknown {
  if (outcome.kind === 'failed') return outcome.message;
  return outcome.kind === 'success' ? (outcome.result as { word: unknown }).word : outcome.kind;
}

describe('the next run has what was edited since the last', () => {
  type Edit = (project: TempProject) => Promise<unknown>;
  async function check(
    files: Readonly<Record<string, string>>,
    ...steps: readonly (readonly [Edit, unknown])[]
  ): Promise<void> {
    await using started = await startCore(files);
    for (const [edit, expected] of steps) {
      await edit(started.project);
      expect(await started.say()).toEqual(expected);
    }
  }
  const nothing: Edit = async () => {};
  const write =
    (path: string, text: string): Edit =>
    (project) =>
      project.write(path, text);

  test('in the handler, again and again', async () => {
    await check(
      { 'handler.ts': handler('"one"') },
      [nothing, 'one'],
      [write('handler.ts', handler('"two"')), 'two'],
      [write('handler.ts', handler('"six"')), 'six'],
      [write('handler.ts', handler('"six"')), 'six'],
      [write('handler.ts', handler('"one"')), 'one'],
    );
  });

  test('in a module or in data that it imports', async () => {
    const imports = "import { word } from './lib/word.js';";
    await check(
      { 'handler.ts': handler('word', imports), 'lib/word.ts': 'export const word = "one";' },
      [nothing, 'one'],
      [write('lib/word.ts', 'export { word } from "./data.json";'), expect.stringContaining('data.json')],
      [write('lib/data.json', '{"word": "two"}'), 'two'],
      [write('lib/data.json', '{"word": "six"}'), 'six'],
      [write('lib/word.js', 'export const word = "in front";'), 'in front'],
      [(project) => rm(project.path('lib/word.js')), 'six'],
    );
  });

  test('when it was broken before', async () => {
    await check(
      { 'handler.ts': handler('"one"') },
      [nothing, 'one'],
      [write('handler.ts', 'export const = 1;'), expect.stringContaining('handler.ts:1:14: Expected')],
      [write('handler.ts', 'throw new Error("boom");'), expect.stringContaining('boom')],
      [write('handler.ts', handler('"two"')), 'two'],
      [(project) => rm(project.path('handler.ts')), expect.stringContaining('Could not resolve')],
      [write('handler.ts', handler('"six"')), 'six'],
    );
  });

  test('when it lacked a file or a package that is there now', async () => {
    const missing = (what: string) => expect.stringContaining(`Could not resolve "${what}"`);
    await check(
      { 'handler.ts': handler('word', "import { word } from './lib/word';") },
      [nothing, missing('./lib/word')],
      [write('lib/word/index.ts', 'export const word = "folder";'), 'folder'],
      [write('lib/word.ts', 'export const word = "file";'), 'file'],
      [write('handler.ts', handler('word', "import { word } from 'words';")), missing('words')],
      [
        async (project) => {
          await project.write('node_modules/words/index.js', 'exports.word = "package";');
          await project.write('node_modules/words/package.json', '{}');
        },
        'package',
      ],
    );
  });
});

test('what a runner tells about actions is as new as their files', async () => {
  await using started = await startCore({ 'handler.ts': handler('"one"') });
  const { core, project, config } = started;
  const properties = async () => Object.keys((await core.payloadSchemas())['say']?.properties ?? {});
  expect(await properties()).toEqual(['note']);
  await project.write('action.ts', action('text'));
  expect(await properties()).toEqual(['text']);
  await project.write('action.ts', action().replace('example.Say', 'example.Speak'));
  expect(await core.actionFacts()).toMatchObject([{ canonicalSource: 'example.Speak' }]);
  await project.write('action.ts', action());
  expect(await core.resolveSource('./action.ts')).toBe('example.Say');
  await project.write('handler.ts', handler('"two"'));
  await core.updateConfig({ ...config, handlerConfigs: new Map() });
  expect(await started.say()).toBe('two');
});

test('a run that goes on keeps its code, and many that begin share the new one', async () => {
  const waiting = `await new Promise((resolve) => { globalThis.letGo = resolve; started(); })`;
  const counted = `
    import { defineHandler } from 'tandem/extension-api';
    import { say } from './action.ts';
    globalThis.loads = (globalThis.loads ?? 0) + 1;
  `;
  await using started = await startCore({
    'handler.ts': `${counted}
      const started = () => globalThis.hasStarted();
      export const handler = defineHandler({ action: say, run: async () => { ${waiting}; return { word: 'old' }; } });`,
  });
  const shared = globalThis as { hasStarted?: () => void; letGo?: () => void; loads?: number };
  const hasStarted = new Promise<void>((resolve) => {
    shared.hasStarted = resolve;
  });
  const old = started.say();
  await hasStarted;
  await started.project.write(
    'handler.ts',
    `${counted} export const handler = defineHandler({ action: say, run: () => ({ word: 'new' }) });`,
  );
  const many = await Promise.all(Array.from({ length: 20 }, () => started.say()));
  expect(new Set(many)).toEqual(new Set(['new']));
  expect(shared.loads).toBe(2);
  shared.letGo?.();
  expect(await old).toBe('old');
});

test('a run that waits for new code is cancelled by the end of the runner', async () => {
  await using started = await startCore({ 'handler.ts': handler('"one"') });
  await started.project.write(
    'handler.ts',
    handler('await new Promise(() => {})').replace('() =>', 'async () =>'),
  );
  const run = started.say();
  await started.core[Symbol.asyncDispose]();
  expect(['cancelled', expect.stringContaining('not initialized')]).toContainEqual(await run);
});

describe('a runner process', () => {
  let bundle: RunnerBundle;
  beforeAll(async () => {
    bundle = await bundleRunner();
  });
  afterAll(() => bundle[Symbol.asyncDispose]());

  test('answers with edited code, without being told to reload', async () => {
    await using started = await startNotesRunner(bundle, ['two']);
    const { project, run } = started;
    const noteOf = async (): Promise<unknown> =>
      ((await run()) as { resultByFormat: { json: { notes: unknown[] } } }).resultByFormat.json.notes[0];
    expect(await noteOf()).toBe('two after 0');
    for (const text of ['edited', 'edited twice']) {
      const extension = `export { note, atOnce } from './notes.ts';\nexport { two } from './two.ts';`;
      await project.write('extension.ts', extension);
      await project.write(
        'notes.ts',
        `import { defineAction, z } from 'tandem/extension-api';
         const result = { schema: z.object({ notes: z.array(z.string()) }) };
         export const note = defineAction({ name: 'note', source: 'example.Note', result });
         export const atOnce = defineAction({ name: 'atOnce', result });`,
      );
      await project.write(
        'two.ts',
        `import { defineHandler } from 'tandem/extension-api';
         import { note } from './notes.ts';
         export const two = defineHandler({ action: note, run: () => ({ notes: ['${text}'] }) });`,
      );
      expect(await noteOf()).toBe(text);
    }
  });
});
