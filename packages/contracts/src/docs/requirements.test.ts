import { describe, expect, it } from 'vitest';
import { listProtocols } from './protocols.js';

const protocols = listProtocols();
const all = protocols.flatMap(({ requirements }) => requirements);

describe('requirements', () => {
  it('have ids of their own', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(protocols.map(({ contract, requirements }) => [contract.name, requirements] as const))(
    'of %s are well-formed',
    (name, requirements) => {
      expect(requirements.length).toBeGreaterThan(0);
      for (const { id, section, rule } of requirements) {
        expect(id).toMatch(new RegExp(`^${name}/[a-z0-9-]+/[a-z0-9-]+$`));
        expect([id, section.trim()]).toEqual([id, section]);
        expect([id, section]).not.toEqual([id, '']);
        expect([id, rule]).toEqual([id, expect.stringMatching(/^\S.*[.]$/s)]);
      }
    },
  );

  it('state a rule once in a section', () => {
    for (const { requirements } of protocols) {
      const rules = requirements.map(({ section, rule }) => `${section}: ${rule}`);
      expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
    }
  });
});
