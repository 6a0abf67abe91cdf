import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { executable } from '../../testing/run-tandem.js';
import { untilNoneMention } from './related-processes.js';
import { startTandem, type TandemProcess, type TandemProcessOptions } from './tandem-process.js';

const checkoutDir = path.resolve(import.meta.dirname, '../../../../..');
/** Discovery passes such folders by, so that nobody who looks at this checkout sees a project here. */
const fixtureDir = path.resolve(import.meta.dirname, '../fixtures/__testdata__/project');

/** One of the names is as unkind as a file system allows. */
export const projectNames = ['alpha', 'beta', 'ga mma #1 ü 100%'] as const;
export type ProjectName = (typeof projectNames)[number];

export interface GeneratedWorkspace {
  /** The folder of the whole test: workspace, home and run time files. Every process of the test mentions it. */
  readonly scratchDir: string;
  /** A git repository with three projects of two environments each. */
  readonly rootDir: string;
  readonly env: NodeJS.ProcessEnv;
  projectDir(name: ProjectName): string;
  start(args: readonly string[], options?: Partial<TandemProcessOptions>): TandemProcess;
  /** Runs a command to its end. */
  tandem(args: readonly string[], options?: Partial<TandemProcessOptions>): TandemProcess['outcome'];
  /** `git status --porcelain`: nothing, unless somebody left a trace. */
  gitStatus(): Promise<string>;
}

/**
 * Makes a workspace for one test. When the test is over whatever still runs there fails it.
 *
 * @param owner the user whose commands need a home to write to, when it is not the one who runs the tests
 */
export async function generateWorkspace(owner?: number): Promise<GeneratedWorkspace> {
  const scratchDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tandem-e2e-')));
  const rootDir = path.join(scratchDir, 'work space');
  const projectDir = (name: ProjectName) => path.join(rootDir, name);
  for (const name of projectNames) await cp(fixtureDir, projectDir(name), { recursive: true });
  const env = await makeHome(scratchDir, owner);
  await git(['init', '--quiet'], rootDir);
  await git(['add', '.'], rootDir);
  await git(['-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', 'commit', '-qm', 'all'], rootDir);
  const program = owner === undefined ? executable : await installFor(scratchDir);
  const start: GeneratedWorkspace['start'] = (args, options) =>
    startTandem(args, { cwd: rootDir, env, program, ...options });

  onTestFinished(async () => {
    await start(['stop'], { uid: owner }).outcome;
    await untilNoneMention(scratchDir);
    await rm(scratchDir, { recursive: true, force: true });
  });
  return {
    scratchDir,
    rootDir,
    env,
    projectDir,
    start,
    tandem: (args, options) => start(args, options).outcome,
    gitStatus: () => git(['status', '--porcelain', '--untracked-files=all'], rootDir),
  };
}

/** The checkout may lie where no other user can read, so that one gets a copy: the bundles and what stands beside them. */
async function installFor(scratchDir: string): Promise<string> {
  const dir = path.join(scratchDir, 'installed');
  const modules = path.join(checkoutDir, 'node_modules');
  await cp(path.dirname(executable), path.join(dir, 'dist'), { recursive: true });
  for (const name of ['esbuild', '@esbuild']) {
    await cp(path.join(modules, name), path.join(dir, 'node_modules', name), { recursive: true });
  }
  await promisify(execFile)('chmod', ['-R', 'a+rX', dir]);
  await chmod(scratchDir, 0o755);
  return path.join(dir, 'dist', path.basename(executable));
}

/** What a person's shell would hand on, with the user's folders inside the scratch folder. */
async function makeHome(scratchDir: string, owner: number | undefined): Promise<NodeJS.ProcessEnv> {
  const homeDir = path.join(scratchDir, 'home');
  const runtimeDir = path.join(scratchDir, 'run');
  for (const dir of [homeDir, runtimeDir]) {
    await mkdir(dir, { mode: 0o700 });
    if (owner !== undefined) await chown(dir, owner, owner);
  }
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env;
  return { PATH, SystemRoot, TMPDIR, TEMP, HOME: homeDir, XDG_RUNTIME_DIR: runtimeDir };
}

async function git(args: readonly string[], cwd: string): Promise<string> {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: os.devNull };
  const { stdout } = await promisify(execFile)('git', [...args], { cwd, env });
  return stdout;
}

/** The configuration of a project with a mistake in it. */
export async function breakConfig(workspace: GeneratedWorkspace, name: ProjectName): Promise<void> {
  await writeFile(path.join(workspace.projectDir(name), 'finecode.toml'), '[finecode.action.echo\n');
}

export async function repairConfig(workspace: GeneratedWorkspace, name: ProjectName): Promise<void> {
  await cp(path.join(fixtureDir, 'finecode.toml'), path.join(workspace.projectDir(name), 'finecode.toml'));
}
