/**
 * What the projects of the probe workspace can do, for servers that run extensions written for Node. It is text, not
 * files, because the kit is bundled into one file; the test that drives the real server shows that it loads.
 */
export const extensionText = `
import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { ActionFailed, FileAccess, ProjectInfo, UserMessages, defineAction, defineHandler, z } from 'tandem/extension-api';

const payload = z.object({ text: z.string().default('hello'), file: z.string().default('') });
const result = {
  schema: z.object({ notes: z.array(z.string()).default([]), bad: z.boolean().default(false) }),
  merge: (earlier, later) => ({ notes: [...earlier.notes, ...later.notes], bad: earlier.bad || later.bad }),
  toText: ({ notes }) => notes.join(', '),
  returnCode: ({ bad }) => (bad ? 1 : 0) as 0 | 1,
};
const action = (name) => defineAction({ name, source: 'conformance.probe.' + name, payload, result });

export const note = action('note');
export const notes = defineHandler({ action: note, run: ({ text }) => ({ notes: [text] }) });

export const bad = action('bad');
export const complains = defineHandler({ action: bad, run: ({ text }) => ({ notes: [text], bad: true }) });

export const meta = action('meta');
export const tellsMeta = defineHandler({
  action: meta,
  run: (_payload, { meta: { trigger, devEnv } }) => ({ notes: [trigger, devEnv] }),
});

export const settings = action('settings');
export const tellsWord = defineHandler({
  action: settings,
  config: z.object({ word: z.string().default('none') }),
  run: (_payload, { config }) => ({ notes: [config.word] }),
});

export const parts = action('parts');
export const streams = defineHandler({
  action: parts,
  async *run({ text }) {
    yield { notes: [text + ' 1'] };
    yield { notes: [text + ' 2'] };
  },
});

export const steps = action('steps');
export const advances = defineHandler({
  action: steps,
  run({ text }, { progress }) {
    const steps = progress('Counting', { total: 2 });
    steps.advance(1, 'one');
    steps.advance(1, 'two');
    return { notes: [text] };
  },
});

export const pid = action('pid');
export const tellsPid = defineHandler({ action: pid, run: () => ({ notes: [String(process.pid)] }) });

export const reads = action('reads');
export const tellsText = defineHandler({
  action: reads,
  services: { files: FileAccess },
  run: async ({ file }, { services: { files } }) => ({ notes: [await files.read(file)] }),
});

export const fails = action('fails');
export const gives_up = defineHandler({
  action: fails,
  run({ text }) {
    throw new ActionFailed('failed as asked: ' + text);
  },
});

export const tells = action('tells');
export const tellsUser = defineHandler({
  action: tells,
  services: { user: UserMessages },
  run({ text }, { services: { user } }) {
    user.info(text);
    return { notes: [text] };
  },
});

function milestone() {
  let reach;
  const reached = new Promise((resolve) => (reach = resolve));
  return { reach, reached };
}
const waitingBegan = milestone();
const waitingEnded = milestone();
export const waits = action('waits');
export const waitsForCancel = defineHandler({
  action: waits,
  run: (_payload, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        waitingEnded.reach(undefined);
        resolve(undefined);
      });
      waitingBegan.reach(undefined);
    }),
});
export const began = action('began');
export const afterBegin = defineHandler({
  action: began,
  run: async () => (await waitingBegan.reached, { notes: ['began'] }),
});
export const ended = action('ended');
export const afterEnd = defineHandler({
  action: ended,
  run: async () => (await waitingEnded.reached, { notes: ['ended'] }),
});

/** Waits for the file if it is one of its own project. */
export const gate = action('gate');
export const waitsForFile = defineHandler({
  action: gate,
  services: { project: ProjectInfo },
  async run({ file, text }, { services: { project } }) {
    if (dirname(file) === project.dir) await appears(file);
    return { notes: [text] };
  },
});
function appears(file) {
  return new Promise((resolve) => {
    const watcher = watch(dirname(file), look);
    function look() {
      if (!existsSync(file)) return;
      watcher.close();
      resolve(undefined);
    }
    look();
  });
}

/** Says whether the partner began before this ended; the payload says how many milliseconds it waits for it. */
const partnerBegan = milestone();
export const meets = action('meets');
export const waitsForPartner = defineHandler({
  action: meets,
  async run({ text }) {
    const patience = new Promise((resolve) => setTimeout(resolve, Number(text), 'alone'));
    const met = partnerBegan.reached.then(() => 'together');
    return { notes: [await Promise.race([met, patience])] };
  },
});
export const partner = action('partner');
export const begins = defineHandler({
  action: partner,
  run() {
    partnerBegan.reach(undefined);
    return { notes: ['here'] };
  },
});
`;

/** An action in a file of its own, which checks change. */
export const versionedText = `
import { defineAction, defineHandler, z } from 'tandem/extension-api';

export const versioned = defineAction({
  name: 'versioned',
  source: 'conformance.probe.versioned',
  payload: z.object({ earlier: z.string().default('') }),
  result: { schema: z.object({ notes: z.array(z.string()).default([]) }) },
});
export const tellsVersion = defineHandler({ action: versioned, run: () => ({ notes: ['first'] }) });
`;

/** What a check makes of it. */
export const changedVersionText = versionedText.replace('earlier', 'later').replace("'first'", "'second'");

export const aliasText = `
import { note } from './extension.ts';
export { note as renamed };
`;
