import type { Check } from '../check.js';
import { hasPart, type ProbePart } from './probe/probe.js';
import type { ErFacts, ErSession } from './session.js';

export type ErCheck = Check<ErSession, ErFacts>;

/** A check that can only be made with handlers whose behaviour is known. */
export type ProbeCheck = Omit<ErCheck, 'notApplicable'> & { readonly uses: readonly ProbePart[] };

/** The checks apply to a target for which a probe project with all that they use is there. */
export function withProbe(checks: readonly ProbeCheck[]): readonly ErCheck[] {
  return checks.map(({ uses, ...check }) => ({
    ...check,
    notApplicable({ probe }) {
      if (probe === undefined)
        return 'it takes handlers that are known; put {probeProject} into the command, or describe a project with --probe';
      const missing = uses.filter((part) => !hasPart(probe, part));
      return missing.length === 0 ? undefined : `the probe project has no ${missing.join(', ')}`;
    },
  }));
}
