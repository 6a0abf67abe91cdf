import type { Environment, Log } from '@tandem/platform';

const variable = 'TANDEM_RUNNER_MAX_HEAP_MIB';
/** With less, Node dies before it has loaded the runner. */
const leastMiB = 64;

/** How large the heap of one Node runner may grow; undefined leaves it to Node. */
export function runnerMaxHeapMiB(
  { variables }: Pick<Environment, 'variables'>,
  log: Log,
): number | undefined {
  const text = variables[variable];
  if (text === undefined || text === '') return undefined;
  const mebibytes = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(mebibytes) && mebibytes >= leastMiB) return mebibytes;
  log.warn(`${variable} is ignored: "${text}" is no whole number from ${leastMiB} on. Set it to 2048, say.`);
  return undefined;
}
