// The other process of the JSON-RPC benchmark: `echo-server <implementation> stdio|tcp`.
import net from 'node:net';
import { implementations } from './implementations.js';

const [name, transport] = process.argv.slice(2);
const implementation = Object.entries(implementations).find(([key]) => key === name)?.[1];
if (implementation === undefined) throw new Error(`no implementation "${name}"`);

if (transport === 'stdio') {
  implementation.serve(process.stdin, process.stdout);
} else {
  const server = net.createServer((socket) => {
    socket.setNoDelay(true);
    implementation.serve(socket, socket);
    socket.once('close', () => process.exit());
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
}
