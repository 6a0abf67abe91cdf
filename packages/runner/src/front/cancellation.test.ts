import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { startNotesRunner } from '../testing/notes-runner.js';
import { bundleRunner, type RunnerBundle } from '../testing/runner-process.js';

let bundle: RunnerBundle;
beforeAll(async () => {
  bundle = await bundleRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const start = (handlers: readonly string[], initialize?: object) =>
  startNotesRunner(bundle, handlers, initialize);

describe('cancelling', () => {
  test('is answered at once with -32800, and the progress ends', async () => {
    await using started = await start(['waits']);
    const events: string[] = [];
    const begun = new Promise<void>((resolve) => {
      started.client.onNotification('$/progress', ({ value }) => {
        events.push(JSON.parse(value).type);
        resolve();
      });
    });
    const cancel = new CancellationTokenSource();
    const params = { actionName: 'note', params: {}, options: { progressToken: 1 } };
    const answer = started.client.sendRequest('actions/run', params, cancel.token);
    await begun;
    cancel.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    expect(await started.client.sendRequest('finecodeRunner/getInfo')).toEqual({ logFilePath: null });
    expect(events).toEqual(['begin', 'end']);
  });

  test('stops the commands of a handler, and what those started', async () => {
    await using started = await start(['commands']);
    // Grandchild and child both hold a connection to us: its end is their end.
    const grandchild =
      'require("net").connect(PORT, "127.0.0.1").on("close", () => {}); setInterval(() => {}, 1e6)';
    const { server, port, ended } = await countConnections(2);
    await started.project.write(
      'child.cjs',
      `const code = ${JSON.stringify(grandchild.replace('PORT', String(port)))};
       require('child_process').spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
       eval(code);`,
    );
    const cancel = new CancellationTokenSource();
    const params = { actionName: 'note', params: {}, options: {} };
    const answer = started.client.sendRequest('actions/run', params, cancel.token);
    answer.catch(() => {});
    await server.allConnected;
    cancel.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    await ended;
    server.close();
  });
});

async function countConnections(count: number) {
  let open = 0;
  let seen = 0;
  let settleEnded = (): void => {};
  let settleConnected = (): void => {};
  const ended = new Promise<void>((resolve) => {
    settleEnded = resolve;
  });
  const allConnected = new Promise<void>((resolve) => {
    settleConnected = resolve;
  });
  const server = createServer((socket) => {
    open += 1;
    seen += 1;
    if (seen === count) settleConnected();
    socket.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
      if (open === 0 && seen === count) settleEnded();
    });
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server: { allConnected, close: () => server.close() }, port, ended };
}
