import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { EchoClient } from '../rpc/echo-client.js';
import { type Implementation, implementations } from '../rpc/implementations.js';
import { median, percentile } from '../statistics.js';
import { generateIdleProject } from './generate-projects.js';
import { startManager } from './manager.js';
import type { Part } from './part.js';

const rounds = 7;
const callsPerRound = 400;
/** A path this long is compiled only after many calls. */
const warmUpRounds = 5;

interface Round {
  readonly p50Us: number;
  readonly p99Us: number;
}

/** A warm `actions/run` of a handler that does nothing, against the least that two processes can say to each other. */
export async function measureRuns(scratchDir: string): Promise<Part> {
  const project = path.join(scratchDir, 'runs', 'idle');
  await generateIdleProject(project);
  await using manager = await startManager(scratchDir);
  await manager.request('workspace/addDir', { dirPath: project });
  const params = { actionSource: './idle.ts#idle', project };
  using bareStdio = await startBareEcho('stdio');
  using bareTcp = await startBareEcho('tcp');
  const subjects = {
    'actions/run over TCP': () => manager.request('actions/run', params),
    'bare stdio round trip': () => bareStdio.echo(params),
    'bare TCP round trip': () => bareTcp.echo(params),
  };
  const results = new Map(Object.keys(subjects).map((name): [string, Round[]] => [name, []]));
  for (const call of Object.values(subjects)) {
    for (let round = 0; round < warmUpRounds; round += 1) await runRound(call);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(subjects)) results.get(name)?.push(await runRound(call));
  }
  const of = (name: keyof typeof subjects, key: keyof Round) =>
    median((results.get(name) ?? []).map((round) => round[key]));
  return {
    method: `A run goes from the client over TCP to the Workspace Manager, over stdio to a runner, through an action with one handler that does nothing, and all the way back; it is compared with one bare round trip over stdio between two processes, which frames and calls \`JSON.parse\` and \`JSON.stringify\`. A bare round trip over TCP is shown beside, because a run cannot take less than both together. One at a time, median of ${rounds} rounds of ${callsPerRound}, taking turns.`,
    table: {
      title: 'A run that does nothing',
      columns: ['p50 µs', 'p99 µs'],
      rows: (Object.keys(subjects) as (keyof typeof subjects)[]).map((name) => ({
        name,
        values: { 'p50 µs': of(name, 'p50Us'), 'p99 µs': of(name, 'p99Us') },
      })),
    },
    targets: [
      {
        what: 'warm actions/run / bare stdio round trip, p50',
        comparison: 'at most',
        target: 3,
        measured: of('actions/run over TCP', 'p50Us') / of('bare stdio round trip', 'p50Us'),
      },
    ],
  };
}

async function runRound(call: () => Promise<unknown>): Promise<Round> {
  const latencies: number[] = [];
  for (let index = 0; index < callsPerRound; index += 1) {
    const startedAt = performance.now();
    await call();
    latencies.push((performance.now() - startedAt) * 1000);
  }
  return { p50Us: percentile(latencies, 0.5), p99Us: percentile(latencies, 0.99) };
}

async function startBareEcho(
  transport: 'stdio' | 'tcp',
): Promise<{ echo(payload: unknown): Promise<void> } & Disposable> {
  const serverPath = fileURLToPath(new URL('./echo-server.js', import.meta.url));
  const child = spawn(process.execPath, [serverPath, 'bare loop', transport], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { connect } = implementations['bare loop'];
  const client =
    transport === 'stdio' ? connect(child.stdout, child.stdin) : await connectOverTcp(child.stdout, connect);
  return {
    echo: (payload) => new Promise((resolve) => client.echo(payload, resolve)),
    [Symbol.dispose]: () => void child.kill(),
  };
}

async function connectOverTcp(
  announcements: Readable,
  connect: Implementation['connect'],
): Promise<EchoClient> {
  const [address] = await once(announcements, 'data');
  const socket = net.connect({ ...JSON.parse(String(address)), host: '127.0.0.1', family: 4 });
  socket.setNoDelay(true);
  await once(socket, 'connect');
  return connect(socket, socket);
}
