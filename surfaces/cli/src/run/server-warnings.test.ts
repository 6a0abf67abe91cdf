import { connectServer, wmContract } from '@tandem/contracts';
import { expect, it } from 'vitest';
import { projectsCommand } from '../commands/projects-command.js';
import { ExitCode } from '../exit-code.js';
import { type Command, runCli } from '../testing/run-cli.js';
import type { ManagerScript } from '../testing/scripted-manager.js';
import { twoProjects } from '../testing/two-projects.js';
import { runCommand } from './run-command.js';

const lines = [
  '/work/api/finecode.toml:3:1: unknown key "handlrs"',
  '/work/api/finecode.toml:9:1: unknown key "wat"',
];
const message = lines.join('\n');
const script: ManagerScript = {
  ...twoProjects,
  run: async () => ({ formats: { json: { messages: {} } }, returnCode: 0 }),
  handlers: {
    'workspace/addDir': async (_, { peer }) => {
      const client = connectServer(wmContract, peer);
      await client.notify('server/userMessage', { type: 'WARNING', message });
      await client.notify('server/userMessage', { type: 'WARNING', message });
      return { projects: twoProjects.projects };
    },
  },
};

it.each<[string, Command, readonly string[]]>([
  ['run', runCommand, ['lint']],
  ['run --json', runCommand, ['lint', '--json']],
  ['projects', projectsCommand, []],
  ['projects --json', projectsCommand, ['--json']],
])('%s shows what the server warns of, once, on stderr', async (_, command, args) => {
  const { stdout, stderr, exitCode } = await runCli(command, args, script);
  expect(stderr).toBe(lines.map((line) => `warning: ${line}\n`).join(''));
  expect(stdout).not.toContain('handlrs');
  expect(exitCode).toBe(ExitCode.clean);
});
