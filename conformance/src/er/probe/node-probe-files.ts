/**
 * The probe project for runners of extensions written for Node. It is text, not files, because the kit is bundled
 * into one file; the test that drives the real runner shows that it loads.
 */
const extension = `
import { ActionFailed, ActionRunner, FileAccess, ProjectInfo, StopRun, defineAction, defineHandler, defineService, serviceToken, z } from 'tandem/extension-api';

const payload = z.object({ text: z.string(), file: z.string().default('') });
const result = {
  schema: z.object({ notes: z.array(z.string()).default([]), bad: z.boolean().default(false) }),
  merge: (earlier, later) => ({ notes: [...earlier.notes, ...later.notes], bad: earlier.bad || later.bad }),
  toText: ({ notes }) => notes.join(', '),
  returnCode: ({ bad }) => (bad ? 1 : 0) as 0 | 1,
};
export const note = defineAction({ name: 'note', source: 'conformance.probe.Note', payload, result });
export const together = defineAction({ name: 'together', payload, result, execution: 'concurrent' });

const handler = (run) => defineHandler({ action: note, run });

export const adds = handler(({ text }) => ({ notes: [text] }));
export const counts = handler((_payload, { currentResult }) => ({
  notes: [currentResult === undefined ? 'first' : 'after ' + currentResult.notes.length],
}));
export const marks = handler(() => ({ notes: ['marked'], bad: true }));
export const silent = handler(() => undefined);
export const tellsMeta = handler((_payload, { meta }) => ({
  notes: [meta.trigger, meta.devEnv, String(meta.orchestrationDepth)],
}));
export const fails = handler(({ text }) => {
  throw new ActionFailed('failed as asked: ' + text);
});
export const stops = handler(({ text }) => {
  throw new StopRun({ notes: [text], bad: true });
});
export const parts = handler(async function* ({ text }) {
  yield { notes: [text + ' 1'] };
  yield { notes: [text + ' 2'] };
});

export const tellsConfig = defineHandler({
  action: note,
  config: z.object({ word: z.string().default('none') }),
  run: (_payload, { config }) => ({ notes: [config.word] }),
});
export const tellsProject = defineHandler({
  action: note,
  services: { project: ProjectInfo },
  run: (_payload, { services: { project } }) => ({ notes: [project.name, project.dir, project.definitionPath] }),
});

let starts = 0;
const Word = serviceToken<string>('conformance.probe.Word');
export const word = defineService({
  provides: Word,
  config: z.object({ word: z.string().default('none') }),
  start({ config }) {
    starts += 1;
    return config.word;
  },
});
export const tellsService = defineHandler({
  action: note,
  services: { word: Word },
  run: (_payload, { services }) => ({ notes: [services.word] }),
});
export const tellsStarts = handler(() => ({ notes: [String(starts)] }));

function milestone() {
  let reach;
  const reached = new Promise((resolve) => (reach = resolve));
  return { reach, reached };
}
const waitingBegan = milestone();
let waitingEnded = milestone();
export const waits = handler((_payload, { signal }) => {
  waitingEnded = milestone();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      waitingEnded.reach(undefined);
      resolve(undefined);
    });
    waitingBegan.reach(undefined);
  });
});
export const began = handler(async () => {
  await waitingBegan.reached;
  return { notes: ['began'] };
});
export const ended = handler(async () => {
  await waitingEnded.reached;
  return { notes: ['ended'] };
});

export const reads = defineHandler({
  action: note,
  services: { files: FileAccess },
  run: async ({ file }, { services: { files } }) => ({ notes: [await files.read(file)] }),
});
export const writes = defineHandler({
  action: note,
  services: { files: FileAccess },
  async run({ file, text }, { services: { files } }) {
    await files.write(file, text);
    return { notes: ['written'] };
  },
});

const services = { actions: ActionRunner };
export const nested = defineHandler({
  action: note,
  services,
  run: async ({ text }, { services: { actions } }) => await actions.run(note, { text }),
});
export const everywhere = defineHandler({
  action: note,
  services,
  run: async ({ text }, { services: { actions } }) => collect(await actions.runInWorkspace(note, { text })),
});
export const chosen = defineHandler({
  action: note,
  services,
  async run({ text, file }, { services: { actions } }) {
    return collect(await actions.runInWorkspace(note, { text }, { projectDirs: [file], concurrently: false }));
  },
});
const collect = (results) => ({
  notes: [...results].map(([projectDir, { notes }]) => projectDir + ': ' + notes.join(', ')),
});
export const asksConfig = defineHandler({
  action: note,
  services: { project: ProjectInfo },
  run: async (_payload, { services: { project } }) => ({ notes: [String((await project.rawConfig()).word)] }),
});
`;

const versioned = `
import { defineHandler } from 'tandem/extension-api';
import { note } from './extension.ts';

export const versioned = defineHandler({ action: note, run: () => ({ notes: ['first'] }) });
`;

const source = (name: string) => `./extension.ts#${name}`;

const description = {
  projectDefPath: 'finecode.toml',
  envName: 'dev',
  sources: {
    note: source('note'),
    together: source('together'),
    alias: './alias.ts#renamed',
    missing: './missing.ts#missing',
    adds: source('adds'),
    counts: source('counts'),
    marks: source('marks'),
    silent: source('silent'),
    'tells-meta': source('tellsMeta'),
    'tells-config': source('tellsConfig'),
    'tells-project': source('tellsProject'),
    'tells-service': source('tellsService'),
    'tells-starts': source('tellsStarts'),
    fails: source('fails'),
    stops: source('stops'),
    parts: source('parts'),
    waits: source('waits'),
    began: source('began'),
    ended: source('ended'),
    reads: source('reads'),
    writes: source('writes'),
    nested: source('nested'),
    everywhere: source('everywhere'),
    chosen: source('chosen'),
    'asks-config': source('asksConfig'),
    versioned: './versioned.ts#versioned',
  },
  service: { interface: 'conformance.probe.Word', source: source('word') },
  package: { name: 'conformance-probe-package', dir: 'node_modules/conformance-probe-package' },
  document: 'document.txt',
  reload: { file: 'versioned.ts', from: "'first'", to: "'second'" },
};

export const probeFileName = 'probe.json';

/** By path in the project. */
export const nodeProbeFiles: Readonly<Record<string, string>> = {
  [probeFileName]: JSON.stringify(description, null, 2),
  'finecode.toml': '',
  'extension.ts': extension,
  'alias.ts': "export { note as renamed } from './extension.ts';\n",
  'versioned.ts': versioned,
  'document.txt': 'on disk\n',
  'node_modules/conformance-probe-package/package.json': '{ "name": "conformance-probe-package" }',
};
