import { expect, test } from 'vitest';
import { allRequirements } from './requirements.js';

test('an id names one rule, for ever', () => {
  const ids = allRequirements.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('all five documents are there', () => {
  const protocols = new Set(allRequirements.map(({ id }) => id.slice(0, id.indexOf('/'))));
  expect([...protocols]).toEqual(['wm', 'er', 'lsp', 'edn', 'apex']);
});
