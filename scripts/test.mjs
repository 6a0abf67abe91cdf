// `npm test [-- --project system] [-- filters]`: makes the checkout ready, runs the tests and ends with `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureReady } from './ensure.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
await ensureReady();

const reportDir = mkdtempSync(path.join(os.tmpdir(), 'tandem-test-'));
const reportFile = path.join(reportDir, 'report.json');
const args = process.argv.slice(2);
const project = args.includes('--project') ? [] : ['--project', 'node'];
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', ...project, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TANDEM_TEST_REPORT: reportFile },
});
const exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));

const { passed, failed } = readReport();
rmSync(reportDir, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${exitCode !== 0 ? Math.max(failed, 1) : failed} failed\n`);
process.exitCode = exitCode !== 0 || failed > 0 ? 1 : 0;

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 }; // vitest ended before it could count
  }
}
