import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeProbe } from './open-probe.js';
import { hasPart, ProbeError, probeSources, readProbe } from './probe.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'probe-test-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function probeFile(content: unknown): Promise<string> {
  const filePath = join(dir, 'probe.json');
  await writeFile(filePath, typeof content === 'string' ? content : JSON.stringify(content));
  return filePath;
}

describe('a description of a probe project', () => {
  test('needs little, and its paths count from its own folder', async () => {
    const described = {
      projectDir: 'sub',
      projectDefPath: 'pyproject.toml',
      envName: 'dev',
      sources: { note: 'probe.Note' },
      document: 'a.txt',
      package: { name: 'probe', dir: '/elsewhere/probe' },
      reload: { file: 'probe/handlers.py', from: 'a', to: 'b' },
      runLog: 'logs',
    };
    expect(await readProbe(await probeFile(described))).toEqual({
      ...described,
      projectDir: join(dir, 'sub'),
      projectDefPath: join(dir, 'sub/pyproject.toml'),
      document: join(dir, 'sub/a.txt'),
      reload: { ...described.reload, file: join(dir, 'sub/probe/handlers.py') },
      runLog: join(dir, 'sub/logs'),
    });
    const least = await readProbe(await probeFile({ projectDefPath: 'p.toml', envName: 'dev' }));
    expect(least).toEqual({
      projectDir: dir,
      projectDefPath: join(dir, 'p.toml'),
      envName: 'dev',
      sources: {},
    });
    expect(hasPart(least, 'note')).toBe(false);
    expect(hasPart(least, 'document')).toBe(false);
  });

  test('that cannot be used says what is wrong with it', async () => {
    const check = async (content: unknown, message: RegExp) => {
      const reading = readProbe(await probeFile(content));
      await expect(reading).rejects.toBeInstanceOf(ProbeError);
      await expect(reading).rejects.toThrow(message);
    };
    await check('{', /probe\.json cannot be read: /);
    await check({}, /projectDefPath[\s\S]*envName/);
    await check({ projectDefPath: 'p', envName: '' }, /envName/);
    await check({ projectDefPath: 'p', envName: 'e', sources: { notes: 'x' } }, /sources/);
    await check({ projectDefPath: 'p', envName: 'e', handlers: {} }, /handlers/);
    await expect(readProbe(join(dir, 'nowhere.json'))).rejects.toThrow(
      /nowhere\.json cannot be read: ENOENT/,
    );
  });
});

test('every source is described for those who write a probe project', async () => {
  const text = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  expect(probeSources.filter((source) => !text.includes(`\`${source}\``))).toEqual([]);
});

test('the probe project that the kit brings along is complete, and gone afterwards', async () => {
  const project = await createNodeProbe(dir);
  const { probe } = project;
  for (const part of [...probeSources, 'service', 'package', 'document', 'reload'] as const) {
    expect(hasPart(probe, part), part).toBe(true);
  }
  expect(await readFile(probe.document ?? '', 'utf8')).not.toBe('');
  expect(await readFile(probe.reload?.file ?? '', 'utf8')).toContain(probe.reload?.from);
  await project[Symbol.asyncDispose]();
  await expect(access(project.dir)).rejects.toThrow('ENOENT');
});
