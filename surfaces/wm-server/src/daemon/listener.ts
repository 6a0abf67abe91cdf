import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { isSameUserConnection, type Log } from '@tandem/platform';

export interface Listener {
  readonly port: number;
  /** Accepts nobody from now on; who is connected stays so. */
  stopListening(): void;
}

/** Listens on the loopback interface, on a port that the system chooses, and lets in connections of our own user. */
export async function listen(onClient: (socket: Socket) => void, log: Log): Promise<Listener> {
  // Paused, so that not a byte is read before we know whose it is.
  const server = createServer({ noDelay: true, pauseOnConnect: true });
  server.on('connection', (socket) => {
    const onError = (error: Error): void => log.debug('a connection broke before it was let in', { error });
    socket.on('error', onError);
    void isWelcome(socket, log).then((welcome) => {
      if (!welcome || socket.destroyed) {
        socket.destroy();
        return;
      }
      onClient(socket);
      socket.off('error', onError);
      socket.resume();
    });
  });
  server.on('error', (error) => log.error('listening failed', { error }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave the server no port');
  return { port: address.port, stopListening: () => void server.close() };
}

/** Where the system cannot tell whose connection it is, the loopback interface is all the protection there is. */
async function isWelcome(socket: Socket, log: Log): Promise<boolean> {
  const answer = await isSameUserConnection(socket);
  if (answer.kind === 'refused') log.warn(`a connection was refused: ${answer.why}`);
  return answer.kind !== 'refused';
}
