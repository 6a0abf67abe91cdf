export { EdnDecimal } from './edn/decimal.js';
export { EdnError } from './edn/edn-error.js';
export { ednEquals } from './edn/equality.js';
export { EdnKeyword, EdnSymbol, keyword, symbol } from './edn/names.js';
export { EdnFloat, EdnRatio, ednFloat, ednRatio } from './edn/numbers.js';
export { type PrintEdnOptions, printEdn } from './edn/print-edn.js';
export { EdnPrintError } from './edn/print-error.js';
export { type ReadEdnOptions, readEdn } from './edn/read-edn.js';
export { EdnChar, EdnUuid } from './edn/scalars.js';
export {
  EdnList,
  EdnMap,
  type EdnRecord,
  EdnSet,
  EdnTagged,
  type EdnValue,
  ednMap,
  ednSet,
} from './edn/values.js';
export {
  type ContentLengthDecoder,
  createContentLengthDecoder,
  type FrameLimits,
} from './frames/content-length.js';
export { encodeFrame } from './frames/encode-frame.js';
export { FrameError, type FrameErrorCode } from './frames/frame-error.js';
export { createLineDecoder, type LineDecoder, type LineHandlers } from './frames/lines.js';
export type { StreamPair } from './json-rpc/close-streams.js';
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
