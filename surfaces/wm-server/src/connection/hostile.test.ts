import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { startTestDaemon, startTestWorkspace } from '../testing/test-daemon.js';

/** All that the server sends until it ends the connection. */
async function wholeAnswer(socket: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

describe('what is not our protocol', () => {
  const frame = (json: string) => `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
  const shutdown = frame('{"jsonrpc":"2.0","id":1,"method":"server/shutdown","params":{}}');

  test.each([
    ['a page in a browser', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
    [
      'a form that smuggles a request',
      `POST / HTTP/1.1\r\nContent-Length: ${shutdown.length}\r\n\r\n${shutdown}`,
    ],
    ['a proxy', `CONNECT example.org:443 HTTP/1.1\r\n\r\n${shutdown}`],
    ['a shell', `\x16\x03\x01 hello\n`],
  ])('%s is refused at once', async (_who, bytes) => {
    const { connectSocket, connect } = await startTestDaemon();
    const socket = connectSocket();
    socket.write(bytes);
    expect(await wholeAnswer(socket)).toContain('-32700');
    // The smuggled request was not read: the daemon still serves.
    expect(await connect().request('workspace/listProjects', {})).toEqual([]);
  });

  test('TLS is refused at once', async () => {
    const { daemon } = await startTestDaemon();
    const tls = connectTls({ port: daemon.port, host: '127.0.0.1', rejectUnauthorized: false });
    const [error] = await once(tls, 'error');
    expect(error).toBeInstanceOf(Error);
  });
});

test('malformed requests are answered, each with its error, and the connection lives on', async () => {
  const { connectSocket } = await startTestDaemon();
  const socket = connectSocket();
  const bodies = [
    '{"jsonrpc":"2.0","id":1,"method":"workspace/findProjectForFile","params":{"filePath":42}}',
    '{"jsonrpc":"2.0","id":2,"method":"workspace/findProjectForFile","params":[1]}',
    '{"jsonrpc":"2.0","id":3,"method":"no/such"}',
    '{"jsonrpc":"2.0","id":4}',
    '{"jsonrpc":"2.0","id":5,"method":"documents/opened","params":{}}',
    '{"jsonrpc":"2.0","method":"no/such/notification","params":{}}',
    '{"jsonrpc":"2.0","method":"documents/opened","params":{"uri":7}}',
    'nonsense',
    '{"jsonrpc":"2.0","id":"last","method":"workspace/listProjects","params":null}',
  ];
  socket.end(bodies.map((body) => `Content-Length: ${body.length}\r\n\r\n${body}`).join(''));
  const answers = (await wholeAnswer(socket))
    .split(/Content-Length: \d+\r\n\r\n/)
    .slice(1)
    .map((json): { id: unknown; error?: { code: number; message: string } } => JSON.parse(json));
  const outcomeOf = (id: unknown) => answers.find((answer) => answer.id === id);
  expect(outcomeOf(1)?.error).toMatchObject({ code: -32602, message: expect.stringContaining('filePath') });
  expect(outcomeOf(2)?.error?.code).toBe(-32602);
  expect(outcomeOf(3)?.error?.code).toBe(-32601);
  expect(outcomeOf(4)?.error?.code).toBe(-32600);
  expect(outcomeOf(5)?.error?.code).toBe(-32601);
  expect(outcomeOf(null)?.error?.code).toBe(-32700);
  expect(outcomeOf('last')).toMatchObject({ result: [] });
  expect(answers).toHaveLength(7);
});

test('requests in parallel from several clients: all answered, none crossed', async () => {
  const { connect, workspaceRoot } = await startTestWorkspace();
  const clients = [1, 2, 3, 4, 5].map(() => connect());
  const answers = await Promise.all(
    clients.flatMap((client, number) =>
      Array.from({ length: 100 }, async (_, index) => {
        const text = `${number}/${index}`;
        const run = { actionSource: 'demo.echo', project: workspaceRoot, params: { text } };
        const { resultByFormat } = await client.request('actions/run', run);
        return [text, resultByFormat?.json] as const;
      }),
    ),
  );
  for (const [text, json] of answers) expect(json).toMatchObject({ text });
});
