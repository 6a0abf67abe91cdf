import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { actionCall, never, startRunner, temporaryDirectory } from '../testing/launch.js';
import { createRecordingHost } from '../testing/recording-host.js';
import type { RunnerTimeouts } from './runner-launcher.js';

const fixtures = new URL('../fixtures/', import.meta.url);

/** Says that it is at it, once that is certain to be heard; then blocks for as long as the payload says. */
const blockingRunner = `
  import { writeSync } from 'node:fs';
  import { speak } from ${JSON.stringify(new URL('wire.mjs', fixtures).href)};
  const answers = { initialize: { capabilities: {} }, 'finecodeRunner/getInfo': {}, 'actions/getPayloadSchemas': {}, shutdown: null };
  speak(process.stdin, process.stdout, ({ id, method, params }, peer) => {
    if (method === 'actions/run') {
      writeSync(1, peer.encode({ method: 'er/userMessage', params: { message: 'blocked', type: 'INFO' } }));
      for (const end = performance.now() + params.params.forMs; performance.now() < end; );
    }
    if (method === 'exit') process.exit(0);
    if (method in answers) peer.send({ id, result: answers[method] });
  });
`;

async function startBlocking(timeouts: Partial<RunnerTimeouts>, debug = false) {
  let settle = (): void => {};
  const isBlocked = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const projectDir = await temporaryDirectory();
  const path = join(projectDir, 'runner.mjs');
  const sayWhere = debug ? "process.stderr.write('Debug session: 127.0.0.1:9230\\n');" : '';
  await writeFile(path, blockingRunner + sayWhere);
  const { runner } = await startRunner(
    { command: process.execPath, args: [path] },
    { projectDir, debug },
    { host: createRecordingHost({ userMessage: settle }), timeouts },
  );
  const cancel = new AbortController();
  const block = async (forMs: number): Promise<void> => {
    const run = runner.run(actionCall('lint', { params: { forMs } }), {}, { signal: cancel.signal });
    run.catch(() => {});
    await isBlocked;
  };
  return { runner, cancel, block };
}

const forEver = 1e9;

describe('a runner that a handler blocks', () => {
  test('is ended when a call was cancelled in vain, and everybody is told why', async () => {
    const { runner, cancel, block } = await startBlocking({ cancelMs: 100 });
    await block(forEver);
    const others = [runner.payloadSchemas(), runner.run(actionCall('other'), {}, never())];
    cancel.abort(new Error('not needed'));
    const message = expect.stringMatching(
      /^The runner for env "dev" of .* ended unexpectedly: a handler kept it busy and did not stop when cancelled, so it was killed\./,
    );
    for (const other of others) await expect(other).rejects.toMatchObject({ code: 'runner-exited', message });
    expect(await runner.exited).toEqual({ kind: 'crashed', message });
  });

  test('goes on when it is back in time', async () => {
    const { runner, cancel, block } = await startBlocking({ cancelMs: 20_000 });
    await block(200);
    cancel.abort(new Error('not needed'));
    expect(await runner.payloadSchemas()).toEqual({});
  });

  test('is not waited for when it is to stop', async () => {
    const { runner, block } = await startBlocking({ stopMs: 100_000 });
    await block(forEver);
    await runner.stop();
    expect(await runner.exited).toMatchObject({ kind: 'stopped' });
  });

  test('may be at a breakpoint', async () => {
    const { runner, cancel, block } = await startBlocking({ cancelMs: 1 }, true);
    await block(300);
    cancel.abort(new Error('not needed'));
    expect(await runner.payloadSchemas()).toEqual({});
  });
});
