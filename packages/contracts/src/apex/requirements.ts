import { type Requirement, sectionRules } from '../core/requirement.js';

export const apexRequirements: readonly Requirement[] = [
  ...sectionRules('1. Transport Layer', {
    'apex/transport/stdio': 'Host and backend talk over the standard input and output of the backend.',
    'apex/transport/stdout-frames-only': 'Standard output of the backend carries messages, nothing else.',
  }),
  ...sectionRules('2. Protocol Layer', {
    'apex/rpc/version': 'Every message says `jsonrpc: "2.0"`.',
  }),
  ...sectionRules('3. Message Framing', {
    'apex/framing/content-length': 'Each message follows a `Content-Length` header and an empty line.',
    'apex/framing/bytes': 'The length counts the bytes of the UTF-8 body.',
    'apex/framing/more-headers': 'Other headers, in any order and letter case, are accepted.',
  }),
  ...sectionRules('4.1. Request Object', {
    'apex/request/id': 'A request carries a number or a string as id, echoed exactly.',
    'apex/request/notification': 'A message without an id is never answered.',
    'apex/request/params':
      'Params are an object or an array, or left out; an array does not fit these methods.',
  }),
  ...sectionRules('4.2. Response Object (Success)', {
    'apex/response/id': 'A response carries the id of its request.',
    'apex/response/result': 'A successful response has a result and no error.',
  }),
  ...sectionRules('4.3. Response Object (Error)', {
    'apex/error/shape': 'A failed request is answered with a numeric code and a message.',
    'apex/error/null-id': 'An error about a message whose id is unreadable has the id null.',
  }),
  ...sectionRules('5.1. Host (Client) -> Python Backend (Server)', {
    'apex/initialize/notification': '`initialize` as a notification takes effect and is not answered.',
    'apex/initialize/request': '`initialize` with an id takes effect and is answered with the capabilities.',
    'apex/initialize/root': 'Without `workspaceRoot` the path of `rootUri` is used.',
    'apex/initialize/no-root': 'A workspace root of null is accepted.',
    'apex/initialize/config': 'The initial configuration is in force from the first task on.',
    'apex/execute/result': '`executeTask` is answered with `completed` or `error` when the task is over.',
    'apex/execute/context-optional': 'Any part of the context may be null or left out.',
    'apex/execute/context-used': 'The context that the host gives reaches the agent.',
    'apex/execute/invalid-params': '`executeTask` without a task id or a prompt is answered with -32602.',
    'apex/configuration/update': 'A new configuration is in force from the next task on.',
    'apex/tool-response/answer': 'The answer to `$/requestToolExecution` settles the tool call.',
    'apex/tool-response/notification': 'A `toolResponse` notification settles the tool call it names.',
    'apex/tool-response/request': 'A `toolResponse` request settles the tool call it names and is answered.',
    'apex/tool-response/first-wins': 'Once a tool call is settled, later outcomes change nothing.',
    'apex/tool-response/unknown': 'An outcome for a tool call nobody asked for changes nothing.',
    'apex/tool-response/error': 'A tool response with an error fails the tool call, not the task.',
    'apex/shutdown/graceful': '`shutdown` lets running writes finish and ends the process with code 0.',
    'apex/shutdown/request': '`shutdown` with an id is answered before the process ends.',
    'apex/shutdown/exit': '`exit` ends the process at once.',
  }),
  ...sectionRules('5.2. Python Backend (Server) -> Host (Client)', {
    'apex/log/levels': '`$/logMessage` has the type info, warn or error.',
    'apex/status/progress': 'The progress of `$/statusUpdate` is between 0 and 1.',
    'apex/partial/task': '`$/partialResult` names the task it belongs to.',
    'apex/partial/types': '`$/partialResult` has the type thought, code or text.',
    'apex/partial/before-result': 'Every partial result of a task comes before its final result.',
    'apex/tool/request': '`$/requestToolExecution` names the call, the tool and its input.',
    'apex/tool/unique-id': 'No two tool calls of a connection have the same id.',
    'apex/task-error/before-result': '`$/taskError` comes before the final result with the status `error`.',
  }),
  ...sectionRules('6. Error Handling', {
    'apex/errors/parse': 'A body that is not JSON is answered with -32700, and the connection goes on.',
    'apex/errors/unknown-method': 'An unknown method is answered with -32601.',
    'apex/errors/codes': 'Errors of the application have a code from -32000 to -32004, as the table says.',
    'apex/errors/tool-code': 'A host reports a failed tool with the code -32003.',
    'apex/errors/stderr': 'What the backend writes to standard error ends up in the log of the host.',
  }),
  ...sectionRules('7. Implementation Considerations & Challenges', {
    'apex/lifecycle/spawned-by-host': 'The host starts the backend when it is first needed.',
    'apex/lifecycle/crash':
      'A backend that ends unexpectedly fails its tasks at once; the host starts it again or tells the user.',
    'apex/lifecycle/deactivate':
      'A host that ends sends `shutdown`, and kills the backend after a grace period.',
    'apex/lifecycle/orphan': 'A backend whose host is gone ends by itself.',
    'apex/concurrency/serial-tasks': 'Tasks run one after another, in the order they came.',
    'apex/concurrency/control': 'While a task runs, every other message is handled at once.',
    'apex/cancel/request': 'A cancelled `executeTask` stops the task and is answered with -32800.',
    'apex/cancel/task': '`cancelTask` stops the task it names, running or waiting.',
    'apex/large/refused': 'A frame over the advertised limit is refused without harm to the process.',
    'apex/large/pull':
      'The backend can read files through a tool call instead of getting them in the context.',
  }),
];
