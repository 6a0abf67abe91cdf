import { allRequirements } from '@tandem/contracts';
import { describe, expect, test } from 'vitest';
import { conformanceProtocols, listChecks } from './protocols.js';

const requirements = new Set(allRequirements.map(({ id }) => id));

test('there is a suite for each of the five protocols', () => {
  expect(conformanceProtocols.map(({ name }) => name)).toEqual(['wm', 'er', 'lsp', 'edn', 'apex']);
});

test('an unknown protocol has no checks', () => {
  expect(listChecks('ftp')).toEqual([]);
});

describe.each(conformanceProtocols)('$name', ({ name }) => {
  const checks = listChecks(name);

  test('no two checks have the same id', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  });

  test('every id is a group and a name', () => {
    for (const { id } of checks) expect(id).toMatch(/^[a-z0-9]+\/[a-z0-9-]+$/);
  });

  test('everything a check proves is a requirement of this protocol', () => {
    const unknown = checks.flatMap(({ proves }) => proves.filter((id) => !requirements.has(id)));
    expect(unknown).toEqual([]);
    for (const { proves } of checks) for (const id of proves) expect(id.startsWith(`${name}/`)).toBe(true);
  });
});

test('a check proves something in some protocol, and names nothing twice', () => {
  const proved = new Map<string, readonly string[]>();
  for (const { name } of conformanceProtocols) {
    for (const { id, proves } of listChecks(name)) {
      expect(new Set(proves).size).toBe(proves.length);
      proved.set(id, [...(proved.get(id) ?? []), ...proves]);
    }
  }
  expect([...proved].filter(([, proves]) => proves.length === 0)).toEqual([]);
});
