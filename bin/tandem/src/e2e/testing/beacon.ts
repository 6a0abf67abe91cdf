import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';

/** A long-running command of a handler, as it reported itself. */
export interface ReportedCommand {
  readonly pid: number;
  /** The runner whose handler started it. */
  readonly runnerPid: number;
  /** Settles when the process is gone: the system closes its sockets then, so nobody has to look from time to time. */
  readonly ended: Promise<void>;
}

export interface Beacon extends AsyncDisposable {
  readonly port: number;
  nextCommand(): Promise<ReportedCommand>;
}

/** Listens for the commands that handlers start. */
export async function openBeacon(): Promise<Beacon> {
  const waiting: ((command: ReportedCommand) => void)[] = [];
  const reported: ReportedCommand[] = [];
  const sockets = new Set<net.Socket>();
  const report = (command: ReportedCommand) => {
    const next = waiting.shift();
    if (next === undefined) reported.push(command);
    else next(command);
  };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    createInterface(socket).once('line', (line) => report({ ...JSON.parse(line), ended }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the beacon has no port');
  return {
    port: address.port,
    async nextCommand() {
      const known = reported.shift();
      if (known !== undefined) return known;
      return new Promise((resolve) => waiting.push(resolve));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
