import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RpcError, RpcErrorCode } from '@tandem/wire';
import { expect } from 'vitest';
import { openBeacon } from '../testing/beacon.js';
import { projectNames } from '../testing/generated-workspace.js';
import { expectLines, expectLinesInParts, linesIn, textActions } from './expected-lines.js';
import { type SoakClient, sourceOf } from './soak-client.js';

type Exchange = (client: SoakClient) => Promise<void>;

/** Everything a client may do, and how often among a hundred. Each checks that the answer is the one to its question. */
const exchanges: readonly (readonly [number, Exchange])[] = [
  [10, listProjects],
  [5, listActions],
  [5, listRunners],
  [30, run],
  [12, runInParts],
  [5, runBatch],
  [5, runBatchInParts],
  [10, showDocument],
  [4, overrideConfig],
  [8, cancelAnywhere],
  [2, cancelCommand],
  [4, disconnect],
];

export function nextExchange({ random }: SoakClient): Exchange {
  let place = random.below(exchanges.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, exchange] of exchanges) {
    if (place < weight) return exchange;
    place -= weight;
  }
  throw new RangeError('the weights do not add up');
}

async function listProjects(client: SoakClient): Promise<void> {
  const projects = await client.request('workspace/listProjects', {});
  expect(projects.map(({ name, status }) => [name, status])).toEqual(
    projectNames.map((name) => [name, 'CONFIG_VALID']),
  );
}

async function listActions(client: SoakClient): Promise<void> {
  const project = client.workspace.projectDir(client.anyProject());
  const { actions } = await client.request('actions/list', { project });
  expect(actions).toHaveLength(7);
  expect(new Set(actions.map((action) => action.project))).toEqual(new Set([project]));
}

async function listRunners(client: SoakClient): Promise<void> {
  const project = client.workspace.projectDir(client.anyProject());
  const { runners } = await client.request('runners/list', { project });
  expect(runners.map((runner) => [runner.project, runner.env]).sort()).toEqual([
    [project, 'dev'],
    [project, 'tools'],
  ]);
}

async function run(client: SoakClient): Promise<void> {
  const [action, name, text] = [client.random.pick(textActions), client.anyProject(), client.newText()];
  expectLines(await client.run(action, name, { text }), action, name, text);
}

async function runInParts(client: SoakClient): Promise<void> {
  const [action, name, text] = [client.random.pick(textActions), client.anyProject(), client.newText()];
  const token = `token of ${text}`;
  const { answer, parts } = await withParts(client, token, client.run(action, name, { text }, { token }));
  expect(answer).toEqual({ returnCode: 0 });
  const project = client.workspace.projectDir(name);
  expect(parts.map((part) => part.project)).toEqual(parts.map(() => project));
  expectLinesInParts(
    parts.filter((part) => 'resultByFormat' in part),
    action,
    name,
    text,
  );
}

async function runBatch(client: SoakClient): Promise<void> {
  const batch = makeBatch(client);
  const { results = {} } = await client.request('actions/runBatch', batch.params);
  expectBatch(client, batch, Object.entries(results));
}

async function runBatchInParts(client: SoakClient): Promise<void> {
  const batch = makeBatch(client);
  const token = `token of ${batch.text}`;
  const params = { ...batch.params, partialResultToken: token };
  const { answer, parts } = await withParts(client, token, client.request('actions/runBatch', params));
  const results = parts.flatMap((part) => ('results' in part ? [[part.project, part.results] as const] : []));
  expectBatch(client, batch, results);
  expect(answer).toEqual({ returnCode: 0 });
}

function makeBatch(client: SoakClient) {
  const some = projectNames.filter(() => client.random.below(2) === 0);
  const actions = [client.random.pick(textActions), client.random.pick(textActions)] as const;
  const text = client.newText();
  const params = {
    actionSources: [...new Set(actions.map(sourceOf))],
    ...(some.length > 0 && { projects: some.map((name) => client.workspace.projectDir(name)) }),
    params: { text },
    options: { resultFormats: ['json' as const], concurrently: client.random.below(2) === 0 },
  };
  return { names: some.length > 0 ? some : projectNames, actions, text, params };
}

