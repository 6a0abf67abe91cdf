// `npm start`: makes the checkout ready and shows the main job on the example, as a person would type it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureReady } from './ensure.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const steps = [
  { title: 'The projects in examples/hello, and what they can do', args: ['actions'] },
  {
    title: 'One action: the command line asks a Workspace Manager, which asks a Node runner',
    args: ['run', 'hello', '--name=Tandem'],
  },
];

await ensureReady();
for (const { title, args } of steps) {
  process.stdout.write(`\n# ${title}\n$ tandem ${args.join(' ')}\n`);
  const executable = path.join(root, 'dist', 'tandem.cjs');
  const { status } = spawnSync(process.execPath, [executable, ...args], {
    cwd: path.join(root, 'examples', 'hello'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // 1 means that the command worked and found problems, which is what a linter is for.
  if (status !== 0 && status !== 1) {
    process.stderr.write(`the demonstration failed: exit code ${status}\n`);
    process.exit(1);
  }
}
