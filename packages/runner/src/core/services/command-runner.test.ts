import { createProcesses, fixedEnvironment } from '@tandem/platform';
import { describe, expect, test } from 'vitest';
import { createTempProject } from '../../testing/temp-project.js';
import { createCommandRunner } from './command-runner.js';
import { CommandSlots } from './command-slots.js';

const environment = fixedEnvironment({ variables: { PATH: process.env['PATH'], KEPT: 'kept' } });

function createRunner(
  projectDir: string,
  signal = new AbortController().signal,
  slots = new CommandSlots(2),
) {
  return createCommandRunner({ projectDir, processes: createProcesses(), environment, slots, signal });
}

async function check(script: string, options: object, expected: unknown): Promise<void> {
  await using project = await createTempProject({ 'sub/file.txt': '' });
  expect(await createRunner(project.dir).run(process.execPath, ['-e', script], options)).toEqual(expected);
}

describe('a command', () => {
  test('gets input, folder and environment, and an exit code is an answer', async () => {
    const say = (what: string) => `process.stdout.write(String(${what}))`;
    await check(say("require('fs').readdirSync('.')"), {}, { exitCode: 0, stdout: 'sub', stderr: '' });
    await check(
      say("require('fs').readdirSync('.')"),
      { cwd: 'sub' },
      { exitCode: 0, stdout: 'file.txt', stderr: '' },
    );
    await check(
      say('[process.env.KEPT, process.env.ADDED]'),
      { env: { ADDED: 'added' } },
      { exitCode: 0, stdout: 'kept,added', stderr: '' },
    );
    await check(
      say("require('fs').readFileSync(0, 'utf8')"),
      { input: 'ünïcode' },
      { exitCode: 0, stdout: 'ünïcode', stderr: '' },
    );
    await check(
      "process.stderr.write('no'); process.exitCode = 3",
      {},
      { exitCode: 3, stdout: '', stderr: 'no' },
    );
    await check("process.kill(process.pid, 'SIGKILL')", {}, { exitCode: null, stdout: '', stderr: '' });
  });

  test('that cannot be started, or takes too long, is a failure with words', async () => {
    await using project = await createTempProject({});
    const { run } = createRunner(project.dir);
    await expect(run('no-such-program')).rejects.toThrow(/no program of that name is on the PATH/);
    await expect(run(process.execPath, [], { cwd: 'nowhere' })).rejects.toThrow(
      /working directory .*nowhere does not exist/,
    );
    await expect(
      run(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { timeoutMs: 50 }),
    ).rejects.toThrow(/did not end within 50 ms and was killed/);
  });

  test('of a run that is over does not start', async () => {
    await using project = await createTempProject({});
    const { run } = createRunner(project.dir, AbortSignal.abort(new Error('over')));
    await expect(run(process.execPath, ['-e', ''])).rejects.toThrow('over');
  });
});

describe('slots', () => {
  const deferred = () => {
    let finish = (): void => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { done, finish };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('let only so many in, in the order in which they came', async () => {
    const slots = new CommandSlots(2);
    const { signal } = new AbortController();
    const works = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...deferred() }));
    const began: string[] = [];
    const all = works.map(({ name, done }) =>
      slots.use(async () => {
        began.push(name);
        await done;
      }, signal),
    );
    await turn();
    expect(began).toEqual(['a', 'b']);
    works[1]?.finish();
    await turn();
    expect(began).toEqual(['a', 'b', 'c']);
    for (const { finish } of works) finish();
    await Promise.all(all);
    expect(began).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are given back by work that fails, and not taken by whoever gave up waiting', async () => {
    const slots = new CommandSlots(1);
    const { signal } = new AbortController();
    const impatient = new AbortController();
    const first = deferred();
    const running = slots.use(async () => {
      await first.done;
      throw new Error('failed');
    }, signal);
    const waiting = slots.use(async () => 'never', impatient.signal);
    const next = slots.use(async () => 'next', signal);
    impatient.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    first.finish();
    await expect(running).rejects.toThrow('failed');
    expect(await next).toBe('next');
    expect(await slots.use(async () => 'again', signal)).toBe('again');
  });
});
