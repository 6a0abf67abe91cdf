import { rmSync, writeFileSync } from 'node:fs';
import type { DaemonFlaw, FlawedPeer } from './flaw.js';
import { type ServerHooks, startReferenceServer } from './reference-server.js';

interface DaemonOptions {
  readonly protocol: string;
  readonly flaw: FlawedPeer | undefined;
  readonly portFile: string;
  readonly disconnectTimeoutSec: number;
}

/** Runs the reference server as a process that begins and ends as a Workspace Manager does, except for the flaw. */
export async function runReferenceDaemon(options: DaemonOptions): Promise<void> {
  const { protocol, flaw, portFile } = options;
  const wrong = flaw?.daemon ?? {};
  const stop = () => {
    if (wrong.leavesPortFile !== true) rmSync(portFile, { force: true });
    process.exit(wrong.exitCode ?? 0);
  };
  const patienceMs = (wrong.patienceSec ?? options.disconnectTimeoutSec) * 1000;
  let idle: NodeJS.Timeout | undefined;
  const port = await listen(protocol, flaw, {
    ...(wrong.host !== undefined && { host: wrong.host }),
    // The answer to whoever asked has to be on its way first.
    shutDown: () => void setImmediate(stop),
    clientsChanged(count, isLess) {
      if (wrong.endsAnyway !== true) clearTimeout(idle);
      if (isLess && count <= (wrong.neglectedClients ?? 0)) idle = setTimeout(stop, patienceMs);
    },
  });
  writeFileSync(portFile, wrong.portText?.(port) ?? String(port));
}

async function listen(protocol: string, flaw: FlawedPeer | undefined, hooks: ServerHooks): Promise<number> {
  const fixedPort = fixedPortOf(flaw?.daemon);
  if (fixedPort === undefined) return (await startReferenceServer(protocol, flaw?.create, hooks)).port;
  try {
    await startReferenceServer(protocol, flaw?.create, { ...hooks, port: fixedPort });
  } catch {
    // Somebody has it: this process has nothing to do but to stay.
    setInterval(() => {}, 1_000_000);
  }
  return fixedPort;
}

const fixedPortOf = (wrong: DaemonFlaw | undefined) => wrong?.port?.();
