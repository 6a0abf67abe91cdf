import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { CheckFailure } from '../../check.js';
import { isObject } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectAnyError, expectEmptyObject, expectEqual, type Fields, objectOf } from '../expect.js';
import type { ErSession } from '../session.js';

async function useAllActions(session: ErSession): Promise<void> {
  await session.useActions([
    { name: 'one', source: 'note', handlers: ['adds'] },
    { name: 'other', source: 'together', handlers: [] },
    { name: 'gone', source: 'missing', handlers: [] },
  ]);
}

/** Meta by configured source, from the flat shape of the document or the nested one of real runners. */
async function actionMeta(session: ErSession): Promise<Fields> {
  const answer = objectOf(await session.call({ method: 'finecodeRunner/resolveActionMeta', params: {} }));
  const { actions } = answer;
  return isObject(actions) && !('canonical_source' in actions) ? actions : answer;
}

async function metaOf(session: ErSession, source: string): Promise<Fields> {
  const entry = (await actionMeta(session))[source];
  if (!isObject(entry)) throw new CheckFailure(`expected an entry for ${source}, got ${show(entry)}`);
  return entry;
}

async function payloadSchemas(session: ErSession): Promise<Fields> {
  return objectOf(await session.call({ method: 'actions/getPayloadSchemas', params: {} }));
}

const actions = ['note', 'together', 'missing', 'adds'] as const;

const checks: readonly ProbeCheck[] = [
  {
    id: 'meta/complete',
    title: 'resolveActionMeta has an entry for every action that can be imported, by configured source',
    proves: ['er/action-meta/complete'],
    uses: actions,
    async run(session) {
      await useAllActions(session);
      const expected = [session.source('note'), session.source('together')];
      const sources = Object.keys(await actionMeta(session));
      const missing = expected.filter((source) => !sources.includes(source));
      if (missing.length > 0)
        throw new CheckFailure(`no entry for ${missing.join(', ')}, only for ${show(sources)}`);
    },
  },
  {
    id: 'meta/shape',
    title: 'an entry has canonical_source and runs_concurrently',
    proves: ['er/action-meta/shape'],
    uses: actions,
    async run(session) {
      await useAllActions(session);
      for (const [name, isConcurrent] of [
        ['note', false],
        ['together', true],
      ] as const) {
        const { canonical_source, runs_concurrently } = await metaOf(session, session.source(name));
        if (typeof canonical_source !== 'string' || canonical_source === '')
          throw new CheckFailure(`expected canonical_source to be text, got ${show(canonical_source)}`);
        expectEqual(`runs_concurrently of ${name}`, runs_concurrently, isConcurrent);
      }
    },
  },
  {
    id: 'meta/omitted',
    title: 'an action that cannot be imported has no entry',
    proves: ['er/action-meta/omitted'],
    uses: actions,
    async run(session) {
      await useAllActions(session);
      const meta = await actionMeta(session);
      if (session.source('missing') in meta)
        throw new CheckFailure(`expected no entry for it, got ${show(meta)}`);
    },
  },
  {
    id: 'schemas/all',
    title: 'getPayloadSchemas has an entry for every action, by name',
    proves: ['er/payload-schemas/all'],
    uses: actions,
    async run(session) {
      await useAllActions(session);
      expectEqual('the action names', Object.keys(await payloadSchemas(session)).sort(), [
        'gone',
        'one',
        'other',
      ]);
    },
  },
  {
    id: 'schemas/shape',
    title: 'a payload schema has properties, and lists the fields without default as required',
    proves: ['er/payload-schemas/shape'],
    uses: actions,
    async run(session) {
      await useAllActions(session);
      const { one } = await payloadSchemas(session);
      if (!isObject(one) || !isObject(one['properties']))
        throw new CheckFailure(`expected a schema with properties, got ${show(one)}`);
      expectEqual('the properties', Object.keys(one['properties']).sort(), ['file', 'text']);
      const notTyped = Object.entries(one['properties']).filter(([, field]) => !isObject(field));
      expectEqual('the properties that are no schemas', notTyped, []);
      expectEqual('required', one['required'], ['text']);
    },
  },
  {
    id: 'schemas/null',
    title: 'the schema of an action that cannot be imported is null',
    proves: ['er/payload-schemas/null'],
    uses: actions,
    async run(session) {
      await useAllActions(session);
      expectEqual('the schema', (await payloadSchemas(session))['gone'], null);
    },
  },
  {
    id: 'sources/alias',
    title: 'another path of an action is resolved to its canonical source',
    proves: ['er/resolve-source/alias'],
    uses: ['note', 'adds', 'alias'],
    async run(session) {
      await session.useHandlers('adds');
      const { canonical_source } = await metaOf(session, session.source('note'));
      for (const source of [session.source('note'), session.source('alias')]) {
        const answer = objectOf(await session.call({ method: 'actions/resolveSource', params: { source } }));
        expectEqual(`the canonical source of ${source}`, answer['canonicalSource'], canonical_source);
      }
    },
  },
  {
    id: 'sources/unknown',
    title: 'a path that cannot be imported is answered with a JSON-RPC error',
    proves: ['er/resolve-source/error', 'er/errors/protocol'],
    uses: ['note', 'adds', 'missing'],
    async run(session) {
      await session.useHandlers('adds');
      for (const source of [session.source('missing'), 'conformance.no.such.Action', 'nothing']) {
        expectAnyError(await session.call({ method: 'actions/resolveSource', params: { source } }));
      }
    },
  },
  {
    id: 'packages/found',
    title: 'an installed package is answered with its absolute folder',
    proves: ['er/resolve-path/found'],
    uses: ['package'],
    async run(session) {
      expectEmptyObject(await session.updateConfig({}));
      const { name, dir } = session.part('package');
      const answer = objectOf(
        await session.call({ method: 'packages/resolvePath', params: { packageName: name } }),
      );
      const path = answer['packagePath'];
      if (typeof path !== 'string' || !isAbsolute(path))
        throw new CheckFailure(`expected packagePath to be an absolute path, got ${show(path)}`);
      expectEqual('packagePath', await realpath(path).catch(() => path), await realpath(dir));
    },
  },
  {
    id: 'packages/unknown',
    title: 'a package that is not installed is answered with a JSON-RPC error',
    proves: ['er/errors/protocol'],
    uses: [],
    async run(session) {
      const params = { packageName: 'conformance-no-such-package' };
      expectAnyError(await session.call({ method: 'packages/resolvePath', params }));
    },
  },
];

/** What a runner tells about actions and packages. */
export const knowledgeChecks = withProbe(checks);
