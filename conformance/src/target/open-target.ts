import { createAnnouncedTarget } from './announced-target.js';
import type { CommandHost } from './child-process.js';
import { createDaemonTarget, isServerCommand } from './daemon-target.js';
import { createStdioTarget } from './stdio-target.js';
import type { Target, TargetSpec } from './target.js';
import { createTcpTarget } from './tcp-target.js';

/** The target that a user named; nothing is started or connected yet. */
export function openTarget(
  spec: TargetSpec,
  host: CommandHost,
  waiting: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Target {
  if (spec.kind === 'connect') return createTcpTarget(spec, waiting);
  if (spec.announcesPort === true) return createAnnouncedTarget(spec.command, host, waiting);
  if (isServerCommand(spec.command)) return createDaemonTarget(spec.command, host, waiting);
  return createStdioTarget(spec.command, host);
}
