import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createPeer } from '@tandem/wire';

/** A Workspace Manager in a process of its own, and a connection to it. */
export interface Manager extends AsyncDisposable {
  /** From the start of the process until its port file was there. */
  readonly startMs: number;
  request(method: string, params: object): Promise<unknown>;
}

export async function startManager(scratchDir: string): Promise<Manager> {
  const dir = mkdtempSync(path.join(scratchDir, 'manager-'));
  const portFile = path.join(dir, 'port');
  const { NODE_EXTRA_CA_CERTS: _slowsStartDown, ...env } = process.env;
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [path.resolve('dist/tandem.cjs'), 'start-wm-server', '--workdir', dir, '--port-file', portFile],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit');
  const port = await Promise.race([contentOf(portFile), ended]);
  if (typeof port !== 'string') throw new Error(`the Workspace Manager ended before it listened: ${said}`);
  const startMs = performance.now() - startedAt;

  const socket = net.connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const peer = createPeer(socket, { request: () => null, notification: () => undefined });
  return {
    startMs,
    request: (method, params) => peer.request(method, params),
    async [Symbol.asyncDispose]() {
      await peer.request('server/shutdown', {});
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Waits for a file that is renamed into place. */
async function contentOf(filePath: string): Promise<string> {
  const watcher = watch(path.dirname(filePath));
  while (!existsSync(filePath)) await once(watcher, 'change');
  watcher.close();
  return readFileSync(filePath, 'utf8');
}
