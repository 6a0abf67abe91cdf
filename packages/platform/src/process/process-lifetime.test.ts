import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../test/child-program.js';
import { startLineChild } from '../../test/line-child.js';
import { untilGone } from '../../test/process-state.js';

describe('no child outlives a process that installed the exit hook', () => {
  const parent = (ending: string) => `
    import { createProcesses, installExitHook } from './index.js';
    const processes = createProcesses();
    installExitHook(processes);
    const script = 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1e6)';
    const child = await processes.spawnManaged(process.execPath, ['-e', script], { cwd: '/', env: {} });
    child.stdout.once('data', () => {
      console.log(child.pid);
      ${ending}
    });
  `;

  async function check(
    ending: string,
    exit: readonly [number | null, NodeJS.Signals | null],
    signal?: NodeJS.Signals,
  ) {
    const child = await startLineChild(await buildProgram(parent(ending)), { stderr: 'ignore' });
    const exited = once(child.process, 'exit');
    const grandchild = Number(await child.nextLine());
    if (signal !== undefined) child.process.kill(signal);
    expect(await exited).toEqual(exit);
    await untilGone(grandchild);
  }

  test('process.exit', () => check('process.exit(4)', [4, null]));
  test('an uncaught error', () => check('throw new Error("planned")', [1, null]));
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s, and it dies of that signal', (signal) =>
    check('', [null, signal], signal),
  );
  test('a program with its own handler decides itself how to end', () =>
    check('process.on("SIGTERM", () => setImmediate(() => process.exit(9)))', [9, null], 'SIGTERM'));
});

describe('a child notices that its parent is gone', () => {
  const orphan = (options: string) => `
    import { watchParent } from './index.js';
    process.stdin.resume();
    watchParent({ ${options} onParentExit: () => process.exit(0) });
    console.log(process.pid);
    setInterval(() => {}, 1e6);
  `;
  /** Hands its own stdin down, or an open pipe that nobody closes. */
  const middle = (program: string, stdin: string) => `
    import { spawn } from 'node:child_process';
    spawn(process.execPath, [${JSON.stringify(program)}], { detached: true, stdio: [${stdin}, 'inherit', 'inherit'] });
    setInterval(() => {}, 1e6);
  `;

  async function check(options: string, stdin: string): Promise<void> {
    const program = await buildProgram(orphan(options));
    const parent = await startLineChild(await buildProgram(middle(program, stdin)));
    const pid = Number(await parent.nextLine());
    parent.process.kill('SIGKILL');
    await untilGone(pid);
  }

  test('by the end of its input', () => check('stdin: process.stdin, checkEveryMs: 3_600_000,', "'pipe'"));
  test('by its parent number, when the input stays open', () => check('checkEveryMs: 20,', "'inherit'"));
  test('when the parent was gone before it looked', async () => {
    const program = await buildProgram(orphan(`parentPid: ${2 ** 22 + 1}, checkEveryMs: 20,`));
    const child = await startLineChild(program);
    expect(await once(child.process, 'exit')).toEqual([0, null]);
  });
});
