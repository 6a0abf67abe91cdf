import {
  type ConformanceOptions as KitOptions,
  listChecks,
  runConformance,
  type SlowRequest,
  type TargetSpec,
} from '@tandem/conformance';
import { ExitCode } from '../exit-code.js';
import { interruptSignal } from '../interrupt.js';
import { usageError } from '../usage-error.js';

export interface ConformanceOptions {
  readonly connect?: string;
  readonly command?: string;
  readonly only?: readonly string[];
  readonly timeout: number;
  readonly slowRequest?: string;
  readonly portLine?: boolean;
  readonly probe?: string;
  readonly json?: boolean;
  readonly list?: boolean;
}

export async function executeConformance(protocol: string, options: ConformanceOptions): Promise<number> {
  const write = (text: string) => process.stdout.write(text);
  if (options.list) {
    write(listing(protocol));
    return ExitCode.ok;
  }
  const target = targetOf(options);
  if (target === undefined) {
    return usageError('say what to check: --connect HOST:PORT, or --command with the line that starts it');
  }
  if (!(options.timeout > 0)) return usageError('--timeout is a number of seconds, more than 0');
  const slowRequest = options.slowRequest === undefined ? undefined : slowRequestOf(options.slowRequest);
  if (slowRequest === null)
    return usageError('--slow-request is a JSON object: {"method": …, "params": {…}}');
  const request: KitOptions = {
    protocol,
    target,
    timeoutMs: options.timeout * 1000,
    color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
    format: options.json ? 'json' : 'table',
    write,
    signal: interruptSignal(),
    ...(options.only !== undefined && { only: options.only }),
    ...(slowRequest !== undefined && { slowRequest }),
    ...(options.probe !== undefined && { probeFile: options.probe }),
  };
  return (await runConformance(request)).exitCode;
}

function targetOf({ connect, command, portLine }: ConformanceOptions): TargetSpec | undefined {
  if (command !== undefined) return { kind: 'command', command, ...(portLine && { announcesPort: true }) };
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(connect ?? '') ?? [];
  if (host === undefined || port === undefined) return undefined;
  return { kind: 'connect', host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

function slowRequestOf(text: string): SlowRequest | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('method' in value)) return null;
    const params = 'params' in value ? value.params : {};
    return typeof value.method === 'string' ? { method: value.method, params } : null;
  } catch {
    return null; // told to the user as a usage error
  }
}

function listing(protocol: string): string {
  const checks = listChecks(protocol);
  const width = Math.max(...checks.map(({ id }) => id.length));
  return checks.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`).join('');
}
