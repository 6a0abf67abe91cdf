import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Row, SuiteResult, Target } from '../report.js';
import { median, percentile } from '../statistics.js';
import type { EchoClient } from './echo-client.js';
import { type ImplementationName, implementations } from './implementations.js';
import { payloadOf } from './payload.js';

const transports = ['tcp', 'stdio'] as const;
const payloads = { '100 B': 100, '1 KB': 1024, '1 MB': 1024 * 1024 } as const;
const inFlightCounts = [1, 64] as const;
const warmUpMs = 300;
const roundMs = 700;
const rounds = 5;

type Transport = (typeof transports)[number];
type Names = ImplementationName;

interface Round {
  readonly perSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

export async function rpcSuite(progress: (text: string) => void): Promise<SuiteResult> {
  const tables: SuiteResult['tables'][number][] = [];
  const targets: Target[] = [];
  for (const transport of transports) {
    for (const [size, bytes] of Object.entries(payloads)) {
      for (const inFlight of inFlightCounts) {
        const title = `${transport === 'tcp' ? 'TCP' : 'stdio'}, ${size}, ${inFlight} in flight`;
        progress(title);
        const measured = await measure(transport, payloadOf(bytes), inFlight);
        tables.push({
          title,
          columns: ['round trips/s', 'p50 µs', 'p99 µs', '× vscode-jsonrpc'],
          rows: toRows(measured),
        });
        targets.push(...targetsOf(title, transport, size, measured));
      }
    }
  }
  return {
    name: 'rpc',
    title: 'JSON-RPC round trips',
    method: `Two processes echo a payload of many small objects. Each figure is the median of ${rounds} rounds of ${roundMs} ms after a warm-up; the implementations take turns round by round. The bare loop frames and calls \`JSON.parse\` and \`JSON.stringify\`, nothing else.`,
    tables,
    targets,
  };
}

async function measure(
  transport: Transport,
  payload: unknown,
  inFlight: number,
): Promise<ReadonlyMap<Names, Round>> {
  const names = Object.keys(implementations) as Names[];
  const connections = await Promise.all(names.map((name) => connect(name, transport)));
  const results = names.map((): Round[] => []);
  for (const { client } of connections) await runRound(client, payload, inFlight, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { client }] of connections.entries()) {
      results[index]?.push(await runRound(client, payload, inFlight, roundMs));
    }
  }
  for (const { close } of connections) close();
  return new Map(
    names.map((name, index) => {
      const of = (key: keyof Round) => median((results[index] ?? []).map((round) => round[key]));
      return [name, { perSecond: of('perSecond'), p50Us: of('p50Us'), p99Us: of('p99Us') }];
    }),
  );
}

async function connect(name: Names, transport: Transport): Promise<{ client: EchoClient; close(): void }> {
  const serverPath = fileURLToPath(new URL('./echo-server.js', import.meta.url));
  const child = spawn(process.execPath, [serverPath, name, transport], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const implementation = implementations[name];
  if (transport === 'stdio') {
    return { client: implementation.connect(child.stdout, child.stdin), close: () => child.kill() };
  }
  const [line] = await once(child.stdout, 'data');
  const socket = net.connect({ host: '127.0.0.1', ...JSON.parse(String(line)), family: 4 });
  socket.setNoDelay(true);
  await once(socket, 'connect');
  return { client: implementation.connect(socket, socket), close: () => child.kill() };
}

function runRound(
  client: EchoClient,
  payload: unknown,
  inFlight: number,
  durationMs: number,
): Promise<Round> {
  return new Promise((resolve) => {
    const latencies: number[] = [];
    const startedAt = performance.now();
    const endsAt = startedAt + durationMs;
    let running = inFlight;
    const next = () => {
      const sentAt = performance.now();
      client.echo(payload, () => {
        const now = performance.now();
        latencies.push((now - sentAt) * 1000);
        if (now < endsAt) {
          next();
          return;
        }
        running -= 1;
        if (running > 0) return;
        const seconds = (now - startedAt) / 1000;
        resolve({
          perSecond: latencies.length / seconds,
          p50Us: percentile(latencies, 0.5),
          p99Us: percentile(latencies, 0.99),
        });
      });
    };
    for (let index = 0; index < inFlight; index += 1) next();
  });
}

function toRows(measured: ReadonlyMap<Names, Round>): readonly Row[] {
  const reference = measured.get('vscode-jsonrpc')?.perSecond ?? Number.NaN;
  return [...measured].map(([name, { perSecond, p50Us, p99Us }]) => ({
    name,
    values: {
      'round trips/s': perSecond,
      'p50 µs': p50Us,
      'p99 µs': p99Us,
      '× vscode-jsonrpc': perSecond / reference,
    },
  }));
}

function targetsOf(
  title: string,
  transport: Transport,
  size: string,
  measured: ReadonlyMap<Names, Round>,
): Target[] {
  const rate = (name: Names) => measured.get(name)?.perSecond ?? Number.NaN;
  const versusPeer = size === '1 KB' ? (transport === 'tcp' ? 2 : 1.6) : size === '1 MB' ? 0.9 : undefined;
  const atLeast = (what: string, target: number, measuredRatio: number): Target => ({
    what: `${title}: ${what}`,
    comparison: 'at least',
    target,
    measured: measuredRatio,
  });
  return [
    ...(versusPeer === undefined
      ? []
      : [atLeast('tandem / vscode-jsonrpc', versusPeer, rate('tandem') / rate('vscode-jsonrpc'))]),
    atLeast('tandem / bare loop', 0.7, rate('tandem') / rate('bare loop')),
  ];
}
