import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allRequirements } from '@tandem/contracts';
import { expect, test } from 'vitest';
import { conformanceProtocols, listChecks } from './index.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Ids that a test names in a call of `verifies`. */
function idsVerifiedByTests(): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const folder of ['packages', 'surfaces', 'conformance', 'bin']) {
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.test.ts') || name.includes('node_modules')) continue;
      const source = readFileSync(path.join(root, folder, name), 'utf8');
      for (const [, list = ''] of source.matchAll(/\bverifies\(\s*(\[[^\]]*\]|'[^']*')/g)) {
        for (const [, id = ''] of list.matchAll(/'([^']*)'/g)) ids.add(id);
      }
    }
  }
  return ids;
}

test('the rules that nothing proves yet are the ones on the list', async () => {
  const proved = new Set([
    ...idsVerifiedByTests(),
    ...conformanceProtocols.flatMap(({ name }) => listChecks(name).flatMap(({ proves }) => proves)),
  ]);
  const known = new Set(allRequirements.map(({ id }) => id));
  expect([...proved].filter((id) => !known.has(id))).toEqual([]);

  const unproved = allRequirements.filter(({ id }) => !proved.has(id));
  const list = unproved.map(({ id, rule }) => `${id}: ${rule}`).sort();
  const heading = `${allRequirements.length - unproved.length} of ${allRequirements.length} rules are proved. Unproved:`;
  // When a rule gets its proof: `npm test -- requirement-coverage -u`
  await expect(`${[heading, '', ...list].join('\n')}\n`).toMatchFileSnapshot('../unproved-requirements.txt');
});
