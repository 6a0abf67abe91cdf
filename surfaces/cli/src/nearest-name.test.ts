import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';

describe('nearestName', () => {
  it.each([
    ['lnt', ['lint', 'format'], 'lint'],
    ['Lint', ['lint'], 'lint'],
    ['check_formating', ['format', 'check_formatting'], 'check_formatting'],
    ['x', ['lint'], undefined],
    ['lint', [], undefined],
    ['a'.repeat(100), ['a'.repeat(99)], undefined],
  ])('%s in %j: %s', (name, candidates, expected) => expect(nearestName(name, candidates)).toBe(expected));
});
