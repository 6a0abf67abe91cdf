export { RpcError, RpcErrorCode } from './json-rpc/rpc-error.js';
export type {
  CloseReason,
  MessageHandlers,
  NotificationContext,
  RequestContext,
  RequestOptions,
  RpcId,
  RpcPeer,
} from './json-rpc/types.js';
