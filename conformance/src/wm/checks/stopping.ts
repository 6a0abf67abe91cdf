import { readFile, stat } from 'node:fs/promises';
import { CannotTell, CheckFailure } from '../../check.js';
import { expectEqual } from '../../er/expect.js';
import { show } from '../../session/transcript.js';
import { disconnectTimeoutPlaceholder } from '../../target/daemon-target.js';
import type { StartedServer } from '../../target/target.js';
import type { WmCheck } from '../check.js';
import type { WmSession } from '../session.js';

const shutdown = 'server/shutdown';
/** The shortest that the option can say. */
const briefly = { disconnectTimeoutSec: 1 };

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/** Two clients of a server that is there for this check alone. */
async function startWithTwo(session: WmSession) {
  const server = await session.startServer();
  const asking = await session.connectTo(server);
  const other = await session.connectTo(server);
  await other.probe();
  return { server, asking, other };
}

/** A server that ends soon after its last client is gone. */
async function startBrief(session: WmSession): Promise<StartedServer> {
  if (!session.ownServer.command.includes(disconnectTimeoutPlaceholder))
    throw new CannotTell(
      `the time is not known; put --disconnect-timeout ${disconnectTimeoutPlaceholder} into the command`,
    );
  return await session.startServer(briefly);
}

/** A client that was served, so that the server knows it. */
async function meet(session: WmSession, server: StartedServer): Promise<WmSession> {
  const client = await session.connectTo(server);
  await client.probe();
  return client;
}

async function leave(client: WmSession): Promise<void> {
  client.channel.endInput();
  await client.expectEnd('the end of a connection that the client ended');
}

/** How the life of a server begins and ends. */
export const stoppingChecks: readonly WmCheck[] = [
  {
    id: 'portfile/digits',
    title: 'the port file holds the port in decimal digits, and whoever reads it can connect',
    proves: ['wm/transport/port-file'],
    async run(session) {
      const server = await session.startServer();
      await meet(session, server);
      const { portFile, port } = server;
      const text = await readFile(portFile, 'utf8');
      if (!/^\d{1,5}$/.test(text)) throw new CheckFailure(`expected digits only, got ${show(text)}`);
      expectEqual('the port', Number(text), port);
    },
  },
  {
    id: 'portfile/free-port',
    title: 'servers side by side have different ports',
    proves: ['wm/transport/free-port'],
    async run(session) {
      const ports = [session.server.port];
      for (let count = 0; count < 2; count++) {
        const server = await session.startServer();
        await meet(session, server);
        ports.push(server.port);
      }
      await session.probe();
      expectEqual('the number of different ports', new Set(ports).size, ports.length);
    },
  },
  {
    id: 'stopping/shutdown',
    title: 'a server that is told to stop says so and ends, whoever else is connected',
    proves: ['wm/shutdown/stops'],
    async run(session) {
      const { asking, other } = await startWithTwo(session);
      expectEqual('the result', await asking.ask(shutdown), {});
      await other.expectEnd('the end of the connection of another client');
      expectEqual('the exit code', (await asking.channel.exit()).code, 0);
    },
  },
  {
    id: 'stopping/port-file',
    title: 'a server that ended leaves no port file behind',
    proves: ['wm/shutdown/port-file', 'wm/transport/port-file'],
    async run(session) {
      const { server, asking } = await startWithTwo(session);
      expectEqual('whether the file is there before', await exists(server.portFile), true);
      await asking.ask(shutdown);
      await asking.channel.exit();
      expectEqual('whether the file is there after', await exists(server.portFile), false);
    },
  },
  {
    id: 'stopping/last-client',
    title: 'a server ends by itself when its last client is gone',
    proves: ['wm/auto-stop/last-client', 'wm/auto-stop/option'],
    async run(session) {
      const last = await meet(session, await startBrief(session));
      await leave(last);
      expectEqual('the exit code', (await last.channel.exit()).code, 0);
    },
  },
  {
    id: 'stopping/other-client',
    title: 'a server does not end while it has a client',
    proves: ['wm/auto-stop/last-client'],
    async run(session) {
      const server = await startBrief(session);
      const staying = await meet(session, server);
      await leave(await meet(session, server));
      await passTime(session);
      await staying.probe();
    },
  },
  {
    id: 'stopping/return',
    title: 'a client that comes in time keeps the server alive',
    proves: ['wm/auto-stop/return'],
    async run(session) {
      const server = await startBrief(session);
      await leave(await meet(session, server));
      const returned = await meet(session, server);
      await passTime(session);
      await returned.probe();
    },
  },
  {
    id: 'stopping/longer',
    title: 'the option sets the time: a server that may wait longer is still there',
    proves: ['wm/auto-stop/option'],
    async run(session) {
      await passTime(session, await session.startServer({ disconnectTimeoutSec: 30 }));
    },
  },
];

/** Waits as long as a brief server waits; `other` loses its only client at the same time, and has to be there after. */
async function passTime(session: WmSession, other?: StartedServer): Promise<void> {
  const clock = await meet(session, await startBrief(session));
  if (other !== undefined) await leave(await meet(session, other));
  await leave(clock);
  await clock.channel.exit();
  if (other !== undefined) await meet(session, other);
}
