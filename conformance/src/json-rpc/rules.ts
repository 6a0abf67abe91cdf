/** The rule of each document that messages are framed by their length; whatever breaks a frame breaks it. */
export const framingRules = [
  'wm/transport/content-length',
  'er/transport/frame',
  'lsp/transport/framing',
  'apex/framing/content-length',
] as const;

/** The rule of the documents that take JSON-RPC 2.0 as it is; the others spell out its rules one by one. */
export const jsonRpcRules = ['er/transport/json-rpc', 'lsp/transport/framing'] as const;
