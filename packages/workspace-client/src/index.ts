export {
  type ClientHandlers,
  type ConnectionOptions,
  connectOver,
  type WorkspaceConnection,
  type WorkspaceEvent,
  type WorkspaceEventParams,
} from './connection/workspace-connection.js';
export {
  type ConnectToDaemonOptions,
  connectToDaemon,
  type DaemonPorts,
  type FindDaemonOptions,
  findDaemon,
} from './daemon/connect-to-daemon.js';
export { type DaemonPlace, prepareDaemonPlace, userPlace, workspacePlace } from './daemon/daemon-place.js';
export { readPortFile, removePortFileIf, writePortFile } from './daemon/port-file.js';
export type { ClientIntroduction } from './daemon/reach-daemon.js';
export { type FileWatch, watchFile } from './daemon/watch-file.js';
export { findWorkspaceRoot } from './root/find-workspace-root.js';
export { WorkspaceClientError, type WorkspaceClientErrorCode } from './workspace-client-error.js';
