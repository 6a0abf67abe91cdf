export {
  type ContentLengthDecoder,
  createContentLengthDecoder,
  type FrameLimits,
} from './frames/content-length.js';
export { encodeFrame } from './frames/encode-frame.js';
export { FrameError, type FrameErrorCode } from './frames/frame-error.js';
export { createLineDecoder, type LineDecoder, type LineHandlers } from './frames/lines.js';
export { createMemoryPair } from './json-rpc/memory-pair.js';
export { createPeer } from './json-rpc/peer.js';
export type { PeerLimits, PeerOptions } from './json-rpc/peer-options.js';
export { methodNotFound, RpcError, RpcErrorCode } from './json-rpc/rpc-error.js';
export type {
  CloseReason,
  MessageHandlers,
  NotificationContext,
  RequestContext,
  RequestOptions,
  RpcId,
  RpcPeer,
} from './json-rpc/types.js';
