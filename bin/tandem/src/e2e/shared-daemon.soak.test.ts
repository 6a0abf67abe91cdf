import { soakPlan } from '@tandem/testkit';
import { expect, test } from 'vitest';
import { SeededRandom } from './soak/seeded-random.js';
import { type GeneratedWorkspace, generateWorkspace, projectNames } from './testing/generated-workspace.js';
import { killNow, processesRunning } from './testing/related-processes.js';
import { inEach, linesByProject } from './testing/run-results.js';

const commandsAtOnce = 4;
/** Longer than a daemon takes to start and to answer. */
const longestMs = 1_500;

test('the shared daemon killed at any moment: a command gets its result or says what happened', async () => {
  const { count, seed } = soakPlan('shared daemon killed at any moment', { sample: 4, full: 60 });
  const random = new SeededRandom(seed);
  const workspace = await generateWorkspace();
  const run = (text: string) =>
    workspace.tandem(['run', 'echo', `--text=${text}`, '--shared-server', '--json']);

  for (let round = 0; round < count; round += 1) {
    // The moment is what is being tested.
    const timer = setTimeout(() => void killDaemons(workspace), random.below(longestMs));
    const texts = Array.from({ length: commandsAtOnce }, (_, index) => `round ${round}, ${index}`);
    const outcomes = await Promise.all(texts.map(run));
    clearTimeout(timer);
    for (const [index, { code, stdout }] of outcomes.entries()) {
      if (code === 0) expectResult(stdout, texts[index] ?? '');
      else
        expect({ code, stdout }).toMatchObject({
          code: 3,
          stdout: expect.stringMatching(/Workspace Manager/),
        });
    }
    await killDaemons(workspace);
    const { code, stdout } = await run('afterwards');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expectResult(stdout, 'afterwards');
  }
});

function expectResult(stdout: string, text: string): void {
  expect(linesByProject(stdout)).toEqual(inEach(projectNames, (name) => [`${name}/dev: ${text}`]));
}

async function killDaemons({ scratchDir }: GeneratedWorkspace): Promise<void> {
  for (const daemon of await processesRunning(scratchDir, ' start-wm-server ')) killNow(daemon);
}
