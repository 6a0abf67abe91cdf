import type { DebugAddress } from '@tandem/workspace';

/** What a runner says about itself in plain lines, among whatever else it prints. */
export type Announcement =
  | { readonly kind: 'port'; readonly port: number }
  | { readonly kind: 'debugger'; readonly address: DebugAddress };

export function readAnnouncement(line: string): Announcement | undefined {
  const port = portOf(/Serving on \('[\d.]+', (\d+)\)/.exec(line)?.[1]);
  if (port !== undefined) return { kind: 'port', port };
  const [, host, debugPortText] = /Debug session: ([\w.-]+):(\d+)/.exec(line) ?? [];
  const debugPort = portOf(debugPortText);
  if (host === undefined || debugPort === undefined) return undefined;
  return { kind: 'debugger', address: { host, port: debugPort } };
}

function portOf(text: string | undefined): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
