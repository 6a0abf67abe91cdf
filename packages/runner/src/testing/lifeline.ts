import { once } from 'node:events';
import { createServer } from 'node:net';

export interface Lifeline extends AsyncDisposable {
  /** A CommonJS program that holds a connection to us, starts a child that does the same, and never ends by itself. */
  readonly program: string;
  /** Both processes are there. */
  readonly bothAlive: Promise<void>;
  /** Both are gone: the system closes the connections of a process that ends, however it ends. */
  readonly bothGone: Promise<void>;
}

/** Tells when a process and its child live and when they are gone, without looking for them by name or id. */
export async function createLifeline(): Promise<Lifeline> {
  let open = 0;
  let seen = 0;
  let settleAlive = (): void => {};
  let settleGone = (): void => {};
  const bothAlive = new Promise<void>((resolve) => {
    settleAlive = resolve;
  });
  const bothGone = new Promise<void>((resolve) => {
    settleGone = resolve;
  });
  const server = createServer((socket) => {
    open += 1;
    seen += 1;
    if (seen === 2) settleAlive();
    socket.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
      if (open === 0 && seen === 2) settleGone();
    });
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave the server no port');
  const hold = `require('node:net').connect(${address.port}, '127.0.0.1'); setInterval(() => {}, 1e6);`;
  return {
    program: `
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hold)}], { stdio: 'ignore' });
      ${hold}
    `,
    bothAlive,
    bothGone,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
