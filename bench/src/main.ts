// `npm run bench [-- rpc edn startup workspace]`: measures, stores bench/results/*.json and writes docs/benchmarks.md.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ednSuite } from './edn/edn-suite.js';
import { isMet, renderSuite, type SuiteResult } from './report.js';
import { rpcSuite } from './rpc/rpc-suite.js';
import { startupSuite } from './startup/startup-suite.js';
import { workspaceSuite } from './workspace/workspace-suite.js';

const suites: Readonly<Record<string, (progress: (text: string) => void) => Promise<SuiteResult>>> = {
  startup: startupSuite,
  rpc: rpcSuite,
  edn: ednSuite,
  workspace: workspaceSuite,
};

interface StoredResult extends SuiteResult {
  readonly date: string;
  readonly node: string;
  readonly machine: string;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in suites));
if (unknown.length > 0) {
  process.stderr.write(`no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}\n`);
  process.exit(2);
}

const resultsDir = path.resolve('bench/results');
mkdirSync(resultsDir, { recursive: true });
for (const [name, run] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const result = await run((text) => process.stderr.write(`${text}…\n`));
  const stored: StoredResult = {
    ...result,
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    machine: `${os.type()}, ${os.cpus().length} cores`,
  };
  writeFileSync(path.join(resultsDir, `${name}.json`), `${JSON.stringify(stored, null, 2)}\n`);
  process.stdout.write(`${renderSuite(result)}\n\n`);
}
writePage();

function writePage(): void {
  const results = readdirSync(resultsDir)
    .filter((name) => name.endsWith('.json'))
    .map((name): StoredResult => JSON.parse(readFileSync(path.join(resultsDir, name), 'utf8')))
    .sort((a, b) => Object.keys(suites).indexOf(a.name) - Object.keys(suites).indexOf(b.name));
  const targets = results.flatMap((result) => result.targets);
  const sections = results.map(
    (result) =>
      `${renderSuite(result)}\n\nMeasured on ${result.date}, Node ${result.node}, ${result.machine}.`,
  );
  writeFileSync(
    path.resolve('docs/benchmarks.md'),
    `# Benchmarks

Written by \`npm run bench\`; the figures behind it are in \`bench/results/\`. Machines differ and are shared, so only ratios
of figures from the same run mean anything. Of ${targets.length} targets ${targets.filter(isMet).length} were met.

${sections.join('\n\n')}
`,
  );
}
