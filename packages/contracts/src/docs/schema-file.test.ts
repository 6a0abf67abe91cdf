import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defRef, type JsonSchema, relocate, toJsonSchema } from './json-schema.js';
import { listProtocols } from './protocols.js';
import { schemaFile } from './schema-file.js';

interface SchemaFile {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  readonly 'x-messages': Readonly<
    Record<string, { readonly params: JsonSchema; readonly result?: JsonSchema }>
  >;
}

const protocols = listProtocols();
const files = new Map(
  protocols.map((protocol) => [protocol.contract.name, JSON.parse(schemaFile(protocol)) as SchemaFile]),
);

function definitionsOf(protocol: string): SchemaFile['$defs'] {
  const file = files.get(protocol);
  if (file === undefined) throw new Error(`no schema file for ${protocol}`);
  return file.$defs;
}

function parserOf(protocol: string, name: string): z.ZodType {
  return z.fromJSONSchema({
    $ref: defRef(name),
    $defs: definitionsOf(protocol),
  } as z.core.JSONSchema.JSONSchema);
}

describe.each([...files])('schema file of %s', (protocol, file) => {
  it('has params for every message, and a result for every request', () => {
    const contract = protocols.find((candidate) => candidate.contract.name === protocol)?.contract;
    for (const [name, spec] of Object.entries(contract?.methods ?? {})) {
      const message = file['x-messages'][name];
      expect(message?.params).toEqual({ $ref: defRef(`${name}.params`) });
      expect(message?.result).toEqual(
        spec.kind === 'request' ? { $ref: defRef(`${name}.result`) } : undefined,
      );
    }
  });

  it('has references that lead somewhere', () => {
    const refs = [...JSON.stringify(file).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref);
    const known = new Set(Object.keys(file.$defs).map(defRef));
    expect(refs.filter((ref) => !known.has(ref ?? ''))).toEqual([]);
  });

  it('has definitions that a validator can read', () => {
    for (const name of Object.keys(file.$defs)) {
      expect(() => parserOf(protocol, name).safeParse({}), name).not.toThrow();
    }
  });
});

describe('published schemas', () => {
  it.each<[string, string, unknown]>([
    ['wm', 'workspace/addDir.params', { dirPath: '/repo' }],
    ['wm', 'actions/getTree.result', { nodes: [node('/repo', [node('/repo/a', [])])] }],
    ['lsp', 'finecode.runAction.argument', { action: 'a', project: '/repo' }],
    ['edn', 'prompt.params', { message: 'hi', 'session-id': null }],
    ['edn', 'cycle_model.params', { direction: ':next' }],
    ['edn', 'request frame.keys', { id: 'req-1', kind: ':request', op: 'ping' }],
    ['apex', 'executeTask.params', { taskId: 't', prompt: 'p', context: { openFiles: null } }],
    ['apex', 'execute_command.input', { command: 'ls', requires_approval: 'true' }],
  ])('%s %s accepts %j', (protocol, name, value) => {
    expect(parserOf(protocol, name).safeParse(value)).toMatchObject({ success: true });
  });

  it.each<[string, string, unknown]>([
    ['wm', 'workspace/addDir.params', {}],
    ['wm', 'actions/getTree.result', { nodes: [node('/repo', [{ nodeId: 7 }])] }],
    ['lsp', 'finecode.runAction.argument', { action: 'a' }],
    ['edn', 'prompt.params', { message: ' ' }],
    ['edn', 'cycle_model.params', { direction: ':up' }],
    ['edn', 'request frame.keys', { id: 'req-1', kind: ':response', op: 'ping' }],
    ['edn', 'request frame.keys', { id: 'req-1', kind: ':request', op: 'ping', extra: 1 }],
    ['edn', 'event frame.keys', { kind: ':event', event: 'error', data: {}, seq: 0 }],
    ['apex', 'executeTask.params', { taskId: 't' }],
    ['apex', '$/statusUpdate.params', { message: 'm', progress: 2 }],
  ])('%s %s refuses %j', (protocol, name, value) => {
    expect(parserOf(protocol, name).safeParse(value).success).toBe(false);
  });
});

function node(nodeId: string, subnodes: readonly unknown[]) {
  return { nodeId, name: 'n', nodeType: 1, status: '', subnodes };
}

describe('moving a schema into a larger document', () => {
  it('follows its references', () => {
    const tree = z.object({
      get nodes() {
        return z.array(tree);
      },
    });
    const wrapped = relocate('a/b.result', toJsonSchema(z.object({ tree, again: tree })));
    expect(Object.keys(wrapped)).toEqual(['a/b.result', 'a/b.result.__schema0']);
    expect(JSON.stringify(wrapped)).toContain('"$ref":"#/$defs/a~1b.result.__schema0"');
    const alone = relocate('a/b.result', toJsonSchema(tree));
    expect(alone['a/b.result']?.properties?.nodes).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/a~1b.result' },
    });
  });
});
