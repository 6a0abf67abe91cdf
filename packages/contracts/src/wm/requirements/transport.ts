import { sectionRules } from '../../core/requirement.js';

export const transportRules = [
  ...sectionRules('Transport', {
    'wm/transport/loopback': 'The server listens on TCP 127.0.0.1 and on no other address.',
    'wm/transport/free-port': 'The port is a free one that the system chose, so two servers never collide.',
    'wm/transport/content-length':
      'Each message is one frame: Content-Length, a blank line, that many bytes of JSON.',
    'wm/transport/port-file':
      'The port is written to .venvs/dev_workspace/cache/finecode/wm_port, as decimal digits.',
    'wm/transport/many-clients': 'Any number of clients are connected and served at once.',
    'wm/auto-stop/last-client': 'The server stops by itself after its last client is gone.',
    'wm/auto-stop/grace': 'Between the last disconnect and the stop pass 30 seconds by default.',
    'wm/auto-stop/option': '--disconnect-timeout sets that grace period, in seconds.',
    'wm/auto-stop/return': 'A client that connects within the grace period keeps the server alive.',
    'wm/auto-stop/no-client': 'The server stops when no client connected within 30 seconds after its start.',
  }),
  ...sectionRules('JSON-RPC 2.0', {
    'wm/rpc/request': 'A message with an id is answered exactly once.',
    'wm/rpc/id-echo': 'The answer carries the id of the request, with its type unchanged.',
    'wm/rpc/success': 'A success carries "result" and no "error".',
    'wm/rpc/error': 'A failure carries "error" with a numeric code and a message, and no "result".',
    'wm/rpc/version': 'Every message that the server sends carries "jsonrpc": "2.0".',
    'wm/rpc/notification': 'A message without id is never answered.',
    'wm/rpc/method-prefix':
      'Method names start with the domain: workspace/, actions/, documents/, runners/, server/.',
    'wm/rpc/camel-case': 'Field names in params and results are camelCase, but for names shown otherwise.',
    'wm/rpc/unknown-method': 'A request for an unknown method is answered with -32601.',
    'wm/rpc/invalid-params': 'Params of the wrong shape are answered with -32602 naming the field.',
    'wm/rpc/not-implemented': 'A known method that is not implemented is answered with -32002.',
  }),
];
