// `npm run soak [-- SEED]`: every big repetition at its full count, recorded in docs/reliability.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const page = path.join(root, 'docs', 'reliability.md');
const marker = '<!-- last full run: written by `npm run soak` -->';

const [seed] = process.argv.slice(2);
const recordDir = mkdtempSync(path.join(os.tmpdir(), 'tandem-soak-'));
const recordFile = path.join(recordDir, 'record.jsonl');
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'scripts', 'test.mjs'), '.soak.test.ts', '--testTimeout=3600000'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SOAK: seed === undefined ? 'full' : `full:${seed}`, SOAK_RECORD: recordFile },
  },
);
const lines = existsSync(recordFile) ? readFileSync(recordFile, 'utf8').trim().split('\n') : [];
rmSync(recordDir, { recursive: true, force: true });
if (lines.length === 0) {
  process.stderr.write('no soak test ran\n');
  process.exit(1);
}
const rows = lines
  .map((line) => JSON.parse(line))
  .sort((a, b) => a.name.localeCompare(b.name))
  .map(
    ({ name, count, seed: used }) =>
      `| ${name} | ${count.toLocaleString('en').replaceAll(',', ' ')} | ${used} |`,
  );
const date = new Date().toISOString().slice(0, 10);
const text = readFileSync(page, 'utf8');
const head = text.slice(0, text.indexOf(marker) + marker.length);
writeFileSync(
  page,
  `${head}

Date: ${date}. Node ${process.versions.node}, ${os.cpus().length} cores. Result: **${status === 0 ? 'all passed' : 'FAILED'}**.

| what | count | seed |
|---|---|---|
${rows.join('\n')}
`,
);
process.exitCode = status ?? 1;
