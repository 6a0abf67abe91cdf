import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildReferenceChild, type ReferenceChild } from './testing/build-reference-child.js';
import { startReferenceServer } from './testing/reference-server.js';
import { runKit } from './testing/run-kit.js';

/** A target that never answers costs this long. */
const shortTimeoutMs = 400;
const node = `'${process.execPath}'`;
const script = (code: string) => `exec ${node} -e '${code}'`;

let child: ReferenceChild;
beforeAll(async () => {
  child = await buildReferenceChild();
});
afterAll(async () => {
  await child[Symbol.asyncDispose]();
});

describe('exit code 2: asked for wrongly', () => {
  const nowhere = { kind: 'connect', host: '127.0.0.1', port: 1 } as const;

  test.each([
    [
      'an unknown protocol',
      { protocol: 'ftp', target: nowhere },
      /Unknown protocol "ftp": it is one of wm, er, lsp, edn, apex/,
    ],
    [
      'an unknown check',
      { protocol: 'wm', target: nowhere, only: ['framing', 'nope'] },
      /No check of wm is called nope: .* groups framing, broken/,
    ],
    [
      'a probe that is not there',
      { protocol: 'er', target: nowhere, probeFile: '/no/such/probe.json' },
      /The probe \/no\/such\/probe\.json cannot be read: ENOENT/,
    ],
    [
      'two probes',
      { protocol: 'er', target: { kind: 'command', command: 'x {probeProject}' }, probeFile: 'own.json' },
      /\{probeProject\}.* another one is named as own\.json: choose one/,
    ],
    [
      'a Workspace Manager without a port file',
      { protocol: 'wm', target: { kind: 'command', command: 'true' } },
      /put \{portFile\} into the command/,
    ],
  ] as const)('%s', async (_what, options, message) => {
    const run = await runKit(options);
    expect(run).toMatchObject({ exitCode: 2, passed: 0, failed: 0, notApplicable: 0 });
    expect(run.text).toMatch(message);
  });
});

describe('exit code 3: the target was not reached or not started', () => {
  const checkCommand = async (protocol: string, command: string, message: RegExp, timeoutMs = 10_000) => {
    const run = await runKit({ protocol, target: { kind: 'command', command }, timeoutMs });
    expect(run).toMatchObject({ exitCode: 3, passed: 0, failed: 0 });
    expect(run.text).toMatch(message);
  };

  test('nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const run = await runKit({ protocol: 'wm', target: { kind: 'connect', host: '127.0.0.1', port } });
    expect(run.exitCode).toBe(3);
    expect(run.text).toContain(`Cannot connect to 127.0.0.1:${port}`);
  });

  test('somebody listens and says nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const run = await runKit({
      protocol: 'wm',
      target: { kind: 'connect', host: '127.0.0.1', port },
      timeoutMs: shortTimeoutMs,
    });
    server.close();
    expect(run.exitCode).toBe(3);
    expect(run.text).toMatch(
      /The target said nothing: nothing came within 400 ms while waiting for the answer to the probe/,
    );
  });

  test('a command that does not exist', () =>
    checkCommand('er', 'no-such-command-at-all', /exited with code 127; .*\n.*no-such-command-at-all/));

  test('a command that exits at once', () =>
    checkCommand(
      'er',
      script('console.error("no database\\ngiving up"); process.exit(3)'),
      /exited with code 3; .*\nno database\ngiving up/,
    ));

  test('a command that says nothing', () =>
    checkCommand(
      'lsp',
      'echo thinking >&2; exec sleep 1000',
      /runs but says nothing: .*\nthinking/,
      shortTimeoutMs,
    ));

  test('a command that closes its output and stays', () =>
    checkCommand(
      'edn',
      'exec >&-; exec sleep 1000',
      /runs but says nothing: the target ended the connection/,
      shortTimeoutMs,
    ));

  test('a daemon that ends before it has a port', () =>
    checkCommand(
      'wm',
      script('console.error("port taken", "{portFile}"); process.exit(4)'),
      /ended before it wrote its port: it exited with code 4; .*\nport taken/,
    ));

  test('a command that does not print its port', async () => {
    const checkAnnounced = async (command: string, message: RegExp) => {
      const target = { kind: 'command', command, announcesPort: true } as const;
      const run = await runKit({ protocol: 'er', target, timeoutMs: shortTimeoutMs });
      expect(run).toMatchObject({ exitCode: 3, passed: 0, failed: 0 });
      expect(run.text).toMatch(message);
    };
    await checkAnnounced(
      'echo Serving soon; exec sleep 1000',
      /printed no line "Serving on .*" within 400 ms/,
    );
    await checkAnnounced(
      'echo "no module" >&2; exit 1',
      /ended before it wrote its port: .*code 1; .*\nno module/,
    );
    await checkAnnounced(
      `echo "Serving on ('127.0.0.1', 1)"; exec sleep 1000`,
      /Cannot connect to 127\.0\.0\.1:1/,
    );
  });

  test('a daemon that never has a port', () =>
    checkCommand(
      'wm',
      ': {portFile}; exec sleep 1000',
      /wrote no port number to \{portFile\} within 400 ms/,
      shortTimeoutMs,
    ));
});

