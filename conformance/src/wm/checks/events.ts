import { CheckFailure } from '../../check.js';
import { expectEqual, type Fields } from '../../er/expect.js';
import { isObject } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { usualEnv } from '../probe/project.js';
import { threeProjects, type WmSession } from '../session.js';

const treeChanged = 'actions/treeChanged';
const userMessage = 'server/userMessage';
const messageTypes = ['INFO', 'WARNING', 'ERROR'];

/** The node in a notification that is about the project, be it the node itself or one above it. */
function nodeIn(params: unknown, projectDir: string): Fields | undefined {
  const search = (node: unknown): Fields | undefined => {
    if (!isObject(node)) return undefined;
    if (node['nodeId'] === projectDir) return node;
    for (const sub of [node['subnodes'] ?? []].flat()) {
      const found = search(sub);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(Object(params).node);
}

async function hearOf(
  session: WmSession,
  projectDir: string,
  what: string,
  isTheOne = (_node: Fields) => true,
) {
  const isIt = (params: unknown) => {
    const node = nodeIn(params, projectDir);
    return node !== undefined && isTheOne(node);
  };
  const { params } = await session.hear(treeChanged, isIt, `${treeChanged} about ${what}`);
  return nodeIn(params, projectDir) ?? {};
}

async function hearMessage(session: WmSession, text: string): Promise<Fields> {
  const isIt = (params: unknown) => String(Object(params).message).includes(text);
  const { params } = await session.hear(userMessage, isIt, `${userMessage} with "${text}"`);
  return Object(params);
}

/** A handler that tells the user something, with a client who looks on. */
async function tellUser(session: WmSession): Promise<{ readonly other: WmSession; readonly text: string }> {
  const { dir } = await session.startProject(['tells']);
  const other = await session.connectAnother();
  await other.probe();
  const text = 'the probe says hello';
  await session.run({ project: dir, action: 'tells', payload: { text } });
  return { other, text };
}

/** What all clients are told. */
export const eventChecks: readonly WmCheck[] = [
  {
    id: 'events/status',
    title: 'a project that gets a status is told to every client',
    proves: ['wm/tree-changed/status'],
    async run(session) {
      const { dir, projectDir } = await session.createWorkspace({
        alpha: { actions: [], broken: true },
      });
      const other = await session.connectAnother();
      await other.probe();
      await session.addDir(dir, { startRunners: false });
      for (const client of [session, other])
        await hearOf(client, projectDir('alpha'), 'the status', ({ status }) => status === 'CONFIG_INVALID');
    },
  },
  {
    id: 'events/actions',
    title: 'the actions of a project that was left out are told when it is initialised',
    proves: ['wm/tree-changed/actions'],
    async run(session) {
      const { dir, projectDir } = await session.createWorkspace();
      await session.addDir(dir, { startRunners: false, projects: ['alpha'] });
      const other = await session.connectAnother();
      await other.probe();
      await session.addDir(dir, { startRunners: false, projects: ['beta'] });
      await hearOf(other, projectDir('beta'), 'the actions of the project');
    },
  },
  {
    id: 'events/runner-start',
    title: 'the start of a runner is told to every client',
    proves: ['wm/tree-changed/runner'],
    async run(session) {
      const { projectDir } = await session.addWorkspace({ alpha: threeProjects.alpha });
      const other = await session.connectAnother();
      await other.probe();
      await session.startRunners();
      await session.requireRuns(projectDir('alpha'));
      await hearOf(other, projectDir('alpha'), 'the start of a runner');
    },
  },
  {
    id: 'events/runner-stop',
    title: 'the stop of a runner is told to every client',
    proves: ['wm/tree-changed/runner'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const other = await session.connectAnother();
      await other.probe();
      await session.ask('runners/removeEnv', { project: dir, envName: usualEnv });
      await hearOf(other, dir, 'the stop of a runner');
    },
  },
  {
    id: 'events/node',
    title: 'a change of the tree carries the node of the project',
    proves: ['wm/tree-changed/node'],
    async run(session) {
      const { dir, projectDir } = await session.createWorkspace({ alpha: threeProjects.alpha });
      await session.addDir(dir, { startRunners: false });
      const isNew = ({ status }: Fields) => status === 'CONFIG_VALID';
      const node = await hearOf(session, projectDir('alpha'), 'the project', isNew);
      const { name, nodeType, subnodes } = node;
      expectEqual('its name', name, 'alpha');
      expectEqual('its type', nodeType, 1);
      if (!Array.isArray(subnodes)) throw new CheckFailure(`expected subnodes, got ${show(node)}`);
    },
  },
  {
    id: 'events/message-to-all',
    title: 'a message for the user goes to every client',
    proves: ['wm/user-message/broadcast'],
    async run(session) {
      const { other, text } = await tellUser(session);
      for (const client of [session, other]) await hearMessage(client, text);
    },
  },
  {
    id: 'events/message',
    title: 'a message for the user has a text and a type',
    proves: ['wm/user-message/shape'],
    async run(session) {
      const { text } = await tellUser(session);
      const { message, type } = await hearMessage(session, text);
      if (typeof message !== 'string' || typeof type !== 'string')
        throw new CheckFailure(`expected message and type, got ${show({ message, type })}`);
    },
  },
  {
    id: 'events/message-type',
    title: 'the type of a message is INFO, WARNING or ERROR',
    proves: ['wm/user-message/types'],
    async run(session) {
      const { text } = await tellUser(session);
      const { type } = await hearMessage(session, text);
      if (!messageTypes.some((known) => known === type))
        throw new CheckFailure(`expected INFO, WARNING or ERROR, got ${show(type)}`);
    },
  },
];