/** Each project once, whatever the order. */
function expectBatch(
  { workspace }: SoakClient,
  { names, actions, text }: ReturnType<typeof makeBatch>,
  results: readonly (readonly [string, Readonly<Record<string, object>>])[],
): void {
  expect(results.map(([project]) => project).sort()).toEqual(
    names.map((name) => workspace.projectDir(name)).sort(),
  );
  const byProject = new Map(results);
  for (const name of names) {
    const ofProject = byProject.get(workspace.projectDir(name));
    for (const action of actions) expectLines(ofProject?.[sourceOf(action)] ?? {}, action, name, text);
  }
}

/** Waits for an answer; no part of what was asked stays behind, whatever becomes of it. */
async function withParts<Answer>(client: SoakClient, token: string, request: Promise<Answer>) {
  try {
    return { answer: await request, parts: client.takeParts(token) };
  } finally {
    client.takeParts(token);
  }
}

async function showDocument(client: SoakClient): Promise<void> {
  const name = client.anyProject();
  const file = `document ${client.newText()}.txt`;
  const uri = pathToFileURL(path.join(client.workspace.projectDir(name), file)).href;
  const check = async (text: string) =>
    expect(linesIn([await client.run('show', name, { file })])).toEqual([`${name}/tools: ${text}`]);
  const text = client.newText();
  await client.notify('documents/opened', { uri, version: 1, text });
  try {
    await check(text);
    const start = { line: 0, character: 0 };
    const contentChanges = [{ range: { start, end: start }, text: 'more of ' }];
    await client.notify('documents/changed', { uri, version: 2, contentChanges });
    await check(`more of ${text}`);
  } finally {
    await client.notify('documents/closed', { uri });
  }
}

async function overrideConfig(client: SoakClient): Promise<void> {
  const prefix = `prefix ${client.newNumber()} `;
  await client.request('workspace/setConfigOverrides', { overrides: { echo: { say: { prefix } } } });
}

/** The cancellation meets the run wherever it happens to be, also when it is over. */
async function cancelAnywhere(client: SoakClient): Promise<void> {
  const [action, name, text] = [client.random.pick(textActions), client.anyProject(), client.newText()];
  const cancelling = new AbortController();
  const settled = settle(client.run(action, name, { text }, { signal: cancelling.signal }));
  if (client.random.below(2) === 0) await listProjects(client);
  cancelling.abort();
  const outcome = await settled;
  if (outcome.status === 'fulfilled') expectLines(outcome.value, action, name, text);
  else if (!isCancelled(outcome.reason)) throw outcome.reason;
}

async function cancelCommand(client: SoakClient): Promise<void> {
  await using beacon = await openBeacon();
  const cancelling = new AbortController();
  const { signal } = cancelling;
  const settled = settle(client.run('wait', client.anyProject(), { port: beacon.port }, { signal }));
  const command = await Promise.race([beacon.nextCommand(), settled.then(() => undefined)]);
  cancelling.abort();
  const outcome = await settled;
  await command?.ended;
  if (outcome.status === 'fulfilled')
    throw new Error(`a command that never ends has ended: ${JSON.stringify(outcome.value)}`);
  if (!isCancelled(outcome.reason)) throw outcome.reason;
}

async function disconnect(client: SoakClient): Promise<void> {
  const settled = settle(client.run('count', client.anyProject(), { text: client.newText() }));
  const underWay = client.random.below(2) === 0 ? listProjects(client) : undefined;
  await underWay;
  await client.reconnect();
  const outcome = await settled;
  if (outcome.status === 'rejected' && !isClosed(outcome.reason)) throw outcome.reason;
}

async function settle<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [outcome] = await Promise.allSettled([promise]);
  return outcome;
}

function isCancelled(error: unknown): boolean {
  return error instanceof RpcError && error.code === RpcErrorCode.requestCancelled;
}

function isClosed(error: unknown): boolean {
  return error instanceof RpcError && error.code === RpcErrorCode.connectionClosed;
}