describe('exit code 1: a check failed', () => {
  test('garbage on standard output fails the checks, and says what was read', async () => {
    const command = script('console.log("Server is starting..."); process.stdin.resume()');
    const run = await runKit({
      protocol: 'lsp',
      only: ['stdio/protocol-only'],
      target: { kind: 'command', command },
    });
    expect(run).toMatchObject({ exitCode: 1, passed: 0, failed: 1 });
    expect(run.text).toMatch(
      /✗ stdio\/protocol-only .*\n {4}what the target sent is not a frame of the protocol: .*Server /,
    );
  });

  test('a target that falls over during a check is told apart from one that was never there', async () => {
    await using server = await startReferenceServer('wm', () => {
      let chunks = 0;
      return {
        hear(chunk, wire) {
          chunks += 1;
          if (chunks === 1) wire.hear(chunk);
          else wire.hangUp();
        },
      };
    });
    const run = await runKit({
      protocol: 'wm',
      only: ['ids/number'],
      target: { kind: 'connect', ...server },
    });
    expect(run).toMatchObject({ exitCode: 1, failed: 1 });
    expect(run.text).toContain(
      'the target ended the connection while the kit was waiting for the answer to the probe server/getInfo, id 0',
    );
    expect(run.text).toMatch(/ {4}→ Content-Length: \d+\\r\\n\\r\\n\{"jsonrpc":"2.0","id":1,/);
    expect(run.text).toMatch(/ {4}← \{"jsonrpc":"2.0","id":1,"result"/);
  });
});

test('a daemon that one check brought down is started again for the next', async () => {
  const command = script(`
    require("net").createServer((socket) => socket.on("data", (chunk) => {
      const { id } = JSON.parse(chunk.toString().split("\\r\\n\\r\\n")[1]);
      if (id === -1) process.exit(1);
      const body = JSON.stringify({ jsonrpc: "2.0", id, result: { logFilePath: "" } });
      socket.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body);
    })).listen(0, "127.0.0.1", function () { require("fs").writeFileSync("{portFile}", String(this.address().port)); });
  `);
  const run = await runKit({
    protocol: 'wm',
    only: ['ids/number', 'ids/negative', 'ids/big'],
    target: { kind: 'command', command },
  });
  expect(run.text).toMatch(/✓ ids\/number/);
  expect(run.text).toMatch(/✗ ids\/negative/);
  expect(run.text).toMatch(/✓ ids\/big/);
});

describe('checks that need handlers which do known things', () => {
  const runProbeChecks = async (probe: object | undefined) => {
    await using server = await startReferenceServer('er');
    const target = { kind: 'connect', ...server } as const;
    const directory = await mkdtemp(join(tmpdir(), 'probe-'));
    const probeFile = join(directory, 'probe.json');
    await writeFile(probeFile, JSON.stringify(probe ?? {}));
    const options = { protocol: 'er', target, only: ['merge/one', 'documents/open'] };
    const run = await runKit(probe === undefined ? options : { ...options, probeFile });
    await rm(directory, { recursive: true });
    return run.text;
  };

  test('do not apply without a probe project', async () => {
    expect(await runProbeChecks(undefined)).toMatch(
      /– merge\/one .*\n {4}not applicable: .*\{probeProject\} into the command, or describe a project with --probe\n/,
    );
  });

  test('do not apply when the probe project lacks what they use, others do', async () => {
    const sources = { note: './extension.ts#note', adds: './extension.ts#adds' };
    const text = await runProbeChecks({ projectDefPath: 'finecode.toml', envName: 'dev', sources });
    expect(text).toMatch(
      /– documents\/open .*\n {4}not applicable: the probe project has no reads, document\n/,
    );
    expect(text).toMatch(/[✓✗] merge\/one /);
  });
});

describe('reports', () => {
  test('the table is aligned, without colours unless asked for', async () => {
    await using server = await startReferenceServer('lsp');
    const target = { kind: 'connect', ...server } as const;
    const only = ['ids/string', 'ids/null'];
    const plain = await runKit({ protocol: 'lsp', target, only });
    expect(plain.text.replace(/127\S+/, 'TARGET')).toMatchInlineSnapshot(`
      "conformance lsp TARGET

      ✓ ids/string  ids are echoed exactly: text, also empty and beyond ASCII
      – ids/null    ids are echoed exactly: null
          not applicable: ids of the language server protocol are numbers and strings

      1 passed, 0 failed, 1 not applicable
      "
    `);
    const colored = await runKit({ protocol: 'lsp', target, only, color: true });
    expect(colored.text).toContain('\u001b[32m✓\u001b[39m ids/string');
  });

  test('JSON is one document with everything in it', async () => {
    await using server = await startReferenceServer('wm', () => ({
      say: (text, wire) => wire.say(Buffer.from(`Content-Length: ${text.length}\r\n\r\n${text}`)),
    }));
    const run = await runKit({
      protocol: 'wm',
      target: { kind: 'connect', ...server },
      only: ['ids/number', 'framing/answers', 'stdio/end-of-input'],
      format: 'json',
    });
    expect(JSON.parse(run.text)).toEqual({
      protocol: 'wm',
      target: `127.0.0.1:${server.port}`,
      checks: [
        {
          id: 'framing/answers',
          title: 'every answer is one well-formed frame whose length counts bytes',
          proves: expect.any(Array),
          status: 'failed',
          reason: expect.stringContaining('not JSON'),
          transcript: expect.arrayContaining([
            { direction: 'received', text: expect.stringContaining('"id":"plain"') },
          ]),
        },
        expect.objectContaining({ id: 'ids/number', status: 'passed' }),
        expect.objectContaining({
          id: 'stdio/end-of-input',
          status: 'not-applicable',
          reason: expect.any(String),
        }),
      ],
      summary: { passed: 1, failed: 1, notApplicable: 1 },
    });
    expect(run.exitCode).toBe(1);
  });

  test('an unreachable target is JSON, too', async () => {
    const run = await runKit({
      protocol: 'er',
      target: { kind: 'command', command: 'exit 9' },
      format: 'json',
    });
    expect(JSON.parse(run.text)).toEqual({
      protocol: 'er',
      target: 'exit 9',
      checks: [],
      error: expect.stringContaining('exited with code 9'),
    });
  });
});

describe('nothing survives', () => {
  test('an interrupt ends the command with all that it started', async () => {
    await using witness = await startWitness();
    const interrupt = new AbortController();
    // A grandchild is in the group; neither it nor its parent ever speaks.
    const run = runKit({
      protocol: 'er',
      target: { kind: 'command', command: `${witness.command} >&2 & wait` },
      signal: interrupt.signal,
    });
    await witness.born;
    interrupt.abort();
    expect(await run).toMatchObject({
      exitCode: 130,
      text: expect.stringContaining('interrupted: 0 passed, 0 failed, 0 not applicable'),
    });
    await witness.allDied();
  });

  test('an interrupt between two checks keeps the outcomes so far', async () => {
    await using server = await startReferenceServer('wm');
    const interrupt = new AbortController();
    let text = '';
    const run = await runKit({
      protocol: 'wm',
      target: { kind: 'connect', ...server },
      signal: interrupt.signal,
      write(part) {
        text += part;
        if (part.includes('framing/header-case')) interrupt.abort();
      },
    });
    expect(run).toMatchObject({ exitCode: 130, passed: 2, failed: 0 });
    expect(text).toMatch(/interrupted: 2 passed, 0 failed, 0 not applicable\n$/);
  });

  test('the processes of a finished run are gone', async () => {
    await using witness = await startWitness();
    const command = `${witness.command} | { read line; ${child.daemonCommand('wm')}; }`;
    expect(
      await runKit({ protocol: 'wm', only: ['ids'], target: { kind: 'command', command } }),
    ).toMatchObject({ exitCode: 0 });
    await witness.allDied();
  });
});

/**
 * A command that says "ready" and then does nothing but live, and sockets that tell when each of its processes ended: a
 * process id would still exist while nobody has collected the dead.
 */
async function startWitness() {
  const deaths: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    socket.resume().on('error', () => undefined);
    deaths.push(once(socket, 'close'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const born = once(server, 'connection');
  return {
    command: `${node} -e 'require("net").connect(${port}, "127.0.0.1", () => console.log("ready")).resume()'`,
    born,
    async allDied() {
      expect(deaths.length).toBeGreaterThan(0);
      await Promise.all(deaths);
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
