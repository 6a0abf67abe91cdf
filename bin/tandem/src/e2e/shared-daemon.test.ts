import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  breakConfig,
  type GeneratedWorkspace,
  generateWorkspace,
  projectNames,
  repairConfig,
} from './testing/generated-workspace.js';
import { processesRunning, untilNoneMention } from './testing/related-processes.js';
import { inEach, linesByProject } from './testing/run-results.js';
import { connectToSharedDaemon } from './testing/wm-client.js';

async function daemonPids({ scratchDir }: GeneratedWorkspace): Promise<readonly number[]> {
  return (await processesRunning(scratchDir, ' start-wm-server ')).map(({ pid }) => pid);
}

async function daemonLog({ rootDir }: GeneratedWorkspace): Promise<string> {
  return readFile(path.join(rootDir, '.venvs/dev_workspace/logs/wm_server/wm_server.log'), 'utf8');
}

function sharedRun(workspace: GeneratedWorkspace, ...args: readonly string[]) {
  return workspace.tandem(['run', '--shared-server', '--json', ...args]);
}

test('ten commands at once start one daemon, and all of them get their own answer', async () => {
  const workspace = await generateWorkspace();
  const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
  const outcomes = await Promise.all(texts.map((text) => sharedRun(workspace, 'echo', `--text=${text}`)));
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(linesByProject(stdout)).toEqual(inEach(projectNames, (name) => [`${name}/dev: ${texts[index]}`]));
  }
  expect(await daemonPids(workspace)).toHaveLength(1);
  expect((await daemonLog(workspace)).match(/"listening"/g)).toHaveLength(1);
  expect(await workspace.gitStatus()).toBe('');

  expect(await workspace.tandem(['stop'])).toMatchObject({ code: 0 });
  await untilNoneMention(workspace.scratchDir);
});

test('a daemon that is killed takes its runners along, and the next command starts another', async () => {
  const workspace = await generateWorkspace();
  await sharedRun(workspace, 'echo');
  const [killed = 0] = await daemonPids(workspace);
  process.kill(killed, 'SIGKILL');
  await untilNoneMention(workspace.scratchDir);

  const { code, stdout } = await sharedRun(workspace, 'chain', '--text=again', '--project=beta');
  expect(code).toBe(0);
  expect(linesByProject(stdout)['beta']).toHaveLength(3);
  expect(await daemonPids(workspace)).not.toContain(killed);
  expect(await workspace.gitStatus()).toBe('');
});

test('a mistake in one project costs the others nothing; its repair is noticed', async () => {
  const workspace = await generateWorkspace();
  await sharedRun(workspace, 'echo');
  await using client = await connectToSharedDaemon(workspace.rootDir);
  const untilStatus = (wanted: string) =>
    new Promise<void>((resolve) => {
      client.on('actions/treeChanged', ({ node }) => {
        if (node.nodeId === workspace.projectDir('alpha') && node.status === wanted) resolve();
      });
    });

  const broken = untilStatus('CONFIG_INVALID');
  await breakConfig(workspace, 'alpha');
  await broken;
  const withMistake = await sharedRun(workspace, 'echo');
  expect(withMistake.code).toBe(3);
  expect(linesByProject(withMistake.stdout)).toEqual(
    inEach(['beta', 'ga mma #1 ü 100%'], (name) => [`${name}/dev: nothing`]),
  );
  expect(JSON.parse(withMistake.stdout)).toMatchObject({ brokenProjects: [{ projectName: 'alpha' }] });

  const repaired = untilStatus('CONFIG_VALID');
  await repairConfig(workspace, 'alpha');
  await repaired;
  const { code, stdout } = await sharedRun(workspace, 'echo');
  expect(code).toBe(0);
  expect(linesByProject(stdout)).toEqual(inEach(projectNames, (name) => [`${name}/dev: nothing`]));
});
