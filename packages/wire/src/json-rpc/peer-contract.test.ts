import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Implementation, type ServiceEnd, startService } from './test-peers/service.js';
import { createStdioTransport, memory, tcp } from './test-peers/transports.js';

// What two peers owe each other, whatever lies between them and whoever wrote them.
const stdio = createStdioTransport();
const pairs: readonly (readonly [client: Implementation, server: Implementation])[] = [
  ['ours', 'ours'],
  ['ours', 'vscode-jsonrpc'],
  ['vscode-jsonrpc', 'ours'],
  // The oracle with itself: the suite asks for nothing that it cannot do.
  ['vscode-jsonrpc', 'vscode-jsonrpc'],
];
afterAll(() => stdio.dispose());

describe.each([memory, tcp, stdio].map((transport) => [transport.name, transport] as const))(
  'over %s',
  (_name, transport) => {
    describe.each(pairs)('%s calls %s', (client, server) => {
      const open: (() => Promise<unknown>)[] = [];
      afterEach(async () => {
        for (const close of open.splice(0)) await close();
      });

      async function start(): Promise<ServiceEnd> {
        const { stream, stop } = await transport.open(server);
        const end = startService(client, stream);
        open.push(() => Promise.all([end.close(), stop()]));
        return end;
      }

      it.each<[string, object]>([
        ['an object', { text: 'x', list: [1, 2.5, null, true] }],
        ['any characters', { text: 'ü 😀 \u2028 \ud800 \0 "' }],
        ['a big value', { text: 'é'.repeat(300_000) }],
      ])('gets %s back', async (_name, params) => {
        const end = await start();
        expect(await end.request('echo', params)).toEqual(params);
      });

      it('gets null for nothing', async () => {
        const end = await start();
        expect(await end.request('nothing', {})).toBeNull();
      });

      it('gets errors with code, message and data', async () => {
        const end = await start();
        await expect(end.request('refuse', {})).rejects.toMatchObject({
          code: 1234,
          message: 'no',
          data: { why: 'because' },
        });
        await expect(end.request('no/such', {})).rejects.toMatchObject({ code: -32601 });
        await expect(end.request('fail', {})).rejects.toMatchObject({
          code: -32603,
          message: expect.stringMatching(/boom$/),
        });
      });

      it('is called back while its own call is open', async () => {
        const end = await start();
        expect(await end.request('callBack', { method: 'echo', params: { text: 'hello' } })).toEqual({
          text: 'hello',
        });
      });

      it('has its notifications handled in order, and before the next request', async () => {
        const end = await start();
        const notes = Array.from({ length: 200 }, (_, index) => ({ index }));
        for (const note of notes) void end.notify('note', note);
        expect(await end.request('notes', {})).toEqual(notes);
      });

      it('gets −32800 for a call that it cancels, and the handler hears of it', async () => {
        const end = await start();
        const abort = new AbortController();
        const call = end.request('waitForCancel', {}, { signal: abort.signal });
        // The server has begun the call when it has answered a later one.
        await end.request('echo', {});
        abort.abort();
        await expect(call).rejects.toMatchObject({ code: -32800 });
        expect(await end.request('notes', {})).toEqual(['cancelled']);
      });

      it('gets every one of many concurrent answers, none crossed', async () => {
        const end = await start();
        const count = client === 'ours' && server === 'ours' ? 10_000 : 1_000;
        const answers = await Promise.all(
          Array.from({ length: count }, (_, index) => end.request('echo', { index })),
        );
        expect(answers).toEqual(answers.map((_, index) => ({ index })));
      });

      // vscode-jsonrpc leaves them open for ever: see its known differences.
      if (client === 'ours')
        it('has its open calls rejected when the other side goes away', async () => {
          const { stream, stop } = await transport.open(server);
          const end = startService(client, stream);
          open.push(() => end.close());
          const call = end.request('waitForCancel', {});
          const rejected = expect(call).rejects.toMatchObject({ code: -32097 });
          await end.request('echo', {});
          await stop();
          await rejected;
        });
    });
  },
);
