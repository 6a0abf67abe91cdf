import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { StreamPair } from '../close-streams.js';
import { createMemoryPair } from '../memory-pair.js';
import { type Implementation, startService } from './service.js';

export interface Transport {
  readonly name: string;
  /** Starts a service of the given kind and gives the stream that leads to it. */
  open(service: Implementation): Promise<{ stream: Duplex | StreamPair; stop(): Promise<void> }>;
  dispose(): void;
}

export const memory: Transport = {
  name: 'memory',
  async open(service) {
    const [stream, far] = createMemoryPair();
    const end = startService(service, far);
    return { stream, stop: () => end.close() };
  },
  dispose() {},
};

export const tcp: Transport = {
  name: 'TCP',
  async open(service) {
    const { near, far, server } = await createTcpPair();
    const end = startService(service, far);
    return {
      stream: near,
      async stop() {
        await end.close();
        server.close();
        far.destroy();
      },
    };
  },
  dispose() {},
};

export async function createTcpPair(
  options: { allowHalfOpen?: boolean } = {},
): Promise<{ near: Socket; far: Socket; server: Server }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const near = connect({ ...options, port: address.port, host: '127.0.0.1' });
  const [far] = (await once(server, 'connection')) as [Socket];
  return { near, far, server };
}

/** Node 20 runs no TypeScript, so the child's program is bundled first. */
export function createStdioTransport(): Transport {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-wire-'));
  const program = join(dir, 'stdio-service.cjs');
  const source = fileURLToPath(new URL('./stdio-service.ts', import.meta.url));
  buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'cjs', outfile: program });
  return {
    name: "a child's stdio",
    async open(service) {
      const child = spawn(process.execPath, [program, service], { stdio: ['pipe', 'pipe', 'inherit'] });
      return { stream: { readable: child.stdout, writable: child.stdin }, stop: () => stopChild(child) };
    },
    dispose: () => rmSync(dir, { recursive: true }),
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
