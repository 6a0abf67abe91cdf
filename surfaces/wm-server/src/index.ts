export type { ServerFacts } from './connection/connection-context.js';
export { hubSink, LogHub } from './connection/log-hub.js';
export {
  type Daemon,
  type DaemonOptions,
  type DaemonStart,
  type DaemonWorld,
  startDaemon,
} from './daemon/start-daemon.js';
export { type WmServerArguments, type WmServerPorts, wmServerMain } from './main.js';
export { createWmServer, type WmServer, type WmServerOptions } from './wm-server.js';
