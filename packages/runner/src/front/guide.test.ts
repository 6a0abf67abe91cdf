import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readProject } from '@tandem/config';
import { createFileSystem } from '@tandem/platform';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleRunner, type RunnerBundle, startRunnerProcess } from '../testing/runner-process.js';
import { createTempProject } from '../testing/temp-project.js';

let bundle: RunnerBundle;
beforeAll(async () => {
  bundle = await bundleRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

interface Block {
  readonly info: string;
  readonly text: string;
}

test('the guide for authors leads to what it promises, step by step', async () => {
  const guidePath = fileURLToPath(new URL('../../../../docs/guides/write-an-extension.md', import.meta.url));
  const blocks = codeBlocks(await readFile(guidePath, 'utf8'));
  const promised = blocks.find(({ info }) => info === 'text output')?.text.trimEnd();
  expect(promised).toMatch(/^notes\.txt:2 has \d+ characters$/);

  await using project = await createTempProject({});
  for (const { info, text } of blocks) {
    const file = /file=(\S+)/.exec(info)?.[1];
    if (file !== undefined && !(await exists(project.path(file)))) await project.write(file, text);
  }
  const reading = await readProject(project.dir, { files: createFileSystem() });
  if (reading.kind !== 'valid') throw new Error(JSON.stringify(reading));
  const { actions } = reading.project;

  await using runner = startRunnerProcess(bundle.path, { projectPath: project.dir, envName: 'dev' });
  const { client } = runner;
  await client.sendRequest('initialize', { capabilities: {} });
  await client.sendRequest('finecodeRunner/updateConfig', {
    workingDir: project.dir,
    projectName: reading.name,
    projectDefPath: project.path('finecode.toml'),
    config: {
      actions: actions.map(({ name, source, handlers }) => ({ name, source, handlers, config: {} })),
      action_handler_configs: {},
    },
  });
  const options = { resultFormats: ['string'] };
  const run = { actionName: 'longLines', params: { file: 'notes.txt' }, options };
  expect(await client.sendRequest('actions/run', run)).toMatchObject({
    resultByFormat: { string: promised },
    returnCode: 1,
  });

  const lastVersion = blocks.filter(({ info }) => info.includes('file=handlers/text.ts')).at(-1);
  await project.write('handlers/text.ts', lastVersion?.text ?? '');
  await client.sendRequest('actions/reload', { actionName: 'longLines' });
  const parts: unknown[] = [];
  client.onNotification('$/progress', ({ value }) => void parts.push(JSON.parse(value)));
  const streaming = { ...run, options: { ...options, partialResultToken: 'parts' } };
  expect(await client.sendRequest('actions/run', streaming)).toMatchObject({
    status: 'streamed',
    returnCode: 1,
  });
  expect(parts).toEqual([{ found: [{ file: 'notes.txt', line: 2, length: expect.any(Number) }] }]);
});

function codeBlocks(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({
    info,
    text,
  }));
}

async function exists(path: string): Promise<boolean> {
  return (await createFileSystem().stat(path)) !== undefined;
}
