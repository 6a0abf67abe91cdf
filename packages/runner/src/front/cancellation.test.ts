import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { createLifeline, type Lifeline } from '../testing/lifeline.js';
import { type NotesRunner, startNotesRunner } from '../testing/notes-runner.js';
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

  /** Runs a handler whose command has a child, and returns when both processes live. */
  async function startCommand(started: NotesRunner, lifeline: Lifeline) {
    await started.project.write('child.cjs', lifeline.program);
    const cancel = new CancellationTokenSource();
    const params = { actionName: 'note', params: {}, options: {} };
    const answer = started.client.sendRequest('actions/run', params, cancel.token);
    // Some tests end the connection, and with it the answer.
    answer.catch(() => {});
    await lifeline.bothAlive;
    return { answer, cancel };
  }

  test('stops the commands of a handler, and what those started', async () => {
    await using started = await start(['commands']);
    await using lifeline = await createLifeline();
    const { answer, cancel } = await startCommand(started, lifeline);
    cancel.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    await lifeline.bothGone;
  });

  test('so do shutdown, a parent that is gone, and a signal', async () => {
    const ends: ((started: NotesRunner) => unknown)[] = [
      ({ client }) => client.sendRequest('shutdown'),
      ({ runner }) => runner.child.stdin?.end(),
      ({ runner }) => runner.child.kill('SIGTERM'),
    ];
    for (const end of ends) {
      await using started = await start(['commands']);
      await using lifeline = await createLifeline();
      await startCommand(started, lifeline);
      await end(started);
      await lifeline.bothGone;
    }
  });
});
