import { once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isRunning, untilGone } from '../../test/process-state.js';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import type { ManagedProcess, SpawnOptions } from './managed-process.js';
import { createProcesses } from './processes.js';
import type { RunOptions } from './run-command.js';

const node = process.execPath;
const { NODE_EXTRA_CA_CERTS: _slowsStartDown, ...env } = process.env;
const processes = createProcesses();

async function start(script: string, options: Partial<SpawnOptions> = {}): Promise<ManagedProcess> {
  const child = await processes.spawnManaged(node, ['-e', script], {
    cwd: await temporaryDirectory(),
    env,
    ...options,
  });
  onTestFinished(async () => void (await child.kill({ graceMs: 0 })));
  return child;
}

async function run(script: string, options: Partial<RunOptions> = {}) {
  return processes.runCommand(node, ['-e', script], { cwd: await temporaryDirectory(), env, ...options });
}

/** Starts a grandchild that ignores SIGTERM, and says its number. */
const withGrandchild = `
const child = require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1e6)'], { stdio: ['ignore', 'pipe', 'inherit'] });
child.stdout.once('data', () => console.log(child.pid));
`;

async function firstLine(child: ManagedProcess): Promise<string> {
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).trim();
}

describe('spawnManaged', () => {
  test('talks over stdin and stdout, and tells the exit code', async () => {
    const child = await start(
      'process.stdin.pipe(process.stdout).on("finish", () => {}); process.stdin.on("end", () => process.exitCode = 7)',
    );
    child.stdin.end('grüße 🎈');
    expect(await text(child.stdout)).toBe('grüße 🎈');
    expect(await child.exited).toEqual({ code: 7, signal: null });
  });

  test('an empty input has ended', async () => {
    const child = await start('process.stdin.on("end", () => process.exit(3)).resume()', { stdin: 'empty' });
    expect(await child.exited).toEqual({ code: 3, signal: null });
  });

  test('keeps the last lines of stderr, complete when the exit is known', async () => {
    const lines: string[] = [];
    const child = await start(
      'for (let i = 0; i < 2000; i++) console.error("line", i); process.stderr.write("the end")',
      {
        stderrTailBytes: 40,
        onStderrLine: (line) => lines.push(line),
      },
    );
    await child.exited;
    expect(child.stderrTail()).toBe('line 1997\nline 1998\nline 1999\nthe end'.slice(-40));
    expect(lines).toHaveLength(2001);
    expect(lines.at(-1)).toBe('the end');
  });

  test('kill ends the whole group, also those who ignore the polite request', async () => {
    const child = await start(`${withGrandchild} process.on('SIGTERM', () => {})`);
    const grandchild = Number(await firstLine(child));
    expect(await child.kill({ graceMs: 50 })).toEqual({ code: null, signal: 'SIGKILL' });
    await untilGone(grandchild);
  });

  test('a child that obeys ends by its own exit code within the grace', async () => {
    const child = await start(
      'process.on("SIGTERM", () => process.exit(5)); console.log("up"); setInterval(() => {}, 1e6)',
    );
    await firstLine(child);
    expect(await child.kill({ graceMs: 30_000 })).toEqual({ code: 5, signal: null });
  });

  test('a second, impatient kill does not wait for the first', async () => {
    const child = await start(
      'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1e6)',
    );
    await firstLine(child);
    const patient = child.kill({ graceMs: 3_600_000 });
    expect(await child.kill({ graceMs: 0 })).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await patient).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('what a child that crashed left running is ended too', async () => {
    const child = await start(
      `${withGrandchild} process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))`,
    );
    const grandchild = Number(await firstLine(child));
    expect(isRunning(grandchild)).toBe(true);
    child.stdin.write('crash\n');
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await untilGone(grandchild);
  });

  test('writing to a child that is gone harms nobody', async () => {
    const child = await start('process.stdin.destroy(); process.exit(0)');
    await child.exited;
    child.stdin.write('x'.repeat(1_000_000));
    await child[Symbol.asyncDispose]();
  });

  test('killAllNow forgets nobody', async () => {
    const own = createProcesses();
    const options = { cwd: await temporaryDirectory(), env };
    const children = await Promise.all(
      [1, 2, 3].map(() => own.spawnManaged(node, ['-e', 'setInterval(() => {}, 1e6)'], options)),
    );
    own.killAllNow();
    for (const child of children) expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });
});

describe('a command that cannot start is an error with a name and a next step', () => {
  async function check(command: string, cwd: string, code: string, says: string): Promise<void> {
    const expected = { code, message: expect.stringContaining(says) };
    await expect(processes.spawnManaged(command, [], { cwd, env })).rejects.toMatchObject(expected);
    await expect(processes.runCommand(command, [], { cwd, env })).rejects.toMatchObject(expected);
    await expect(processes.spawnDetached(command, [], { cwd, env })).rejects.toMatchObject(expected);
  }

  test('no such program', async () =>
    check(
      'tandem-no-such-tool',
      await temporaryDirectory(),
      'command-not-found',
      '"tandem-no-such-tool": no program of that name is on the PATH',
    ));
  test('no such file', async () =>
    check(
      '/no/such/tool',
      await temporaryDirectory(),
      'command-not-found',
      '"/no/such/tool": there is no such file',
    ));
  test('no such folder', () =>
    check(node, '/no/such/folder', 'working-directory-missing', '/no/such/folder does not exist'));
  test('a file for a folder', () => check(node, node, 'working-directory-missing', 'is not a folder'));
  test('a file that is no program', async () => {
    const dirPath = await temporaryDirectory();
    const filePath = join(dirPath, 'notes.txt');
    await writeFile(filePath, 'hello');
    await chmod(filePath, 0o644);
    await check(filePath, dirPath, 'command-not-executable', 'chmod +x');
  });
  test('a missing interpreter', async () => {
    const dirPath = await temporaryDirectory();
    const filePath = join(dirPath, 'script');
    await writeFile(filePath, '#!/no/such/interpreter\n', { mode: 0o755 });
    await check(filePath, dirPath, 'command-not-found', 'the interpreter on its first line is missing');
  });
  test('an argument with a NUL character', async () => {
    const options = { cwd: await temporaryDirectory(), env };
    await expect(processes.runCommand(node, ['a\0b'], options)).rejects.toMatchObject({
      code: 'spawn-failed',
    });
  });
});

describe('runCommand', () => {
  test('captures both outputs and the code, failing or not', async () => {
    const result = await run(
      'process.stdin.pipe(process.stdout); console.error("warning"); process.exitCode = 2',
      { stdin: 'héllo' },
    );
    expect(result).toEqual({ kind: 'exited', code: 2, signal: null, stdout: 'héllo', stderr: 'warning\n' });
  });

  test('loses nothing of a large output', async () => {
    const result = await run('process.stdout.write("é".repeat(3_000_000))');
    expect(result.stdout.length).toBe(3_000_000);
  });

  test('passes the given environment and nothing else', async () => {
    const result = await run('console.log(JSON.stringify(process.env))', {
      env: { ONLY: 'this', NOT: undefined },
    });
    expect(JSON.parse(result.stdout)).toEqual({ ONLY: 'this' });
  });

  test('stops a command that writes too much', async () => {
    const result = await run('for (;;) require("fs").writeSync(1, "x".repeat(65536))', {
      maxOutputBytes: 100_000,
      graceMs: 0,
    });
    expect(result).toMatchObject({ kind: 'output-too-large', signal: 'SIGKILL' });
    expect(result.stdout.length).toBe(100_000);
  });

  test('stops a command that takes too long, with all it started', async () => {
    const result = await run(`${withGrandchild} setInterval(() => {}, 1e6)`, { timeoutMs: 500, graceMs: 0 });
    expect(result).toMatchObject({ kind: 'timed-out', code: null });
    if (result.stdout !== '') await untilGone(Number(result.stdout));
  });

  test('an abort ends the group and rejects with its reason', async () => {
    const abort = new AbortController();
    const dirPath = await temporaryDirectory();
    // The command says by a file that its own child is up.
    const watcher = watch(dirPath, () => abort.abort(new Error('no longer wanted')));
    onTestFinished(() => watcher.close());
    const script = `${withGrandchild} child.stdout.once('data', () => require('fs').symlinkSync(String(child.pid), 'grandchild'))`;
    await expect(run(script, { cwd: dirPath, signal: abort.signal, graceMs: 50 })).rejects.toThrow(
      'no longer wanted',
    );
    await untilGone(Number(await readlink(join(dirPath, 'grandchild'))));
    await expect(run('', { signal: abort.signal })).rejects.toThrow('no longer wanted');
  });

  test('does not wait for a process that left the group with our pipe in its hand', async () => {
    const leavesTheGroup = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'inherit' })`;
    const result = await run(`const child = ${leavesTheGroup}; console.log(child.pid); process.exit(0)`);
    expect(result).toMatchObject({ kind: 'exited', code: 0 });
    process.kill(Number(result.stdout), 'SIGKILL');
  });

  test('a command that reads nothing of its input is no failure', async () => {
    expect(await run('process.exit(0)', { stdin: 'x'.repeat(5_000_000) })).toMatchObject({
      kind: 'exited',
      code: 0,
    });
  });
});

test('a detached process writes to its file and does not belong to us', async () => {
  const dirPath = await temporaryDirectory();
  const outputPath = join(dirPath, 'daemon.out');
  const own = createProcesses();
  const daemon = await own.spawnDetached(node, ['-e', 'console.log("listening"); console.error("ready")'], {
    cwd: dirPath,
    env,
    outputPath,
  });
  own.killAllNow();
  expect(await daemon.exited).toEqual({ code: 0, signal: null });
  expect(await readFile(outputPath, 'utf8')).toBe('listening\nready\n');
  const options = { cwd: dirPath, env, outputPath: '/no/such/folder/out' };
  await expect(own.spawnDetached(node, [], options)).rejects.toMatchObject({ code: 'spawn-failed' });
});
