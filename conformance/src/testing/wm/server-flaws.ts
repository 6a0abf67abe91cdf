import {
  changesAnswersTo,
  changesParams,
  changesResult,
  changesSent,
  pretends,
} from '../er/runner-flaw-tools.js';
import { endedEarly, type FlawedPeer, silence } from '../flaw.js';
import { errorAnswer, hearsBodies } from '../json-rpc/flaw-tools.js';
import { answersNull, changesList, ignores, keepsToItself, sharedFlaw } from './flaw-tools.js';

const listRunners = 'runners/list';
const restart = 'runners/restart';
const checkEnv = 'runners/checkEnv';
const removeEnv = 'runners/removeEnv';
const getInfo = 'server/getInfo';
const treeChanged = 'actions/treeChanged';
const userMessage = 'server/userMessage';
const otherResult = /expected the result to be/;
const otherProjects = /expected the projects of the runners to be/;

const always = () => true;
const nothing = () => ({});

/** The first of the ports that nobody is given; the kit's own process tells apart tests that run at the same time. */
const fixedPort = () => 20_000 + (process.ppid % 10_000);

/** Flaws of runners, of what clients are told, and of the server as a process. */
export const serverFlaws: Readonly<Record<string, FlawedPeer>> = {
  'runners/shape': {
    flaw: 'has another name for the project',
    finding: /expected its project to be/,
    create: () =>
      changesList(listRunners, 'runners', (runners) =>
        runners.map(({ project, ...runner }) => ({ ...runner, projectPath: project })),
      ),
  },
  'runners/status': {
    flaw: 'has a status of its own',
    finding: /expected the runners with another status to be \[\]/,
    create: () =>
      changesList(listRunners, 'runners', (runners) =>
        runners.map((runner) => ({ ...runner, status: 'IDLE' })),
      ),
  },
  'runners/all': {
    flaw: 'lists the runners of one project',
    finding: otherProjects,
    create: () => changesList(listRunners, 'runners', (runners) => runners.slice(0, 1)),
  },
  'runners/project': {
    flaw: 'has no filter',
    finding: otherProjects,
    create: () => changesParams(listRunners, nothing),
  },
  'restarting/new-process': {
    flaw: 'restarts nothing',
    finding: /expected another process/,
    create: () => pretends(restart, always, {}),
  },
  'restarting/result': {
    flaw: 'answers with null',
    finding: otherResult,
    create: () => answersNull(restart),
  },
  'restarting/debug': {
    flaw: 'starts a runner that cannot be debugged',
    finding: /expected a runner that listens for a debugger/,
    create: () => changesSent('ide/startDebugging', (params) => ({ ...params, port: 1 })),
  },
  'environments/valid': {
    flaw: 'finds nothing valid',
    finding: otherResult,
    create: () => changesResult(checkEnv, () => ({ valid: false })),
  },
  'environments/invalid': {
    flaw: 'finds everything valid',
    finding: otherResult,
    create: () => changesResult(checkEnv, () => ({ valid: true })),
  },
  'environments/removed': {
    flaw: 'removes nothing',
    finding: /to be gone/,
    create: () => pretends(removeEnv, always, {}),
  },
  'environments/stops-runner': {
    flaw: 'leaves the runner running',
    finding: /expected the projects with a runner to be \[\]/,
    create: () => pretends(removeEnv, always, {}),
  },
  'environments/result': {
    flaw: 'answers with null',
    finding: otherResult,
    create: () => answersNull(removeEnv),
  },
  'events/status': {
    flaw: 'tells nobody of broken projects',
    finding: silence,
    create: () => keepsToItself(treeChanged, (params) => JSON.stringify(params).includes('CONFIG_INVALID')),
  },
  'events/actions': {
    flaw: 'tells nobody of new actions',
    finding: silence,
    create: () => keepsToItself(treeChanged),
  },
  'events/runner-start': {
    flaw: 'tells nobody that a runner started',
    finding: silence,
    create: () => keepsToItself(treeChanged),
  },
  'events/runner-stop': {
    flaw: 'tells nobody that a runner stopped',
    finding: silence,
    create: () => keepsToItself(treeChanged),
  },
  'events/node': {
    flaw: 'tells a node without its name',
    finding: /expected its name to be/,
    create: () => changesSent(treeChanged, ({ node }) => ({ node: { ...Object(node), name: undefined } })),
  },
  'events/message-to-all': {
    flaw: 'tells only the client that asked',
    finding: silence,
    create: () => {
      let hasAsked = false;
      const hears = hearsBodies((body) => {
        hasAsked ||= JSON.parse(body).method === 'actions/run';
        return false;
      });
      return { ...hears, ...keepsToItself(userMessage, () => !hasAsked) };
    },
  },
  'events/message': {
    flaw: 'does not tell what kind of message it is',
    finding: /expected message and type/,
    create: () => changesSent(userMessage, ({ message }) => ({ message })),
  },
  'events/message-type': {
    flaw: 'has a type of its own',
    finding: /expected INFO, WARNING or ERROR/,
    create: () => changesSent(userMessage, (params) => ({ ...params, type: 'LOG' })),
  },
  'server/methods': {
    flaw: 'does not know a method of the document',
    finding: /runners\/checkEnv is not known/,
    create: () => changesAnswersTo(checkEnv, ({ id }) => errorAnswer(id, -32601)),
  },
  'server/camel-case': {
    flaw: 'has names with underscores',
    finding: /not in camelCase/,
    create: () =>
      changesList('actions/list', 'actions', (actions) =>
        actions.map((action) => ({ ...action, action_source: action['source'] })),
      ),
  },
  'server/log-file': {
    flaw: 'tells a relative path',
    finding: /expected the absolute path of a file/,
    create: () => changesResult(getInfo, () => ({ logFilePath: 'wm.log' })),
  },
  'server/same-info': {
    flaw: 'tells how often it was asked',
    finding: /expected the facts later to be/,
    create: () => {
      let asked = 0;
      return changesResult(getInfo, (info) => {
        asked += 1;
        return { ...info, asked };
      });
    },
  },
  'server/many-clients': {
    flaw: 'serves ten clients',
    finding: silence,
    create: sharedFlaw(
      () => ({ count: 0 }),
      (clients) => {
        clients.count += 1;
        const isWelcome = clients.count <= 10;
        return { hear: (chunk, wire) => void (isWelcome && wire.hear(chunk)) };
      },
    ),
  },
  'server/loopback': {
    flaw: 'listens on every address',
    finding: /expected whether 127.0.0.2 is open to be false/,
    create: nothing,
    daemon: { host: '0.0.0.0' },
  },
  'server/cancel-run': {
    flaw: 'does not know cancelling',
    finding: silence,
    create: () => ignores('$/cancelRequest'),
  },
  'server/client-gone': {
    flaw: 'lets the runs of clients that are gone go on',
    finding: silence,
    create: () => ({ inputEnded: () => {} }),
  },
  'portfile/digits': {
    flaw: 'ends the port with a line end',
    finding: /expected digits only/,
    create: nothing,
    daemon: { portText: (port) => `${port}\n` },
  },
  'portfile/free-port': {
    flaw: 'wants one port, and points to whoever has it',
    finding: /expected the number of different ports to be 3/,
    create: nothing,
    daemon: { port: fixedPort },
  },
  'stopping/shutdown': {
    flaw: 'ends as if something had gone wrong',
    finding: /expected the exit code to be 0/,
    create: nothing,
    daemon: { exitCode: 1 },
  },
  'stopping/port-file': {
    flaw: 'leaves its port file behind',
    finding: /expected whether the file is there after to be false/,
    create: nothing,
    daemon: { leavesPortFile: true },
  },
  'stopping/last-client': {
    flaw: 'stays for ever',
    finding: silence,
    create: nothing,
    daemon: { patienceSec: 1000 },
  },
  'stopping/other-client': {
    flaw: 'ends when any client is gone',
    finding: endedEarly,
    create: nothing,
    daemon: { neglectedClients: 1 },
  },
  'stopping/return': {
    flaw: 'ends although a client came back',
    finding: endedEarly,
    create: nothing,
    daemon: { endsAnyway: true },
  },
  'stopping/longer': {
    flaw: 'has its own idea of how long to wait',
    // Whoever comes back at the very moment of its end finds it ending instead.
    finding: /the server is not there|ended the connection/,
    create: nothing,
    daemon: { patienceSec: 0.3 },
  },
};
