import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cli, createTestWorkspace, never, projectFile, runRequest } from '../testing/test-workspace.js';
import { parseActionNodeId } from './node-id.js';
import type { TreeNode } from './tree.js';

const signal = never();

function outline(nodes: readonly TreeNode[], indent = ''): readonly string[] {
  return nodes.flatMap((node) => {
    const status = 'status' in node && node.status !== undefined ? ` (${node.status})` : '';
    return [`${indent}${node.kind} ${node.id}${status}`, ...outline(node.children, `${indent}  `)];
  });
}

test('the tree of a workspace', async () => {
  await using t = createTestWorkspace({
    files: {
      '/w/finecode.toml': projectFile('root: h1@dev'),
      '/w/b/finecode.toml': projectFile('greet: h1@dev h2@other'),
      '/w/a/finecode.toml': '[finecode]\naction = 3',
    },
    handlers: { 'tools.h1': () => ({}) },
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  await t.workspace.run(cli, runRequest('actions.root', '/w'), {}, { signal });
  expect(outline(t.workspace.tree())).toEqual([
    'project /w (valid)',
    '  action-group /w::actions',
    '    action /w::actions.root',
    '      handler /w::actions.root::h1',
    '  env-group /w::envs',
    '    env /w::envs::dev (running)',
    '  project /w/a (invalid)',
    '  project /w/b (valid)',
    '    action-group /w/b::actions',
    '      action /w/b::actions.greet',
    '        handler /w/b::actions.greet::h1',
    '        handler /w/b::actions.greet::h2',
    '    env-group /w/b::envs',
    '      env /w/b::envs::dev',
    '      env /w/b::envs::other',
  ]);
  expect(t.workspace.subtree('/w/b::envs')?.children).toHaveLength(2);
  expect(t.workspace.subtree('/nowhere')).toBeUndefined();
});

test('whatever projects there are and however they are added: no node twice, the same order', async () => {
  const dir = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
    .map((parts) => `/w/${parts.join('/')}`);
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(dir, { minLength: 1, maxLength: 6 }),
      fc.uniqueArray(dir, { maxLength: 3 }),
      fc.boolean(),
      async (projectDirs, extraDirs, filtered) => {
        const files = Object.fromEntries(
          projectDirs.map((one) => [`${one}/finecode.toml`, projectFile('x: h1@dev')]),
        );
        const dirs = [
          '/w',
          ...extraDirs.filter((one) => projectDirs.some((project) => project.startsWith(one))),
        ];
        const trees = await Promise.all(
          [false, true].map(async (twice) => {
            await using t = createTestWorkspace({ files });
            for (const one of dirs) {
              if (filtered)
                await t.workspace.addDir(cli, one, { signal, startRunners: false, projects: ['a'] });
              await t.workspace.addDir(cli, one, { signal, startRunners: false });
              if (twice) await t.workspace.addDir(cli, one, { signal, startRunners: false });
            }
            return t.workspace.tree();
          }),
        );
        const [once = [], again] = trees;
        expect(again).toEqual(once);
        const ids = outline(once).map((line) => line.trim().split(' ')[1]);
        expect(new Set(ids).size).toBe(ids.length);
        for (const one of projectDirs) expect(ids).toContain(one);
      },
    ),
    { numRuns: 40 },
  );
});

test('a change is told with the part of the tree that changed, and only once', async () => {
  await using t = createTestWorkspace({
    files: { '/w/a/finecode.toml': projectFile('greet: h1@dev') },
    handlers: { 'tools.h1': () => ({}) },
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  expect(t.treeChanges.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['directory /w']);
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  expect(t.treeChanges).toHaveLength(1);
  await t.workspace.run(cli, runRequest('actions.greet', '/w/a'), {}, { signal });
  t.runners.at('/w/a', 'dev').crash('gone');
  await t.clock.advance(0);
  const statuses = t.treeChanges.slice(1).map((node) => outline([node]).at(-1)?.trim());
  expect(statuses).toEqual([
    'env /w/a::envs::dev (starting)',
    'env /w/a::envs::dev (running)',
    'env /w/a::envs::dev (exited)',
  ]);
});

test('a folder that is removed and added again is told again; what it leaves to another folder is told too', async () => {
  await using t = createTestWorkspace({ files: { '/w/a/finecode.toml': projectFile() } });
  const told = () => t.treeChanges.map((node) => outline([node]).slice(0, 2).join('; '));
  for (const dir of ['/w', '/w/a']) await t.workspace.addDir(cli, dir, { signal, startRunners: false });
  await t.workspace.removeDir('/w/a');
  await t.workspace.removeDir('/w');
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  expect(told().map((line) => line.replace(/; {3}/, '; '))).toEqual([
    'directory /w; project /w/a (valid)',
    'directory /w',
    'project /w/a (valid); action-group /w/a::actions',
    'directory /w; project /w/a (valid)',
    'directory /w; project /w/a (valid)',
  ]);
});

test('a listener that fails or is gone disturbs nobody', async () => {
  await using t = createTestWorkspace({ files: { '/w/a/finecode.toml': projectFile() } });
  const seen: string[] = [];
  t.workspace.subscribe({
    treeChanged: () => {
      throw new Error('listener is broken');
    },
  });
  const gone = t.workspace.subscribe({ treeChanged: () => void seen.push('gone') });
  t.workspace.subscribe({ treeChanged: ({ id }) => void seen.push(id) });
  gone[Symbol.dispose]();
  await t.workspace.addDir(cli, '/w', { signal });
  expect(seen).toEqual(['/w']);
  expect(t.logRecords.map(({ message }) => message)).toEqual(['a listener failed']);
});

test('ids of actions are read by the projects that exist', () => {
  const dirs = ['/w', '/w/a', '/w/odd::dir', '/w/odd'];
  const check = (text: string, expected: readonly [string, string] | undefined) => {
    const parsed = parseActionNodeId(text, dirs);
    expect(parsed && [parsed.projectDir, parsed.source]).toEqual(expected);
  };
  check('/w::x.Y', ['/w', 'x.Y']);
  check('/w/a::x.Y::handler', ['/w/a', 'x.Y']);
  check('/w/odd::dir::x.Y', ['/w/odd::dir', 'x.Y']);
  check('/w/b::x.Y', undefined);
  check('/w', undefined);
  check('', undefined);
  check('::', undefined);
});
