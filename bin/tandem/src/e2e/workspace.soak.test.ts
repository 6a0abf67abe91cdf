import { soakPlan } from '@tandem/testkit';
import { RpcError } from '@tandem/wire';
import { expect, test } from 'vitest';
import { FailedResult } from './soak/expected-lines.js';
import { nextExchange } from './soak/mixed-requests.js';
import { SeededRandom } from './soak/seeded-random.js';
import { SoakClient } from './soak/soak-client.js';
import { type GeneratedWorkspace, generateWorkspace } from './testing/generated-workspace.js';
import { type OwnDaemon, startOwnDaemon } from './testing/own-daemon.js';
import { killNow, processesRunning } from './testing/related-processes.js';

const clientCount = 8;

interface SoakOptions {
  readonly count: number;
  readonly seed: number;
  readonly workspace: GeneratedWorkspace;
  readonly daemon: OwnDaemon;
  /** After so many requests of all clients. */
  onFinished(finished: number): Promise<void>;
  /** Whether an error is an answer; otherwise it fails the soak. */
  isClearFailure(error: unknown): boolean;
}

/** Has eight clients send mixed requests until `count` have been answered; tells how many got a result. */
async function soak(options: SoakOptions): Promise<{ results: number; failures: number }> {
  const { count, seed, workspace, daemon } = options;
  const tally = { results: 0, failures: 0 };
  let begun = 0;
  await Promise.all(
    Array.from({ length: clientCount }, async (_, index) => {
      const client = new SoakClient({ name: `client ${index}`, seed: seed + index, workspace, daemon });
      while (begun < count) {
        begun += 1;
        try {
          await nextExchange(client)(client);
          tally.results += 1;
        } catch (error) {
          if (!options.isClearFailure(error)) throw error;
          tally.failures += 1;
        }
        await options.onFinished(tally.results + tally.failures);
      }
      expect(client.strayParts).toEqual([]);
      await client.close();
    }),
  );
  return tally;
}

test('8 clients at once: every request is answered, none gets the answer to another', async () => {
  const { count, seed } = soakPlan('mixed requests of 8 clients', { sample: 300, full: 10_000 });
  const workspace = await generateWorkspace();
  const daemon = await startOwnDaemon(workspace);
  const memory = { early: 0, late: 0 };
  const tally = await soak({
    count,
    seed,
    workspace,
    daemon,
    isClearFailure: () => false,
    async onFinished(finished) {
      if (finished === count / 5) memory.early = await residentBytes(daemon);
      if (finished === count) memory.late = await residentBytes(daemon);
    },
  });
  expect(tally).toEqual({ results: count, failures: 0 });
  const growth = memory.late / memory.early;
  console.info(`resident memory of the daemon: ${growth.toFixed(2)}× of that after the first fifth`);
  // A sample ends while the heap still finds its size.
  if (count === 10_000) expect(growth).toBeLessThanOrEqual(1.2);
});

test('with runners killed at random, every request gets a result or a clear error', async () => {
  const { count, seed } = soakPlan('mixed requests while runners are killed', { sample: 300, full: 10_000 });
  const workspace = await generateWorkspace();
  const daemon = await startOwnDaemon(workspace);
  const random = new SeededRandom(seed);
  // Rarely enough that the growing pauses before each start do not become all there is.
  const killEvery = Math.max(40, Math.ceil(count / 60));
  let kills = 0;
  const tally = await soak({
    count,
    seed,
    workspace,
    daemon,
    isClearFailure: isAboutKilledRunner,
    async onFinished(finished) {
      if (finished % killEvery === 0) kills += await killAnyRunner(workspace, random);
    },
  });
  expect(tally.results + tally.failures).toBe(count);
  expect(tally.results).toBeGreaterThan(count / 2);
  // At a moment when none runs there is none to kill.
  expect(kills).toBeGreaterThan(count / killEvery / 2);
});

async function residentBytes(daemon: OwnDaemon): Promise<number> {
  await using client = await daemon.connect();
  const usage: Readonly<Record<string, unknown>> = await client.request('server/getResourceUsage', {});
  return Number(usage['residentBytes']);
}

async function killAnyRunner({ scratchDir }: GeneratedWorkspace, random: SeededRandom): Promise<number> {
  const runners = await processesRunning(scratchDir, ' runner start ');
  if (runners.length === 0) return 0;
  const sorted = runners.toSorted((a, b) => a.commandLine.localeCompare(b.commandLine));
  return killNow(random.pick(sorted)) ? 1 : 0;
}

/** It says which runner it was and what happened to it. */
function isAboutKilledRunner(error: unknown): boolean {
  if (!(error instanceof RpcError || error instanceof FailedResult)) return false;
  return /^The runner for env "(dev|tools)" of \/.+ (ended unexpectedly|did not start): .*SIGKILL/.test(
    error.message,
  );
}
