import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFileSystem,
  createLog,
  createMemorySink,
  createSystemClock,
  readEnvironment,
} from '@tandem/platform';
import {
  type ClientSession,
  createWorkspace,
  noRunLog,
  type PartialResult,
  type Workspace,
} from '@tandem/workspace';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestLauncher, never, temporaryDirectory } from '../testing/launch.js';
import { bundleNodeRunner } from '../testing/node-runner.js';

let bundle: Awaited<ReturnType<typeof bundleNodeRunner>>;
beforeAll(async () => {
  bundle = await bundleNodeRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const cli: ClientSession = { kind: 'cli', label: 'test' };

/** "waits" goes on when there is a file named "go". */
const extension = `
  import { existsSync, watch } from 'node:fs';
  import { defineAction, defineHandler, StopRun, z } from 'tandem/extension-api';
  export const note = defineAction({
    name: 'note',
    result: {
      schema: z.object({ notes: z.array(z.string()).default([]), bad: z.boolean().default(false) }),
      merge: (a, b) => ({ notes: [...a.notes, ...b.notes], bad: a.bad || b.bad }),
      toText: ({ notes }) => notes.join(),
      returnCode: ({ bad }) => (bad ? 1 : 0),
    },
  });
  export const plain = defineHandler({ action: note, run: () => ({ notes: ['plain'], bad: true }) });
  export const waits = defineHandler({
    action: note,
    async *run(_, { currentResult, signal }) {
      await new Promise((resolve) => {
        const watcher = watch('.', { signal }, () => existsSync('go') && resolve(watcher.close()));
        if (existsSync('go')) resolve(watcher.close());
      });
      yield { notes: ['waited after ' + currentResult.notes.length] };
      return { notes: ['done'] };
    },
  });
  export const stops = defineHandler({ action: note, run() { throw new StopRun({ notes: ['stop'], bad: true }); } });
`;

async function open(
  handlers: Readonly<Record<string, string>>,
): Promise<{ workspace: Workspace; dir: string }> {
  const dir = await temporaryDirectory();
  const envs = [...new Set(Object.values(handlers))].map((env) => `[finecode.env.${env}]\nruntime = "node"`);
  const entries = Object.entries(handlers).map(
    ([name, env]) => `{ name = "${name}", source = "./extension.ts#${name}", env = "${env}" }`,
  );
  const action = `[finecode.action.note]\nsource = "./extension.ts#note"\nhandlers = [${entries.join(', ')}]`;
  await writeFile(join(dir, 'finecode.toml'), [...envs, action].join('\n'));
  await writeFile(join(dir, 'extension.ts'), extension);
  const { launcher } = createTestLauncher({
    command: process.execPath,
    args: [bundle.path, 'runner', 'start'],
  });
  const clock = createSystemClock();
  const workspace = createWorkspace({
    files: createFileSystem(),
    clock,
    log: createLog({ sink: createMemorySink(), clock }),
    os: readEnvironment().os,
    variables: {},
    launcher,
    watcher: { watch: () => ({ [Symbol.dispose]() {} }) },
    trust: { isTrusted: async () => true },
    runLog: noRunLog,
    newRunId: () => 'run-1',
  });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  await workspace.addDir(cli, dir, never());
  return { workspace, dir };
}

const request = (dir: string) =>
  ({
    actionSource: './extension.ts#note',
    target: { kind: 'project', dir },
    params: {},
    resultFormats: ['json'],
    trigger: 'user',
    devEnv: 'cli',
  }) as const;

test('a run over several environments is heard while it goes on', async () => {
  const { workspace, dir } = await open({ plain: 'first', waits: 'second' });
  const parts: unknown[] = [];
  const partial = async ({ result: { json } }: PartialResult) => {
    parts.push(json);
    // Without the first part in time, the handler of the second environment would never end.
    await writeFile(join(dir, 'go'), '');
  };
  const report = await workspace.run(cli, request(dir), { partial }, never());
  expect(parts).toEqual([
    { notes: ['plain'], bad: true },
    { notes: ['waited after 1'], bad: false },
    { notes: ['done'], bad: false },
  ]);
  expect(report).toMatchObject({ result: {}, returnCode: 1 });
  const { result, returnCode } = await workspace.run(cli, request(dir), {}, never());
  expect(result.json).toEqual({ notes: ['plain', 'waited after 1', 'done'], bad: true });
  expect(returnCode).toBe(1);
});

test('a handler that stops such a run is heard, and the environments after it are not', async () => {
  const { workspace, dir } = await open({ stops: 'first', waits: 'second' });
  const parts: unknown[] = [];
  const partial = ({ result: { json } }: PartialResult) => void parts.push(json);
  expect(await workspace.run(cli, request(dir), { partial }, never())).toMatchObject({ returnCode: 1 });
  expect(parts).toEqual([{ notes: ['stop'], bad: true }]);
});
