import { soakPlan } from '@tandem/testkit';
import { expect, test } from 'vitest';
import { SeededRandom } from './soak/seeded-random.js';
import { generateWorkspace } from './testing/generated-workspace.js';
import { untilNoneMention } from './testing/related-processes.js';

/** Longer than a whole run takes on a machine with nothing else to do. */
const longestMs = 1_200;

test('Ctrl-C at any moment of a command: it ends, it says how, and nothing is left', async () => {
  const { count, seed } = soakPlan('Ctrl-C at any moment', { sample: 8, full: 150 });
  const random = new SeededRandom(seed);
  const workspace = await generateWorkspace();
  for (let round = 0; round < count; round += 1) {
    const command = workspace.start(['run', random.pick(['echo', 'chain', 'gather', 'count'])]);
    // The moment is what is being tested.
    const timer = setTimeout(command.interrupt, random.below(longestMs));
    const { code, signal, stderr } = await command.outcome;
    clearTimeout(timer);
    // Before the command has read its arguments, Node itself ends it; after its last word there is nothing to interrupt.
    expect({ round, end: signal ?? code, stderr }).toEqual({
      round,
      end: expect.toBeOneOf([130, 0, 'SIGINT']),
      stderr: expect.toBeOneOf(['interrupted\n', '']),
    });
    await untilNoneMention(workspace.scratchDir);
  }
  expect(await workspace.gitStatus()).toBe('');
});
