import { groupOf } from './check.js';
import { ednSuite } from './edn/suite.js';
import { erSuite } from './er/suite.js';
import { apexAdapter } from './json-rpc/adapters/apex.js';
import { lspAdapter } from './json-rpc/adapters/lsp.js';
import { createJsonRpcSuite } from './json-rpc/suite.js';
import type { CheckInfo, RunnableCheck, Suite } from './suite.js';
import { wmSuite } from './wm/suite.js';

const suites: readonly Suite[] = [
  wmSuite,
  erSuite,
  createJsonRpcSuite({ adapter: lspAdapter, doc: 'language server with the custom commands' }),
  ednSuite,
  createJsonRpcSuite({ adapter: apexAdapter, doc: 'Apex backend, seen from the editor' }),
];

/** The protocols that have a conformance suite, each with one line about what is checked. */
export const conformanceProtocols: readonly { readonly name: string; readonly doc: string }[] = suites.map(
  ({ protocol, doc }) => ({
    name: protocol,
    doc,
  }),
);

/** All checks of a protocol, in the order in which they run; empty for an unknown protocol. */
export function listChecks(protocol: string): readonly CheckInfo[] {
  return (findSuite(protocol)?.checks ?? []).map(({ id, title, proves }) => ({ id, title, proves }));
}

export function findSuite(protocol: string): Suite | undefined {
  return suites.find((suite) => suite.protocol === protocol);
}

/** The checks with these ids or in these groups; all without a choice. */
export function selectChecks(suite: Suite, only: readonly string[] | undefined): readonly RunnableCheck[] {
  if (only === undefined) return suite.checks;
  return suite.checks.filter(({ id }) => only.includes(id) || only.includes(groupOf(id)));
}
