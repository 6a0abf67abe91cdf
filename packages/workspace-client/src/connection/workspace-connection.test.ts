import { createMemoryPair, createPeer, type RpcPeer } from '@tandem/wire';
import { describe, expect, test } from 'vitest';
import { type ConnectionOptions, connectOver, type WorkspaceConnection } from './workspace-connection.js';

function connected(
  answer: (peer: RpcPeer, method: string) => unknown,
  options: ConnectionOptions = {},
): { wm: WorkspaceConnection; server: RpcPeer } {
  const [left, right] = createMemoryPair();
  const server = createPeer(left, {
    request: (method, _params, { peer }) => answer(peer, method),
    notification: () => undefined,
  });
  return { wm: connectOver(right, options), server };
}

describe('what the server says', () => {
  const message = (number: number) => ({ message: String(number), type: 'INFO' });
  const sayMany = (peer: RpcPeer) => {
    for (let number = 1; number <= 50; number++) void peer.notify('server/userMessage', message(number));
    return [];
  };

  test('before an answer has been heard when the answer is there', async () => {
    const { wm } = connected(sayMany);
    const heard: string[] = [];
    wm.on('server/userMessage', ({ message: text }) => void heard.push(text));
    await wm.request('workspace/listProjects', {});
    expect(heard).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 1)));
  });

  test('is heard by all who listen, until they no longer want to', async () => {
    const { wm } = connected(sayMany);
    let [first, second] = [0, 0];
    const listening = wm.on('server/userMessage', () => {
      first += 1;
      listening[Symbol.dispose]();
    });
    wm.on('server/userMessage', () => {
      second += 1;
    });
    await wm.request('workspace/listProjects', {});
    expect([first, second]).toEqual([1, 50]);
  });

  test('is told to onProblem when it breaks the contract, or a listener fails', async () => {
    const problems: string[] = [];
    const { wm } = connected(
      (peer) => {
        void peer.notify('server/userMessage', { message: 7 });
        void peer.notify('server/userMessage', message(1));
        return [];
      },
      { onProblem: (problem) => void problems.push(problem) },
    );
    wm.on('server/userMessage', () => {
      throw new Error('listener');
    });
    await wm.request('workspace/listProjects', {});
    expect(problems).toEqual([
      expect.stringContaining('"server/userMessage" was ignored'),
      'A listener to "server/userMessage" failed',
    ]);
  });
});

test('what the server asks is answered by the handlers, or refused', async () => {
  const { server } = connected(() => null, {
    handlers: { 'workspace/applyEdit': () => ({ applied: true }) },
  });
  expect(await server.request('workspace/applyEdit', { edit: {} })).toEqual({ applied: true });
  await expect(server.request('ide/startDebugging', {})).rejects.toMatchObject({ code: -32601 });
});

test('an answer that breaks the contract is an error here, not a surprise later', async () => {
  const { wm } = connected(() => [{ name: 'a' }]);
  await expect(wm.request('workspace/listProjects', {})).rejects.toThrow('breaks the contract');
});

test('the end of the connection is told, and ends what waits', async () => {
  const { wm, server } = connected(() => new Promise(() => undefined));
  const waiting = wm.request('workspace/listProjects', {});
  waiting.catch(() => undefined);
  await server.close('bye');
  await expect(waiting).rejects.toThrow('ended the connection');
  expect(await wm.closed).toMatchObject({ kind: 'ended-there' });
});
