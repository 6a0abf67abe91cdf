import { Writable } from 'node:stream';
import type { WorkspaceConnection } from '@tandem/workspace-client';
import { describe, expect, test } from 'vitest';
import { demoSource } from '../testing/demo-workspace.js';
import { startTestWorkspace } from '../testing/test-daemon.js';
import { Broadcasts } from './broadcasts.js';

const mebibyte = 1024 * 1024;

/** The next record of the server's log that says so. */
async function logRecord(wm: WorkspaceConnection, words: string): Promise<void> {
  const seen = new Promise<void>((resolve) => {
    wm.on('server/logRecords', ({ records }) => {
      if (records.some(({ message }) => message.includes(words))) resolve();
    });
  });
  await wm.request('server/subscribeLogs', { minLevel: 'INFO' });
  await seen;
}

test('a client that does not read is dropped at 64 MiB, and nobody else notices', async () => {
  const { wm, connectSocket, workspaceRoot } = await startTestWorkspace();
  const dropped = logRecord(wm, 'the other side does not read');
  const deaf = connectSocket().pause();
  deaf.on('error', () => undefined);
  const params = { actionSource: demoSource('big'), project: workspaceRoot, params: { bytes: 4 * mebibyte } };
  for (let id = 1; id <= 40; id++) {
    const json = JSON.stringify({ jsonrpc: '2.0', id, method: 'actions/run', params });
    deaf.write(`Content-Length: ${json.length}\r\n\r\n${json}`);
  }
  await dropped;
  expect(await wm.request('workspace/listProjects', {})).toHaveLength(1);
});

test('what everybody is told does no harm while a client that did not read goes away', async () => {
  const { wm, connect, connectSocket, workspaceRoot, runners } = await startTestWorkspace();
  const deaf = connectSocket().pause();
  deaf.on('error', () => undefined);
  const params = {
    actionSource: demoSource('big'),
    project: workspaceRoot,
    params: { bytes: 30 * mebibyte },
  };
  const json = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'actions/run', params });
  const ended = logRecord(wm, 'the other side ended the connection');
  deaf.end(`Content-Length: ${json.length}\r\n\r\n${json}`);
  const run = { actionSource: demoSource('speak'), project: workspaceRoot, params: { text: 'hi' } };
  for (let times = 1; times <= 20; times++) await connect().request('actions/run', run);
  deaf.destroy();
  await ended;
  expect(runners.history).toContain('started dev');
});

describe('broadcasts', () => {
  /** A stream whose reader takes nothing until told. */
  function heldStream() {
    const taken: string[] = [];
    let release = (): void => {};
    const stream = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        release = () => {
          taken.push(chunk);
          done();
        };
      },
    });
    const send = (text: string) => async () => void stream.write(text);
    const readAll = async (): Promise<readonly string[]> => {
      while (stream.writableLength > 0) {
        release();
        await new Promise(setImmediate);
      }
      return taken;
    };
    return { stream, send, readAll };
  }

  test('to one who reads go out at once, in order', async () => {
    const { stream, send, readAll } = heldStream();
    const broadcasts = new Broadcasts(stream);
    broadcasts.push(send('a1'), 'a');
    expect(stream.writableLength).toBe(2);
    expect(await readAll()).toEqual(['a1']);
    broadcasts.push(send('a2'), 'a');
    expect(await readAll()).toEqual(['a1', 'a2']);
  });

  test('to one who does not read: only the newest about a thing, and a bounded number of others', async () => {
    const { stream, send, readAll } = heldStream();
    const broadcasts = new Broadcasts(stream);
    broadcasts.push(send('first'));
    for (let version = 1; version <= 100_000; version++) broadcasts.push(send(`tree ${version}`), 'tree');
    broadcasts.push(send('other'), 'other tree');
    expect(await readAll()).toEqual(['first', 'tree 100000', 'other']);

    broadcasts.push(send('again'));
    for (let number = 1; number <= 5_000; number++) broadcasts.push(send(`message ${number}`));
    const later = (await readAll()).slice(3);
    expect(later).toHaveLength(1_001);
    expect(later.slice(0, 2)).toEqual(['again', 'message 4001']);
  });
});
