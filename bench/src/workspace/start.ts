import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { median } from '../statistics.js';
import { generateIdleProject } from './generate-projects.js';
import { startManager } from './manager.js';
import type { Part } from './part.js';

const repeats = 10;

/** How long processes take to be of use, and how much memory a runner holds. */
export async function measureStart(scratchDir: string): Promise<Part> {
  const projectDir = path.join(scratchDir, 'start', 'idle');
  await generateIdleProject(projectDir);
  const times = { node: [] as number[], manager: [] as number[], runner: [] as number[] };
  const resident = { node: [] as number[], runner: [] as number[] };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const bare = bareNode();
    times.node.push(bare.ms);
    resident.node.push(bare.bytes);
    await using manager = await startManager(scratchDir);
    times.manager.push(manager.startMs);
    await manager.request('workspace/addDir', { dirPath: projectDir, startRunners: false });
    const startedAt = performance.now();
    await manager.request('workspace/startRunners', {});
    times.runner.push(performance.now() - startedAt);
    resident.runner.push(await runnerMemory(manager.request, projectDir));
  }
  const row = (name: string, ms: readonly number[], bytes?: readonly number[]) => ({
    name,
    values: {
      'median ms': median(ms),
      '× node': median(ms) / median(times.node),
      ...(bytes !== undefined && { 'resident MiB': median(bytes) / 1024 / 1024 }),
    },
  });
  return {
    method: `Starts are whole processes, median of ${repeats}, taking turns with a Node that only prints its own memory. A Workspace Manager has started when its port file is there, a runner when \`workspace/startRunners\` is answered.`,
    table: {
      title: 'Start and memory of one process',
      columns: ['median ms', '× node', 'resident MiB'],
      rows: [
        row('node', times.node, resident.node),
        row('start-wm-server → port file', times.manager),
        row('runner', times.runner, resident.runner),
      ],
    },
    targets: [],
  };
}

function bareNode(): { ms: number; bytes: number } {
  const { NODE_EXTRA_CA_CERTS: _slowsStartDown, ...env } = process.env;
  const startedAt = performance.now();
  const script = 'console.log(process.memoryUsage.rss())';
  const { stdout } = spawnSync(process.execPath, ['-e', script], { env, encoding: 'utf8' });
  return { ms: performance.now() - startedAt, bytes: Number(stdout) };
}

async function runnerMemory(
  request: (method: string, params: object) => Promise<unknown>,
  project: string,
): Promise<number> {
  const answer = await request('actions/run', { actionSource: './idle.ts#memory', project });
  const { resultByFormat } = answer as { resultByFormat: { json: { bytes: number } } };
  return resultByFormat.json.bytes;
}
