import type { TargetFacts } from '../check.js';
import { stdioChecks } from '../stdio-checks.js';
import { defineSuite } from '../suite.js';
import { envelopeChecks } from './checks/envelopes.js';
import { lineChecks } from './checks/lines.js';
import { readinessChecks } from './checks/readiness.js';
import { requestChecks } from './checks/requests.js';
import { createFrameDecoder } from './decoder.js';
import { EdnSession } from './session.js';

export const ednSuite = defineSuite<EdnSession, TargetFacts>({
  protocol: 'edn',
  doc: 'agent backend for frontends such as Emacs, EDN on lines',
  checks: [...lineChecks, ...envelopeChecks, ...readinessChecks, ...requestChecks, ...stdioChecks],
  createDecoder: createFrameDecoder,
  facts: (transport) => ({ transport }),
  openSession: (channel) => new EdnSession(channel),
  getReady: (session) => session.getReady(),
});
