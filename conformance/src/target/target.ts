import type { Readable, Writable } from 'node:stream';
import type { Transport } from '../check.js';

export type TargetSpec =
  | { readonly kind: 'connect'; readonly host: string; readonly port: number }
  | {
      readonly kind: 'command';
      readonly command: string;
      /** It prints `Serving on ('HOST', PORT)` and serves one connection there, instead of its standard streams. */
      readonly announcesPort?: boolean;
    };

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A byte stream to the target, and what the kit can observe about the process behind it. */
export interface Connection extends AsyncDisposable {
  readonly transport: Transport;
  /** What the target sends. */
  readonly output: Readable;
  /** What the target reads. */
  readonly input: Writable;
  /** Settles when the process ends; absent for a target that somebody else started. */
  readonly exited?: Promise<ProcessExit>;
  /** The last lines of the process's standard error; empty when there is none. */
  stderrTail(): string;
  /** The server at the other end; absent where a process serves one connection only. */
  readonly server?: Server;
}

/** Where one connection came from, and others can come from too. */
export interface Server {
  readonly port: number;
  connect(): Promise<Connection>;
  /** What only a server that the kit started itself has. */
  readonly own?: OwnServer;
}

export interface OwnServer {
  readonly portFile: string;
  readonly command: string;
  /** The same command once more, beside this one. */
  startAnother(settings?: ServerSettings): Promise<StartedServer>;
}

export interface ServerSettings {
  /** For a command that has a place for it. */
  readonly disconnectTimeoutSec?: number;
}

/** A place where connections to the target come from. */
export interface Target {
  readonly transport: Transport;
  /** For people, in headings and messages. */
  readonly description: string;
  /**
   * What the checks of one group share: a daemon that runs for the length of the group, or nothing.
   * Disposing it ends every process that was started for the group.
   */
  openGroup(): Promise<TargetGroup>;
}

export interface TargetGroup extends AsyncDisposable {
  connect(): Promise<Connection>;
}

/** A server process of the kit, and the file that it wrote its port to. */
export interface StartedServer extends TargetGroup {
  readonly port: number;
  readonly portFile: string;
  readonly exited: Promise<ProcessExit>;
}

/** The target could not be reached or started, so nothing was learned about the protocol. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}
