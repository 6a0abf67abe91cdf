import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PlannedHandler, planRun } from './plan-run.js';

/** `h1/a h2/b` names handlers with their environments. */
function handlers(text: string): readonly PlannedHandler[] {
  return text.split(' ').map((word) => {
    const [name = '', envName = ''] = word.split('/');
    return { name, envName };
  });
}

function check(text: string, concurrent: boolean, expected: string): void {
  const plan = planRun(handlers(text), concurrent);
  const segments =
    'segments' in plan ? plan.segments.map((s) => `${s.envName}:${s.handlerNames.join('+')}`) : [];
  expect([plan.kind, ...segments].join(' ')).toBe(expected);
}

test('handlers in one environment are one call, whatever the mode', () => {
  check('h1/a h2/a', false, 'single');
  check('h1/a h2/a', true, 'single');
  expect(planRun([], false)).toEqual({ kind: 'no-handlers' });
});

test('a chain has one segment for each stretch of the same environment', () => {
  check('h1/a h2/a h3/a h4/b', false, 'chain a:h1+h2+h3 b:h4');
  check('h1/a h2/b h3/a', false, 'chain a:h1 b:h2 a:h3');
});

test('concurrent handlers are grouped by environment', () => {
  check('h1/a h2/b h3/a', true, 'parallel a:h1+h3 b:h2');
});

test('no handler is lost, doubled or moved to another environment', () => {
  const arbitrary = fc.uniqueArray(fc.tuple(fc.nat(30), fc.constantFrom('a', 'b', 'c')), {
    selector: ([n]) => n,
  });
  fc.assert(
    fc.property(arbitrary, fc.boolean(), (pairs, concurrent) => {
      const all = pairs.map(([n, envName]) => ({ name: `h${n}`, envName }));
      const plan = planRun(all, concurrent);
      if (!('segments' in plan)) return;
      const planned = plan.segments.flatMap(({ envName, handlerNames }) =>
        handlerNames.map((name) => ({ name, envName })),
      );
      if (concurrent) expect(new Set(planned.map((h) => h.name))).toEqual(new Set(all.map((h) => h.name)));
      else expect(planned).toEqual(all);
      for (const handler of planned) expect(all).toContainEqual(handler);
    }),
  );
});
