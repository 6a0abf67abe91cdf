import { connect } from 'node:net';

/** Whether somebody listens there. */
export async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
