import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { CheckFailure } from '../../check.js';
import { expectEqual } from '../../er/expect.js';
import { expectError } from '../../json-rpc/expect.js';
import { isObject } from '../../json-rpc/session.js';
import { cancelMessage } from '../../json-rpc/slow-request.js';
import { show } from '../../session/transcript.js';
import { accepts } from '../accepts.js';
import type { WmCheck } from '../check.js';

const getInfo = 'server/getInfo';

/** The requests of the document but `server/shutdown`, which checks send only to servers of their own. */
const methods = [
  'workspace/listProjects',
  'workspace/findProjectForFile',
  'workspace/addDir',
  'workspace/startRunners',
  'workspace/setConfigOverrides',
  'workspace/removeDir',
  'workspace/getProjectRawConfig',
  'actions/list',
  'actions/getPayloadSchemas',
  'actions/getTree',
  'actions/run',
  'actions/runBatch',
  'actions/reload',
  'runners/list',
  'runners/restart',
  'runners/checkEnv',
  'runners/removeEnv',
  getInfo,
];

/** The one name that the document spells otherwise. */
const knownExceptions = ['readable_id'];

/** Names of fields in records, not in what projects define themselves. */
function fieldNamesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNamesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => [name, ...fieldNamesIn(field)]);
}

/** The server itself. */
export const serverChecks: readonly WmCheck[] = [
  {
    id: 'server/methods',
    title:
      'every request of the document is known by its name; one that is not implemented says so with −32002',
    proves: ['wm/rpc/method-prefix', 'wm/rpc/not-implemented'],
    async run(session) {
      for (const method of methods) {
        const answer = await session.call({ method, params: { overrides: {}, projects: [] } });
        if (answer.error?.code === -32601) throw new CheckFailure(`${method} is not known: ${show(answer)}`);
      }
    },
  },
  {
    id: 'server/camel-case',
    title: 'fields are in camelCase, but for the one that the document spells otherwise',
    proves: ['wm/rpc/camel-case'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const asked = [
        await session.ask('workspace/listProjects'),
        await session.ask('runners/list', { project: dir }),
        await session.ask('actions/list', { project: dir }),
        await session.ask('actions/getTree'),
        await session.ask(getInfo),
      ];
      const others = fieldNamesIn(asked).filter(
        (name) => !/^[a-z][a-zA-Z0-9]*$/.test(name) && !knownExceptions.includes(name),
      );
      expectEqual('the names that are not in camelCase', [...new Set(others)], []);
    },
  },
  {
    id: 'server/log-file',
    title: 'the log file is told by its absolute path, and is there',
    proves: ['wm/get-info/log-file'],
    async run(session) {
      const { logFilePath } = await session.askObject(getInfo);
      const isPath = typeof logFilePath === 'string' && isAbsolute(logFilePath);
      const isThere = isPath && (await stat(logFilePath).catch(() => undefined))?.isFile() === true;
      if (!isThere) throw new CheckFailure(`expected the absolute path of a file, got ${show(logFilePath)}`);
    },
  },
  {
    id: 'server/same-info',
    title: 'what a server tells about itself does not change, and is the same for all',
    proves: ['wm/get-info/static'],
    async run(session) {
      const before = await session.ask(getInfo);
      await session.addWorkspace();
      const other = await session.connectAnother();
      expectEqual('the facts later', await session.ask(getInfo), before);
      expectEqual('the facts for another client', await other.ask(getInfo), before);
    },
  },
  {
    id: 'server/many-clients',
    title: 'many clients are served at once',
    proves: ['wm/transport/many-clients'],
    async run(session) {
      const clients = [session];
      while (clients.length < 20) clients.push(await session.connectAnother());
      const ids = clients.map((client) => client.newId());
      for (const [index, client] of clients.entries()) client.sendBytes(client.probeBytes(ids[index]));
      // From the last to the first: nobody has to wait for anybody else.
      for (const [index, client] of [...clients.entries()].reverse()) await client.probeAnswer(ids[index]);
    },
  },
  {
    id: 'server/loopback',
    title: 'the server listens on 127.0.0.1 and on no other address',
    proves: ['wm/transport/loopback'],
    async run(session) {
      const { port } = session.server;
      expectEqual('whether 127.0.0.1 is open', await accepts('127.0.0.1', port), true);
      for (const host of ['127.0.0.2', '::1'])
        expectEqual(`whether ${host} is open`, await accepts(host, port), false);
    },
  },
  {
    id: 'server/cancel-run',
    title: 'a run that is cancelled is answered with −32800, and its handler is told',
    proves: ['wm/rpc/request', 'wm/rpc/error'],
    async run(session) {
      const { dir } = await session.startProject(['waits', 'began', 'ended']);
      const id = session.startRun({ project: dir, action: 'waits' });
      expectEqual('the notes', await session.notes({ project: dir, action: 'began' }), ['began']);
      session.send(cancelMessage(id));
      expectError(await session.answerTo(id, 'the answer to the cancelled run'), -32800);
      expectEqual('the notes', await session.notes({ project: dir, action: 'ended' }), ['ended']);
    },
  },
  {
    id: 'server/client-gone',
    title: 'the run of a client that is gone is cancelled, and no other client notices',
    proves: ['wm/transport/many-clients'],
    async run(session) {
      const { dir } = await session.startProject(['waits', 'began', 'ended']);
      const other = await session.connectAnother();
      other.startRun({ project: dir, action: 'waits' });
      expectEqual('the notes', await session.notes({ project: dir, action: 'began' }), ['began']);
      other.channel.endInput();
      expectEqual('the notes', await session.notes({ project: dir, action: 'ended' }), ['ended']);
    },
  },
];
