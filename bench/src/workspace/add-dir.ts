import path from 'node:path';
import type { Target } from '../report.js';
import { median } from '../statistics.js';
import { bareWalk } from './bare-walk.js';
import { generateProjects } from './generate-projects.js';
import { startManager } from './manager.js';
import type { Part } from './part.js';

const counts = [1, 100, 1000] as const;
const rounds = 7;

interface Measured {
  readonly count: number;
  readonly firstMs: number;
  readonly addDirMs: number;
  readonly bareMs: number;
}

/** `workspace/addDir` of ever more projects, against a loop that reads the same files. */
export async function measureAddDir(scratchDir: string): Promise<Part> {
  const measured: Measured[] = [];
  for (const count of counts) {
    const dirPath = path.join(scratchDir, `projects-${count}`);
    await generateProjects(dirPath, count);
    measured.push(await measure(scratchDir, dirPath, count));
  }
  return {
    method: `\`workspace/addDir\` with \`startRunners: false\` takes turns with a bare loop, in this process, that walks the same folders, reads the same files and calls \`JSON.parse\` and a TOML parser. The loop uses \`fs/promises\`, as any program does that must not block, and does one thing after the other. Both have done it once before they are measured; each figure is the median of ${rounds}. The first time in a new Workspace Manager is shown beside.`,
    table: {
      title: 'Adding a directory',
      columns: ['first ms', 'addDir ms', 'bare loop ms', '× bare loop', 'µs per project'],
      rows: measured.map(({ count, firstMs, addDirMs, bareMs }) => ({
        name: `${count.toLocaleString('en').replaceAll(',', ' ')} projects`,
        values: {
          'first ms': firstMs,
          'addDir ms': addDirMs,
          'bare loop ms': bareMs,
          '× bare loop': addDirMs / bareMs,
          'µs per project': (addDirMs / count) * 1000,
        },
      })),
    },
    targets: targetsOf(measured),
  };
}

async function measure(scratchDir: string, dirPath: string, count: number): Promise<Measured> {
  await using manager = await startManager(scratchDir);
  const addDir = async () => {
    const startedAt = performance.now();
    const answer = await manager.request('workspace/addDir', { dirPath, startRunners: false });
    const ms = performance.now() - startedAt;
    expectCount(count, (answer as { projects: readonly unknown[] }).projects.length);
    await manager.request('workspace/removeDir', { dirPath });
    return ms;
  };
  const walk = async () => {
    const startedAt = performance.now();
    expectCount(count, await bareWalk(dirPath));
    return performance.now() - startedAt;
  };
  const firstMs = await addDir();
  await walk();
  const [added, walked]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    added.push(await addDir());
    walked.push(await walk());
  }
  return { count, firstMs, addDirMs: median(added), bareMs: median(walked) };
}

function targetsOf(measured: readonly Measured[]): readonly Target[] {
  const ratios = measured.map(
    ({ count, addDirMs, bareMs }): Target => ({
      what: `addDir of ${count} projects / bare loop`,
      comparison: 'at most',
      target: 3,
      measured: addDirMs / bareMs,
    }),
  );
  const perProject = (count: number) =>
    (measured.find((one) => one.count === count)?.addDirMs ?? Number.NaN) / count;
  return [
    ...ratios,
    {
      what: 'addDir, time per project: of 1000 / of 100',
      comparison: 'at most',
      target: 1.5,
      measured: perProject(1000) / perProject(100),
    },
  ];
}

function expectCount(expected: number, found: number): void {
  if (found !== expected) throw new Error(`${found} projects instead of ${expected}`);
}
