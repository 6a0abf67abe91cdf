import {
  type ConfigNode,
  childItems,
  childString,
  type ListNode,
  listOf,
  type TableNode,
  tableOf,
  withEntry,
} from '../document/config-node.js';
import { packageNameOf } from './requirement.js';

/**
 * Lays one configuration over another. Merging is associative as long as layers agree what is a table and what is
 * not: presets, project and user file may then be grouped in any way that keeps their order.
 */
export function mergeLayers(base: TableNode, over: TableNode): TableNode {
  return mergeTables(base, over, (key) => rules.get(key) ?? replace);
}

/** Both may be missing, so that a rule can also bring a first layer into its normal form. */
type MergeRule = (base: ConfigNode | undefined, over: ConfigNode) => ConfigNode;

const replace: MergeRule = (_base, over) => over;

const rules: ReadonlyMap<string, MergeRule> = new Map<string, MergeRule>([
  ['presets', appendList],
  ['action', eachNamed(mergeAction)],
  ['action_handler', byKey('source', deepMerge)],
  ['service', byKey('interface', replace)],
  ['env', deepMerge],
  ['er', table((key) => (key === 'envs' ? eachNamed(replace) : replace))],
  ['extension', eachNamed(table((key) => (key === 'dependencies_override' ? mergeRequirements : replace)))],
]);

function mergeTables(base: TableNode, over: TableNode, ruleFor: (key: string) => MergeRule): TableNode {
  const entries = new Map(base.entries);
  for (const [key, node] of over.entries) entries.set(key, ruleFor(key)(base.entries.get(key), node));
  return { ...over, entries };
}

/** A key that one side holds in the wrong shape was already complained about; here the later one simply wins. */
function table(ruleFor: (key: string) => MergeRule): MergeRule {
  return (base, over) => {
    if (over.kind !== 'table') return over;
    return mergeTables(base?.kind === 'table' ? base : tableOf([], over.origin), over, ruleFor);
  };
}

function eachNamed(rule: MergeRule): MergeRule {
  return table(() => rule);
}

/** Tables merge key by key, all else (lists too) is replaced. */
function deepMerge(base: ConfigNode | undefined, over: ConfigNode): ConfigNode {
  if (base?.kind !== 'table' || over.kind !== 'table') return over;
  return mergeTables(base, over, () => deepMerge);
}

function appendList(base: ConfigNode | undefined, over: ConfigNode): ConfigNode {
  if (base?.kind !== 'list' || over.kind !== 'list') return over;
  return { ...over, items: [...base.items, ...over.items] };
}

/** A list of tables that works like a map: an element with a known key merges into it, another is appended. */
function byKey(key: string, rule: MergeRule): MergeRule {
  return byIdentity((item) => (item.kind === 'table' ? childString(item, key) : undefined), rule);
}

function mergeRequirements(base: ConfigNode | undefined, over: ConfigNode): ConfigNode {
  return byIdentity(
    (item) =>
      item.kind === 'scalar' && typeof item.value === 'string' ? packageNameOf(item.value) : undefined,
    replace,
  )(base, over);
}

function byIdentity(identify: (item: ConfigNode) => string | undefined, rule: MergeRule): MergeRule {
  return (base, over) => {
    if (over.kind !== 'list') return over;
    const items: ConfigNode[] = [];
    const indexes = new Map<string, number>();
    for (const item of [...(base?.kind === 'list' ? base.items : []), ...over.items]) {
      const identity = identify(item);
      const index = identity === undefined ? undefined : indexes.get(identity);
      if (index !== undefined) {
        items[index] = rule(items[index], item);
        continue;
      }
      if (identity !== undefined) indexes.set(identity, items.length);
      items.push(item);
    }
    return { ...over, items };
  };
}

const mergeHandlers = byKey('name', deepMerge);

function mergeAction(base: ConfigNode | undefined, over: ConfigNode): ConfigNode {
  if (over.kind !== 'table') return over;
  const lower = base?.kind === 'table' ? base : tableOf([], over.origin);
  const merged = mergeTables(lower, over, (key) => actionRules.get(key) ?? replace);
  const replacesHandlers = childString(over, 'handlers_mode') === 'replace';
  if (!replacesHandlers) return merged;
  const handlers: ListNode = listOf(
    childItems(over, 'handlers'),
    over.entries.get('handlers')?.origin ?? over.origin,
  );
  return withEntry(merged, 'handlers', mergeHandlers(undefined, handlers));
}

const actionRules: ReadonlyMap<string, MergeRule> = new Map<string, MergeRule>([
  // Whoever declares an action first defines what it is; later layers only add to it.
  ['source', (base, over) => (isFilled(base) ? base : over)],
  ['config', table(() => replace)],
  ['handlers', mergeHandlers],
  // Once a layer replaced the list, what it was merged into replaces too: otherwise grouping would matter.
  ['handlers_mode', (base, over) => (isReplace(base) ? base : over)],
]);

function isFilled(node: ConfigNode | undefined): node is ConfigNode {
  return node?.kind === 'scalar' && node.value !== '';
}

function isReplace(node: ConfigNode | undefined): node is ConfigNode {
  return node?.kind === 'scalar' && node.value === 'replace';
}
