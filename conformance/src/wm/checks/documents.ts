import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expectEqual } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import type { StartedProject, WmSession } from '../session.js';

const onDisk = 'on disk\n';

interface OpenProject extends StartedProject {
  readonly file: string;
  readonly uri: string;
}

async function startReading(session: WmSession): Promise<OpenProject> {
  const project = await session.startProject(['reads']);
  const file = join(project.dir, 'document.txt');
  return { ...project, file, uri: pathToFileURL(file).href };
}

function open(session: WmSession, { uri }: OpenProject, text?: string): void {
  session.notify('documents/opened', { uri, version: 1, ...(text !== undefined && { text }) });
}

function change(
  session: WmSession,
  { uri }: OpenProject,
  version: number,
  ...contentChanges: readonly object[]
): void {
  session.notify('documents/changed', { uri, version, contentChanges });
}

async function expectRead(session: WmSession, { dir, file }: OpenProject, text: string): Promise<void> {
  const notes = await session.notes({ project: dir, action: 'reads', payload: { file } });
  expectEqual('what the handler reads', notes, [text]);
}

const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

/** Documents that are open in an editor. */
export const documentChecks: readonly WmCheck[] = [
  {
    id: 'documents/no-answer',
    title: 'document messages are not answered, whatever is wrong with them',
    proves: ['wm/documents/no-answer', 'wm/rpc/notification'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      const uri = pathToFileURL(join(dir, 'alpha', 'document.txt')).href;
      session.notify('documents/opened', { uri, version: 1, text: 'x' });
      session.notify('documents/changed', { uri, version: 2, contentChanges: [{ text: 'y' }] });
      session.notify('documents/closed', { uri });
      session.notify('documents/closed', { uri });
      session.notify('documents/changed', { uri: 'no uri at all', version: 2, contentChanges: [] });
      session.notify('documents/opened', {});
      await session.probe();
    },
  },
  {
    id: 'documents/opened',
    title: 'handlers see the text of the editor, not the file',
    proves: ['wm/documents/opened'],
    async run(session) {
      const project = await startReading(session);
      await expectRead(session, project, onDisk);
      open(session, project, 'in memory ä😀\n');
      await expectRead(session, project, 'in memory ä😀\n');
    },
  },
  {
    id: 'documents/opened-without-text',
    title: 'a document that is opened without its text is as the file is',
    proves: ['wm/documents/opened'],
    async run(session) {
      const project = await startReading(session);
      open(session, project);
      await expectRead(session, project, onDisk);
      change(session, project, 2, { range: range(0, 3, 7), text: 'paper' });
      await expectRead(session, project, 'on paper\n');
    },
  },
  {
    id: 'documents/opened-before-runner',
    title: 'a runner that starts later learns of documents that are open',
    proves: ['wm/documents/opened'],
    async run(session) {
      const workspace = await session.addWorkspace({ alpha: { actions: ['note', 'reads'] } });
      const dir = workspace.projectDir('alpha');
      const file = join(dir, 'document.txt');
      const project = { workspace, dir, file, uri: pathToFileURL(file).href };
      open(session, project, 'before\n');
      await session.requireRuns(dir);
      await expectRead(session, project, 'before\n');
    },
  },
  {
    id: 'documents/escaped-uri',
    title: 'a uri is a uri: what is escaped in it is not in the name of the file',
    proves: ['wm/documents/opened'],
    async run(session) {
      const started = await session.startProject(['reads']);
      await started.workspace.write('alpha/a ä#1.txt', onDisk);
      const file = join(started.dir, 'a ä#1.txt');
      const project = { ...started, file, uri: pathToFileURL(file).href };
      open(session, project, 'in memory\n');
      await expectRead(session, project, 'in memory\n');
    },
  },
  {
    id: 'documents/changed',
    title: 'a change without a range replaces the text',
    proves: ['wm/documents/changed'],
    async run(session) {
      const project = await startReading(session);
      open(session, project, 'one\n');
      change(session, project, 2, { text: 'two\n' });
      await expectRead(session, project, 'two\n');
    },
  },
  {
    id: 'documents/ranges',
    title: 'changes with ranges are applied one after another, counted in UTF-16',
    proves: ['wm/documents/changes', 'wm/documents/changed'],
    async run(session) {
      const project = await startReading(session);
      open(session, project, 'a😀b\nsecond\n');
      change(
        session,
        project,
        2,
        { range: range(0, 3, 4), text: 'B' },
        { range: range(1, 0, 0), text: 'the ' },
      );
      await expectRead(session, project, 'a😀B\nthe second\n');
      change(session, project, 3, { range: range(0, 0, 4), text: '' }, { range: range(0, 0, 0), text: 'x' });
      await expectRead(session, project, 'x\nthe second\n');
    },
  },
  {
    id: 'documents/closed',
    title: 'after a document was closed handlers see the file',
    proves: ['wm/documents/closed'],
    async run(session) {
      const project = await startReading(session);
      open(session, project, 'in memory\n');
      await expectRead(session, project, 'in memory\n');
      session.notify('documents/closed', { uri: project.uri });
      await expectRead(session, project, onDisk);
    },
  },
  {
    id: 'documents/client-gone',
    title: 'the documents of a client that is gone are closed',
    proves: ['wm/documents/closed'],
    async run(session) {
      const project = await startReading(session);
      const editor = await session.connectAnother();
      open(editor, project, 'in memory\n');
      await editor.probe();
      await expectRead(session, project, 'in memory\n');
      editor.channel.endInput();
      await editor.expectEnd('the end of a connection that the client ended');
      await expectRead(session, project, onDisk);
    },
  },
];
