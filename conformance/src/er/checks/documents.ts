import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { CheckFailure } from '../../check.js';
import { isObject } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectCommandError, expectEqual, type Fields, finishedRun, notesOf } from '../expect.js';
import type { ErSession } from '../session.js';

const applyEdit = 'workspace/applyEdit';
const reading = ['note', 'reads', 'document'] as const;
const writing = ['note', 'writes', 'document'] as const;

const uriOf = (session: ErSession) => pathToFileURL(session.part('document')).href;

function open(session: ErSession, text: string): void {
  const textDocument = { uri: uriOf(session), languageId: '', version: 1, text };
  session.notify('textDocument/didOpen', { textDocument });
}

function change(session: ErSession, version: number, ...contentChanges: readonly Fields[]): void {
  session.notify('textDocument/didChange', {
    textDocument: { uri: uriOf(session), version },
    contentChanges,
  });
}

function close(session: ErSession): void {
  session.notify('textDocument/didClose', { textDocument: { uri: uriOf(session) } });
}

/** What a handler reads of the probe's document, in a run that was asked for after all that was sent before. */
async function expectRead(session: ErSession, text: string): Promise<void> {
  const { formats } = finishedRun(await session.run({ file: session.part('document') }));
  expectEqual('what the handler reads', notesOf(formats['json']), [text]);
}

async function textOnDisk(session: ErSession): Promise<string> {
  return await readFile(session.part('document'), 'utf8');
}

const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

/** All edits of a workspace edit, in either of its two forms, by document. */
function editsOf({ edit }: Fields): readonly { readonly uri: unknown; readonly edits: unknown }[] {
  if (!isObject(edit)) throw new CheckFailure(`expected a workspace edit, got ${show(edit)}`);
  const changes = Object.entries(Object(edit['changes'])).map(([uri, edits]) => ({ uri, edits }));
  const documentChanges = [edit['documentChanges'] ?? []].flat().map((entry) => ({
    uri: Object(Object(entry).textDocument).uri,
    edits: Object(entry).edits,
  }));
  return [...changes, ...documentChanges];
}

const checks: readonly ProbeCheck[] = [
  {
    id: 'documents/on-disk',
    title: 'handlers read a document that is not open from its file',
    proves: ['er/documents/in-memory'],
    uses: reading,
    async run(session) {
      await session.useHandlers('reads');
      await expectRead(session, await textOnDisk(session));
    },
  },
  {
    id: 'documents/open',
    title: 'after didOpen handlers see the text of the editor, not the file',
    proves: ['er/documents/did-open', 'er/documents/in-memory'],
    uses: reading,
    async run(session) {
      await session.useHandlers('reads');
      open(session, 'in memory ä😀\n');
      await expectRead(session, 'in memory ä😀\n');
    },
  },
  {
    id: 'documents/change-whole',
    title: 'didChange without a range replaces the text',
    proves: ['er/documents/did-change', 'er/documents/in-memory'],
    uses: reading,
    async run(session) {
      await session.useHandlers('reads');
      open(session, 'one\n');
      change(session, 2, { text: 'two\n' });
      await expectRead(session, 'two\n');
    },
  },
  {
    id: 'documents/change-ranges',
    title: 'changes with ranges are applied one after another, counted in UTF-16',
    proves: ['er/documents/did-change', 'er/documents/in-memory'],
    uses: reading,
    async run(session) {
      await session.useHandlers('reads');
      open(session, 'a😀b\nsecond\n');
      change(
        session,
        2,
        { range: range(0, 3, 4), rangeLength: null, text: 'B' },
        { range: range(1, 0, 0), text: 'the ' },
      );
      await expectRead(session, 'a😀B\nthe second\n');
      change(session, 3, { range: range(0, 0, 4), text: '' });
      await expectRead(session, '\nthe second\n');
    },
  },
  {
    id: 'documents/close',
    title: 'after didClose handlers see the file again',
    proves: ['er/documents/did-close', 'er/documents/in-memory'],
    uses: reading,
    async run(session) {
      await session.useHandlers('reads');
      open(session, 'in memory\n');
      close(session);
      await expectRead(session, await textOnDisk(session));
    },
  },
  {
    id: 'documents/survive-config',
    title: 'a new configuration forgets no open document',
    proves: ['er/documents/in-memory', 'er/update-config/result'],
    uses: reading,
    async run(session) {
      await session.useHandlers('reads');
      open(session, 'in memory\n');
      await session.useHandlers('reads');
      await expectRead(session, 'in memory\n');
    },
  },
  {
    id: 'documents/edit',
    title: 'what a handler writes to an open document is sent as workspace/applyEdit, and the file stays',
    proves: ['er/documents/apply-edit', 'er/transport/camel-case', 'er/transport/method-names'],
    uses: writing,
    async run(session) {
      const before = await textOnDisk(session);
      await session.useHandlers('writes');
      session.replyWith({ [applyEdit]: { result: { applied: true } } });
      open(session, 'in memory\n');
      finishedRun(await session.run({ file: session.part('document'), text: 'written\n' }));
      const edits = editsOf(session.onlyParamsOf(applyEdit));
      expectEqual(
        'the documents that are edited',
        edits.map(({ uri }) => uri),
        [uriOf(session)],
      );
      if (!JSON.stringify(edits).includes('written'))
        throw new CheckFailure(`expected an edit with the new text, got ${show(edits)}`);
      expectEqual('the file', await textOnDisk(session), before);
    },
  },
  {
    id: 'documents/edit-refused',
    title: 'an edit that the editor does not apply fails the run, with the reason',
    proves: ['er/documents/apply-edit', 'er/errors/command'],
    uses: writing,
    async run(session) {
      await session.useHandlers('writes');
      const failureReason = 'the editor is busy';
      session.replyWith({ [applyEdit]: { result: { applied: false, failureReason } } });
      open(session, 'in memory\n');
      expectCommandError(
        await session.run({ file: session.part('document'), text: 'written\n' }),
        failureReason,
      );
    },
  },
];

/** Documents that are open in an editor. */
export const documentChecks = withProbe(checks);
