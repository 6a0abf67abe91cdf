import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parseDocument } from '../document/config-document.js';
import { type JsonTable, nodeOf, type TableNode, tableOf, tableToJson } from '../document/config-node.js';
import { mergeLayers } from './merge-layers.js';
import { normaliseLayer } from './normalise-layer.js';

/** Layers and result are written as the inside of `[tool.finecode]`. */
const check = (layers: readonly string[], expected: string) =>
  expect(tableToJson(mergeAll(layers.map(layerFrom)))).toEqual(JSON.parse(JSON.stringify(parse(expected))));

describe('actions', () => {
  test('of different names stand side by side, in order of appearance', () => {
    check(
      ['[action.b]\nsource = "B"', '[action.a]\nsource = "A"'],
      '[action.b]\nsource = "B"\n[action.a]\nsource = "A"',
    );
  });
  test('keep the source they were declared with', () => {
    check(['[action.a]\nsource = "A"', '[action.a]\nsource = "other"'], '[action.a]\nsource = "A"');
    check(['[action.a]\nsource = ""', '[action.a]\nsource = "A"'], '[action.a]\nsource = "A"');
    check(['[action.a]\nconfig.x = 1', '[action.a]\nsource = "A"'], '[action.a]\nconfig.x = 1\nsource = "A"');
  });
  test('take single settings from a later layer, each as a whole', () => {
    check(
      ['[action.a.config]\nkept = 1\ntable = { x = 1 }', '[action.a.config]\ntable = { y = 2 }'],
      '[action.a.config]\nkept = 1\ntable = { y = 2 }',
    );
  });
});

describe('handlers', () => {
  const preset =
    '[[action.a.handlers]]\nname = "one"\nsource = "One"\nconfig = { deep = { x = 1, list = [1, 2] } }';
  test('merge by name, tables in depth, lists as a whole', () => {
    check(
      [preset, '[[action.a.handlers]]\nname = "one"\nenv = "dev"\nconfig = { deep = { y = 2, list = [3] } }'],
      '[[action.a.handlers]]\nname = "one"\nsource = "One"\nenv = "dev"\nconfig = { deep = { x = 1, y = 2, list = [3] } }',
    );
  });
  test('may be written as tables with the name in the header', () => {
    check(
      [preset, '[action.a.handlers.one]\nenv = "dev"\n[action.a.handlers.two]\nsource = "Two"'],
      `${preset}\nenv = "dev"\n[[action.a.handlers]]\nname = "two"\nsource = "Two"`,
    );
  });
  test('replace all earlier ones when their layer says so', () => {
    check(
      [preset, '[action.a]\nhandlers_mode = "replace"\nhandlers = [{ name = "two" }]'],
      '[action.a]\nhandlers_mode = "replace"\nhandlers = [{ name = "two" }]',
    );
  });
  test('of a replacing layer with none are none', () => {
    check(
      [preset, '[action.a]\nhandlers_mode = "replace"'],
      '[action.a]\nhandlers_mode = "replace"\nhandlers = []',
    );
  });
  test('can be added again above a layer that replaced', () => {
    check(
      [
        preset,
        '[action.a]\nhandlers_mode = "replace"\nhandlers = [{ name = "two" }]',
        '[action.a.handlers.three]',
      ],
      '[action.a]\nhandlers_mode = "replace"\nhandlers = [{ name = "two" }, { name = "three" }]',
    );
  });
  test('of one name in one file are one handler', () => {
    check(
      ['[[action.a.handlers]]\nname = "one"\nenv = "x"\n[[action.a.handlers]]\nname = "one"\nsource = "One"'],
      '[[action.a.handlers]]\nname = "one"\nenv = "x"\nsource = "One"',
    );
  });
});

