import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeProbe, type ProbeProject } from './er/probe/open-probe.js';
import { conformanceProtocols, listChecks } from './protocols.js';
import { buildReferenceChild, type ReferenceChild } from './testing/build-reference-child.js';
import { flawsOf, ownFlaws } from './testing/find-flaw.js';
import { startReferenceServer } from './testing/reference-server.js';
import { type ReportedCheck, runKitForChecks } from './testing/run-kit.js';

const protocols = conformanceProtocols.map(({ name }) => name);
/** The flaws of one protocol for each encoding, which are the same for all others, and what others have besides. */
const flawsToFind = { ...ownFlaws, wm: flawsOf('wm') };
/** The same for protocols on standard streams. */
const stdioProtocols = ['er', 'edn'];
/** Checks that pass nothing on a socket need the process around it. */
const needsProcess = (checkId: string) => checkId.startsWith('stdio/');
/** Checks that need a server which the kit started itself. */
const needsOwnServer = (checkId: string) => /^(portfile|stopping)\//.test(checkId);
/** How long a peer may be silent that has the flaw of being silent; a process also has to start in that time. */
const silentServerMs = 2000;
const silentProcessMs = 5000;

let child: ReferenceChild;
let probeProject: ProbeProject;
beforeAll(async () => {
  child = await buildReferenceChild();
  probeProject = await createNodeProbe(tmpdir());
});
afterAll(async () => {
  await child[Symbol.asyncDispose]();
  await probeProject[Symbol.asyncDispose]();
});

const failuresOf = (checks: readonly ReportedCheck[]) => checks.filter(({ status }) => status === 'failed');
const skippedIn = (checks: readonly ReportedCheck[]) =>
  checks.filter(({ status }) => status === 'not-applicable').map(({ id }) => id);

describe('a correct peer passes every check that applies', () => {
  const withoutBatches = [
    'ids/null',
    ...listChecks('lsp').flatMap(({ id }) => (id.startsWith('batches/') ? [id] : [])),
  ];

  test.each(protocols)('%s over TCP', async (protocol) => {
    await using server = await startReferenceServer(protocol);
    const checks = await runKitForChecks({
      protocol,
      target: { kind: 'connect', ...server },
      probeFile: probeProject.filePath,
    });
    expect(failuresOf(checks)).toEqual([]);
    const stdio = ['stdio/protocol-only', 'stdio/end-of-input'];
    const ownServer = listChecks(protocol).flatMap(({ id }) => (needsOwnServer(id) ? [id] : []));
    expect(skippedIn(checks)).toEqual([
      ...(protocol === 'lsp' ? withoutBatches : []),
      ...stdio,
      ...ownServer,
    ]);
  });

  test.each(stdioProtocols)('%s over standard streams', async (protocol) => {
    const checks = await runKitForChecks({
      protocol,
      target: { kind: 'command', command: child.command(protocol) },
    });
    expect(failuresOf(checks)).toEqual([]);
    expect(skippedIn(checks)).toEqual([]);
  });

  test('wm as a daemon that the kit starts, in what cannot be seen otherwise', async () => {
    const checks = await runKitForChecks({
      protocol: 'wm',
      only: ['projects', 'server', 'portfile', 'stopping'],
      target: { kind: 'command', command: child.daemonCommand('wm') },
    });
    expect(failuresOf(checks)).toEqual([]);
    expect(skippedIn(checks)).toEqual([]);
  });
});

test.each(protocols)('%s: every check has a flaw that it finds, and every flaw a check', (protocol) => {
  expect(Object.keys(flawsOf(protocol)).sort()).toEqual(
    listChecks(protocol)
      .map(({ id }) => id)
      .sort(),
  );
});

describe.each(Object.entries(flawsToFind))(
  '%s: a peer that is broken in just one way fails the check for it',
  (protocol, flaws) => {
    test.concurrent.each(Object.entries(flaws))('%s', async (id, { create, finding, daemon }) => {
      const command = daemon === undefined ? commandFor(protocol, id) : child.daemonCommand(protocol, id);
      const [outcome] =
        command === undefined
          ? await runAgainstServer(protocol, id, create)
          : await runAgainstProcess(protocol, id, command);
      expect(outcome).toMatchObject({ id, status: 'failed', reason: expect.stringMatching(finding) });
      expect(outcome?.transcript?.length).toBeGreaterThan(0);
    });
  },
);

async function runAgainstServer(
  protocol: string,
  id: string,
  create: Parameters<typeof startReferenceServer>[1],
) {
  await using server = await startReferenceServer(protocol, create);
  return await runKitForChecks({
    protocol,
    only: [id],
    timeoutMs: silentServerMs,
    probeFile: probeProject.filePath,
    target: { kind: 'connect', ...server },
  });
}

function commandFor(encoding: string, id: string): string | undefined {
  return needsProcess(id) ? child.command(stdioProtocolOf(encoding), id) : undefined;
}

async function runAgainstProcess(encoding: string, id: string, command: string) {
  const protocol = needsProcess(id) ? stdioProtocolOf(encoding) : encoding;
  return await runKitForChecks({
    protocol,
    only: [id],
    timeoutMs: silentProcessMs,
    target: { kind: 'command', command },
  });
}

/** A Workspace Manager has no standard streams to check. */
const stdioProtocolOf = (encoding: string) => (encoding === 'wm' ? 'er' : encoding);
