import { CheckFailure } from '../../check.js';
import { expectEqual, type Fields } from '../../er/expect.js';
import { isObject } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { expectKeys } from '../expect.js';
import { changedVersionText } from '../probe/extension.js';
import { identityOf, sourceOf } from '../probe/project.js';
import type { WmSession } from '../session.js';

async function schemasOf(
  session: WmSession,
  project: string,
  ...sources: readonly string[]
): Promise<Fields> {
  const params = { project, actionSources: sources };
  const { schemas } = await session.askObject('actions/getPayloadSchemas', params);
  if (!isObject(schemas)) throw new CheckFailure(`expected schemas to be an object, got ${show(schemas)}`);
  return schemas;
}

/** `actions/getPayloadSchemas`. */
export const schemaChecks: readonly WmCheck[] = [
  {
    id: 'schemas/keys',
    title: 'there is one entry for each source, under the source as it was asked for',
    proves: ['wm/payload-schemas/keys'],
    async run(session) {
      const { dir } = await session.startProject(['meta']);
      const sources = [sourceOf('note'), identityOf('note'), sourceOf('meta'), 'no.such.Action'];
      expectKeys('the schemas', await schemasOf(session, dir, ...sources), sources);
    },
  },
  {
    id: 'schemas/schema',
    title: 'a schema has properties by field, and the list of required fields',
    proves: ['wm/payload-schemas/schema'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const schema = Object((await schemasOf(session, dir, sourceOf('note')))[sourceOf('note')]);
      expectKeys('properties', schema.properties, ['text', 'file']);
      expectEqual('the type of a field', Object(schema.properties.text).type, 'string');
      expectEqual('required', schema.required, []);
    },
  },
  {
    id: 'schemas/unknown',
    title: 'the entry of an action that no runner knows is null',
    proves: ['wm/payload-schemas/null'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const schemas = await schemasOf(session, dir, 'no.such.Action', sourceOf('note'));
      expectEqual('the entry of an unknown action', schemas['no.such.Action'], null);
      if (schemas[sourceOf('note')] === null) throw new CheckFailure('expected a schema for a known action');
    },
  },
  {
    id: 'schemas/new-configuration',
    title: 'after the configuration of runners was updated the schemas are those of the code as it is now',
    proves: ['wm/payload-schemas/invalidate'],
    async run(session) {
      const { dir, workspace } = await session.startProject(['versioned']);
      const source = sourceOf('versioned');
      const fieldsOf = async () =>
        Object.keys(Object(Object((await schemasOf(session, dir, source))[source]).properties));
      expectEqual('the fields', await fieldsOf(), ['earlier']);
      await workspace.write('alpha/versioned.ts', changedVersionText);
      await session.ask('actions/reload', { actionNodeId: `${dir}::${source}` });
      await session.setOverrides({ versioned: { '': {} } });
      expectEqual('the fields after the change', await fieldsOf(), ['later']);
    },
  },
];
