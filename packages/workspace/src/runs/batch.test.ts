import { expect, test } from 'vitest';
import {
  batchRequest,
  cli,
  createTestWorkspace,
  never,
  projectFile,
  type TestWorkspaceOptions,
} from '../testing/test-workspace.js';
import type { ProgressEvent } from './run.js';
import type { ProjectReport } from './run-request.js';

const signal = never();
const files = {
  '/w/a/finecode.toml': projectFile('lint: lint@dev', 'test: test@dev'),
  '/w/b/finecode.toml': projectFile('lint: lint@dev', 'test: test@dev'),
  '/w/c/finecode.toml': projectFile('lint: lint@dev'),
};

async function open(options: TestWorkspaceOptions) {
  const t = createTestWorkspace({ files, ...options });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  return t;
}

const both = ['actions.lint', 'actions.test'];

function codes({ actions, projectDir, returnCode }: ProjectReport): string {
  const own = [...actions].map(([source, report]) => `${source}=${report.returnCode}`);
  return `${projectDir} ${own.join(' ')} => ${returnCode}`;
}

test('every project that has an action runs it; codes are combined by project and over all', async () => {
  await using t = await open({
    handlers: {
      'tools.lint': ({ projectDir, setReturnCode }) => {
        setReturnCode(projectDir === '/w/a' ? 1 : 0);
        return { lint: projectDir };
      },
      'tools.test': ({ setReturnCode }) => {
        setReturnCode(2);
        return {};
      },
    },
  });
  const completed: ProjectReport[] = [];
  const observer = { projectCompleted: (report: ProjectReport) => void completed.push(report) };
  const report = await t.workspace.runBatch(cli, batchRequest(both), observer, { signal });
  expect(report.projects.map(codes).sort()).toEqual([
    '/w/a actions.lint=1 actions.test=2 => 3',
    '/w/b actions.lint=0 actions.test=2 => 2',
    '/w/c actions.lint=0 => 0',
  ]);
  expect(report.returnCode).toBe(3);
  expect(completed).toEqual(report.projects);
});

test('projects complete in the order in which they finish', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using t = await open({
    handlers: {
      'tools.lint': async ({ projectDir }) => {
        if (projectDir === '/w/a') await held;
        return {};
      },
    },
  });
  const order: string[] = [];
  const projectCompleted = ({ projectDir }: ProjectReport) => {
    order.push(projectDir);
    if (order.length === 2) release();
  };
  await t.workspace.runBatch(cli, batchRequest(['actions.lint']), { projectCompleted }, { signal });
  expect(order).toEqual(['/w/b', '/w/c', '/w/a']);
});

test.each([
  [false, ['lint begins', 'lint ends', 'test begins', 'test ends']],
  [true, ['lint begins', 'test begins', 'lint ends', 'test ends']],
])('the actions of one project run side by side: %s', async (concurrently, expected) => {
  const log: string[] = [];
  const step = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
    return {};
  };
  await using t = await open({ handlers: { 'tools.lint': step('lint'), 'tools.test': step('test') } });
  const request = batchRequest(both, { concurrently, projectDirs: ['/w/a'] });
  await t.workspace.runBatch(cli, request, {}, { signal });
  expect(log).toEqual(expected);
});

test('projects may get their own payload fields', async () => {
  await using t = await open({ handlers: { 'tools.lint': ({ params }) => params } });
  const request = batchRequest(['actions.lint'], {
    params: { files: ['x'], fix: false },
    paramsByProject: { '/w/b': { fix: true } },
    projectDirs: ['/w/a', '/w/b'],
  });
  const { projects } = await t.workspace.runBatch(cli, request, {}, { signal });
  const payloads = projects.map(({ projectDir, actions }) => {
    const report = actions.get('actions.lint');
    return [projectDir, report?.kind === 'finished' ? report.result.json : report];
  });
  expect(payloads.sort()).toEqual([
    ['/w/a', { files: ['x'], fix: false }],
    ['/w/b', { files: ['x'], fix: true }],
  ]);
});

test('a failure is reported where it happened, once for its project', async () => {
  await using t = await open({
    handlers: {
      'tools.lint': ({ projectDir }) => {
        if (projectDir === '/w/a') throw new Error('lint is broken here');
        return {};
      },
      'tools.test': () => ({}),
    },
  });
  const completed: string[] = [];
  const observer = { projectCompleted: (report: ProjectReport) => void completed.push(codes(report)) };
  const report = await t.workspace.runBatch(cli, batchRequest(both), observer, { signal });
  expect(report.returnCode).toBe(1);
  expect(completed.sort()).toEqual([
    '/w/a actions.lint=1 actions.test=0 => 1',
    '/w/b actions.lint=0 actions.test=0 => 0',
    '/w/c actions.lint=0 => 0',
  ]);
  const failed = report.projects.find(({ projectDir }) => projectDir === '/w/a')?.actions.get('actions.lint');
  expect(failed?.kind === 'failed' && failed.error.message).toBe('Action "lint" failed: lint is broken here');
});

test('a batch in which all fails is an error, and so is one that names nothing', async () => {
  await using t = await open({
    handlers: {
      'tools.lint': () => {
        throw new Error('no');
      },
    },
  });
  const run = (sources: readonly string[], projectDirs?: readonly string[]) =>
    t.workspace.runBatch(
      cli,
      batchRequest(sources, projectDirs === undefined ? {} : { projectDirs }),
      {},
      { signal },
    );
  await expect(run(['actions.lint'])).rejects.toMatchObject({ code: 'run-failed' });
  await expect(run(['actions.nope'])).rejects.toMatchObject({ code: 'action-not-found' });
  await expect(run(['actions.test'], ['/w/c'])).rejects.toMatchObject({ code: 'action-not-found' });
  await expect(run(['actions.lint'], ['/nowhere'])).rejects.toMatchObject({ code: 'project-not-found' });
});

test('the progress of a batch is one progress', async () => {
  await using t = await open({
    handlers: {
      'tools.lint': async ({ progress }) => {
        await progress({ kind: 'begin', total: 4 });
        await progress({ kind: 'report', percentage: 50, message: 'half' });
        await progress({ kind: 'end' });
        return {};
      },
    },
  });
  const events: ProgressEvent[] = [];
  const observer = { progress: (event: ProgressEvent) => void events.push(event) };
  await t.workspace.runBatch(cli, batchRequest(['actions.lint']), observer, { signal });
  expect(events[0]?.kind).toBe('begin');
  expect(events.at(-1)?.kind).toBe('end');
  expect(events.filter(({ kind }) => kind !== 'report')).toHaveLength(2);
  expect(events.some((event) => event.kind === 'report' && event.message === 'a/lint: half')).toBe(true);
});

test('too many projects for one batch is refused before anything runs', async () => {
  let ran = 0;
  await using t = await open({
    handlers: {
      'tools.lint': () => {
        ran += 1;
        return {};
      },
    },
    limits: { projectFanOut: 2 },
  });
  const request = batchRequest(['actions.lint'], { projectDirs: ['/w/a', '/w/b', '/w/c'] });
  await expect(t.workspace.runBatch(cli, request, {}, { signal })).rejects.toMatchObject({
    code: 'limit-reached',
  });
  expect(ran).toBe(0);
});
