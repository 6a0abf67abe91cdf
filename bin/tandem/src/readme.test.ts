import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runTandem } from './testing/run-tandem.js';

const root = path.resolve(import.meta.dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'tandem-readme-')), 'hello');
cpSync(path.join(root, 'examples/hello'), folder, { recursive: true });
// What a user trusts is kept outside of the workspace.
process.env['XDG_STATE_HOME'] = path.join(path.dirname(folder), 'state');
afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

/** Times differ from run to run; everything else must not. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d+(\.\d+)? (ms|s)\b/g, 'TIME').trim();
}

function wordsOf(command: string): string[] {
  return command.split(' ').slice(1);
}

const pictures = [...readme.matchAll(/```console\n\$ (tandem .*)\n([\s\S]*?)```/g)];

test('there is a picture', () => expect(pictures).toHaveLength(1));

test.each(pictures.map(([, command = '', shown = '']) => ({ command, shown })))(
  'the picture is what "$command" really prints',
  async ({ command, shown }) => {
    const { stdout } = await runTandem(wordsOf(command), { cwd: folder });
    expect(withoutTimes(stdout)).toBe(withoutTimes(shown));
  },
);

const table = [...readme.matchAll(/^\| .* \| `(tandem [^`]*)` \|$/gm)].map(([, command = '']) => command);

test('the commands of the table work, one after the other', async () => {
  expect(table.length).toBeGreaterThan(5);
  for (const command of table.filter((line) => !line.includes('…'))) {
    const { code, stderr } = await runTandem(wordsOf(command), { cwd: folder });
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
  }
});
