import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Waits for the one Workspace Manager that connects; `announce` is told the port. */
export async function acceptOne(options: {
  announce(port: number): void;
  isWelcome(socket: Socket): Promise<boolean>;
}): Promise<Socket> {
  const server = createServer({ noDelay: true, pauseOnConnect: true });
  const accepted = new Promise<Socket>((resolve) => {
    server.on('connection', (socket) => {
      void options.isWelcome(socket).then((isWelcome) => {
        if (isWelcome) resolve(socket);
        else socket.destroy();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave the server no port');
  options.announce(address.port);
  const socket = await accepted;
  server.close();
  return socket;
}
