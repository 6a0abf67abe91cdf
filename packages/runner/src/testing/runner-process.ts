import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { RunnerMainOptions } from '../front/runner-main.js';

const packageDir = fileURLToPath(new URL('../..', import.meta.url));
const entry = `
  import { runnerMain } from './src/index.ts';
  runnerMain(JSON.parse(process.argv[2])).then((code) => process.exit(code));
`;

export interface RunnerBundle extends AsyncDisposable {
  /** The file to start with Node. */
  readonly path: string;
}

/** Bundles the runner the way the executable does, where it finds its packages. */
export async function bundleRunner(): Promise<RunnerBundle> {
  const cacheDir = join(packageDir, '..', '..', 'node_modules', '.cache', 'runner-tests');
  await mkdir(cacheDir, { recursive: true });
  const bundleDir = await mkdtemp(join(cacheDir, 'bundle-'));
  const path = join(bundleDir, 'runner.cjs');
  await build({
    stdin: { contents: entry, resolveDir: packageDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['esbuild'],
    outfile: path,
  });
  return { path, [Symbol.asyncDispose]: () => rm(bundleDir, { recursive: true, force: true }) };
}

export interface RunnerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** An independent JSON-RPC client at the other end of stdio. */
  readonly client: MessageConnection;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  stderr(): string;
}

export function startRunnerProcess(
  bundlePath: string,
  options: RunnerMainOptions,
  nodeArgs: readonly string[] = [],
): RunnerProcess {
  const child = spawn(process.execPath, [...nodeArgs, bundlePath, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const client = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  client.onError(() => {});
  client.listen();
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  return {
    child,
    client,
    exited,
    stderr: () => stderr,
    async [Symbol.asyncDispose]() {
      client.dispose();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The config of one action whose handlers are exports of `./extension.ts`, as the wire has it. */
export function wireConfig(
  dir: string,
  actions: Readonly<Record<string, readonly string[]>>,
  more: object = {},
) {
  return {
    workingDir: dir,
    projectName: 'project',
    projectDefPath: join(dir, 'finecode.toml'),
    config: {
      actions: Object.entries(actions).map(([name, handlers]) => ({
        name,
        source: `./extension.ts#${name}`,
        handlers: handlers.map((handler) => {
          const [handlerName = '', env = 'dev'] = handler.split('@');
          return {
            name: handlerName,
            source: `./extension.ts#${handlerName}`,
            config: {},
            env,
            dependencies: [],
          };
        }),
        config: {},
      })),
      action_handler_configs: {},
      ...more,
    },
  };
}
