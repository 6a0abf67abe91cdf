import {
  childBoolean,
  childString,
  childTable,
  childTables,
  namedTables,
  type TableNode,
} from '../document/config-node.js';
import type { LocatedFile } from '../document/origin.js';
import { type ConfigProblem, problemFrom } from './problem.js';

/** What only shows once all layers are merged: something that no layer said. */
export function checkMerged(finecode: TableNode, file: LocatedFile): readonly ConfigProblem[] {
  return namedTables(childTable(finecode, 'action')).flatMap(([name, action]) => [
    ...(isFilled(action, 'source') ? [] : [actionWithoutSource(name, action, file)]),
    ...childTables(action, 'handlers').flatMap((handler) => checkHandler(name, handler, file)),
  ]);
}

/** A later layer cannot turn an action into another one; saying so beats dropping its words silently. */
export function checkIgnoredSources(
  finecode: TableNode,
  layer: TableNode,
  file: LocatedFile,
): readonly ConfigProblem[] {
  return namedTables(childTable(layer, 'action')).flatMap(([name, action]) => {
    const wanted = action.entries.get('source');
    const actual = childString(childTable(childTable(finecode, 'action'), name), 'source');
    if (wanted?.kind !== 'scalar' || wanted.value === '' || wanted.value === actual) return [];
    const message = `ignored: action "${name}" is already declared with the source "${actual}"`;
    const fix = 'Remove this line, or declare an action with another name';
    return [problemFrom(wanted.origin, file, { severity: 'warning', message, fix })];
  });
}

function actionWithoutSource(name: string, action: TableNode, file: LocatedFile): ConfigProblem {
  const fix = 'Add source = "…", or the preset that declares this action';
  return problemFrom(action.origin, file, { message: `action "${name}" has no source`, fix });
}

function checkHandler(action: string, handler: TableNode, file: LocatedFile): readonly ConfigProblem[] {
  if (childBoolean(handler, 'enabled') === false) return [];
  const name = childString(handler, 'name') ?? '';
  return ['source', 'env']
    .filter((key) => !isFilled(handler, key))
    .map((key) => {
      const message = `handler "${name}" of action "${action}" has no ${key}`;
      const fix = `Add ${key} = "…", or the preset that declares this handler`;
      return problemFrom(handler.origin, file, { message, fix });
    });
}

function isFilled(table: TableNode, key: string): boolean {
  return (childString(table, key) ?? '') !== '';
}