describe('other tables', () => {
  test('action_handler merges by source in depth', () => {
    check(
      [
        '[[action_handler]]\nsource = "A"\nconfig = { x = { p = 1 } }\n[[action_handler]]\nsource = "B"',
        '[[action_handler]]\nsource = "B"\nconfig.y = 1\n[[action_handler]]\nsource = "A"\nconfig = { x = { q = 2 } }',
      ],
      '[[action_handler]]\nsource = "A"\nconfig = { x = { p = 1, q = 2 } }\n[[action_handler]]\nsource = "B"\nconfig.y = 1',
    );
  });
  test('a service replaces the one with the same interface', () => {
    check(
      [
        '[[service]]\ninterface = "I"\nsource = "Old"\nenv = "dev"\nconfig.x = 1\n[[service]]\ninterface = "J"\nsource = "J"\nenv = "dev"',
        '[[service]]\ninterface = "I"\nsource = "New"\nenv = "dev"',
      ],
      '[[service]]\ninterface = "I"\nsource = "New"\nenv = "dev"\n[[service]]\ninterface = "J"\nsource = "J"\nenv = "dev"',
    );
  });
  test('environments merge in depth, default interpreters too', () => {
    check(
      [
        '[env.dev]\ninstall_project = true\ninterpreters = ["3.11"]\nrunner.debug = false\ndependencies.x = { path = "./x", editable = true }',
        '[env.dev]\ninstall_project = false\ninterpreters = ["3.12"]\ndefault_interpreters = { all = "newest" }\ndependencies.x = { editable = false }',
      ],
      '[env.dev]\ninstall_project = false\ninterpreters = ["3.12"]\nrunner.debug = false\ndependencies.x = { path = "./x", editable = false }\ndefault_interpreters = { all = "newest" }',
    );
  });
  test('runner logging is assigned as a whole, per environment', () => {
    check(
      [
        '[er.logging]\ndefault_level = "INFO"\nlog_groups = { a = "DEBUG" }\n[er.envs.dev]\ndebug = true\n[er.envs.docs]\ndebug = true',
        '[er.logging]\ndefault_level = "ERROR"\n[er.envs.dev]\nlogging.default_level = "TRACE"',
      ],
      '[er.logging]\ndefault_level = "ERROR"\n[er.envs.dev]\nlogging.default_level = "TRACE"\n[er.envs.docs]\ndebug = true',
    );
  });
  test('pinned dependencies of an extension merge by package, however it is spelled', () => {
    check(
      [
        '[extension.e]\ndependencies_override = ["My_Tool==1.*", "other>=2"]',
        '[extension.e]\ndependencies_override = ["my-tool[fast] ==2.*", "third"]',
      ],
      '[extension.e]\ndependencies_override = ["my-tool[fast] ==2.*", "other>=2", "third"]',
    );
  });
  test('presets append, and what nobody knows is assigned as a whole', () => {
    check(
      ['presets = [{ source = "a" }]\n[x]\ny = 1', 'presets = [{ source = "b" }]\n[x]\nz = 1'],
      'presets = [{ source = "a" }, { source = "b" }]\n[x]\nz = 1',
    );
  });
});

describe('any layers', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const scalar = fc.constantFrom<string | number | boolean>('x', 1, true);
  const settings = fc.dictionary(name, scalar, { maxKeys: 3 });
  const optional = { requiredKeys: [] };
  const handler = fc.record(
    { name, source: name, env: name, config: settings, dependencies: fc.array(name, { maxLength: 2 }) },
    { requiredKeys: ['name'] },
  );
  const action = fc.record(
    {
      source: name,
      config: settings,
      handlers: fc.array(handler, { maxLength: 3 }),
      handlers_mode: fc.constantFrom('merge', 'replace'),
    },
    optional,
  );
  const layer = fc
    .record(
      {
        presets: fc.array(fc.record({ source: name }), { maxLength: 2 }),
        action: fc.dictionary(name, action, { maxKeys: 3 }),
        action_handler: fc.array(fc.record({ source: name, config: settings }), { maxLength: 3 }),
        service: fc.array(fc.record({ interface: name, source: name, env: name }), { maxLength: 3 }),
        env: fc.dictionary(
          name,
          fc.record(
            { install_project: fc.boolean(), interpreters: fc.array(name, { maxLength: 2 }) },
            optional,
          ),
          { maxKeys: 3 },
        ),
        er: fc.record({ logging: settings, envs: fc.dictionary(name, settings, { maxKeys: 2 }) }, optional),
        extension: fc.dictionary(
          name,
          fc.record({ dependencies_override: fc.array(name, { maxLength: 3 }) }),
          { maxKeys: 2 },
        ),
      },
      optional,
    )
    .map(tableFrom);

  test('may be grouped in any way', () => {
    fc.assert(
      fc.property(layer, layer, layer, (one, two, three) => {
        const left = mergeLayers(mergeLayers(one, two), three);
        const right = mergeLayers(one, mergeLayers(two, three));
        expect(tableToJson(left)).toEqual(tableToJson(right));
      }),
      { numRuns: 1_000 },
    );
  });
  test('gain nothing by being laid over themselves, but for presets', () => {
    fc.assert(
      fc.property(layer, (one) => {
        const { presets: _once, ...once } = tableToJson(one);
        const { presets: _twice, ...twice } = tableToJson(mergeLayers(one, one));
        expect(twice).toEqual(once);
      }),
    );
  });
  test('merge to the same text each time, and leave their inputs as they were', () => {
    fc.assert(
      fc.property(layer, layer, (one, two) => {
        const before = JSON.stringify([tableToJson(one), tableToJson(two)]);
        const first = JSON.stringify(tableToJson(mergeLayers(one, two)));
        expect(JSON.stringify(tableToJson(mergeLayers(one, two)))).toBe(first);
        expect(JSON.stringify([tableToJson(one), tableToJson(two)])).toBe(before);
      }),
    );
  });
});

function layerFrom(text: string): TableNode {
  const reading = parseDocument('/repo/finecode.toml', text);
  if (reading.kind !== 'parsed') throw new Error(`the test's own TOML is broken: ${JSON.stringify(reading)}`);
  return normaliseLayer(reading.document.root, '/repo/finecode.toml', '/repo');
}

function tableFrom(value: object): TableNode {
  const origin = { kind: 'override' } as const;
  const node = nodeOf(value as JsonTable, origin);
  return normaliseLayer(node.kind === 'table' ? node : tableOf([], origin), '/repo/finecode.toml', '/repo');
}

function mergeAll(layers: readonly TableNode[]): TableNode {
  return layers.reduce(mergeLayers);
}
