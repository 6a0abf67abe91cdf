import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { SuiteResult } from '../report.js';
import { median } from '../statistics.js';

const repeats = 30;

const commands: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  'tandem --version': ['dist/tandem.cjs', '--version'],
  'tandem --help': ['dist/tandem.cjs', '--help'],
};

export async function startupSuite(progress: (text: string) => void): Promise<SuiteResult> {
  progress('start-up');
  const times = new Map(Object.keys(commands).map((name): [string, number[]] => [name, []]));
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [name, args] of Object.entries(commands)) times.get(name)?.push(timeOnce(args));
  }
  const floor = median(times.get('node -e 0') ?? []);
  const rows = [...times].map(([name, values]) => ({
    name,
    values: {
      'median ms': median(values),
      'min ms': Math.min(...values),
      '× node -e 0': median(values) / floor,
    },
  }));
  return {
    name: 'startup',
    title: 'Start-up',
    method: `Whole processes, median of ${repeats}, taking turns. \`NODE_EXTRA_CA_CERTS\` is unset: where it is set, Node 20 itself pays for it.`,
    tables: [{ title: 'Command line', columns: ['median ms', 'min ms', '× node -e 0'], rows }],
    targets: [
      {
        what: 'tandem --version / node -e 0',
        comparison: 'at most',
        target: 1.3,
        measured: median(times.get('tandem --version') ?? []) / floor,
      },
    ],
  };
}

function timeOnce(args: readonly string[]): number {
  const { NODE_EXTRA_CA_CERTS: _unused, ...env } = process.env;
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: path.resolve(), env, stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
}
