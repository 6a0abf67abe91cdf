import type { ManagedProcess } from '@tandem/platform';
import type { DebugAddress } from '@tandem/workspace';
import { type Announcement, readAnnouncement } from './announcements.js';
import { lastLinesOf } from './last-lines.js';
import { type StdoutScan, scanStdout } from './scan-stdout.js';

/** What a runner's process says outside the protocol: where it listens, where to debug it, and its last words. */
export class RunnerOutput {
  /** Resolves when the process prints a port; never rejects. */
  readonly port: Promise<number>;
  /** Resolves when the process says where a debugger can attach; never rejects. */
  readonly debugAddress: Promise<DebugAddress>;
  #settlePort: (port: number) => void = () => {};
  #settleDebugAddress: (address: DebugAddress) => void = () => {};
  #scan: StdoutScan | undefined;

  constructor() {
    this.port = new Promise((resolve) => {
      this.#settlePort = resolve;
    });
    this.debugAddress = new Promise((resolve) => {
      this.#settleDebugAddress = resolve;
    });
  }

  readonly onStderrLine = (line: string): void => {
    const said = readAnnouncement(line);
    if (said !== undefined) this.#note(said);
  };

  /** For a process whose stdout is not known to carry the protocol alone. */
  scan({ stdout }: ManagedProcess): StdoutScan['frames'] {
    this.#scan = scanStdout(stdout, (said) => this.#note(said));
    return this.#scan.frames;
  }

  lastLines(process: ManagedProcess): string {
    const parts = [this.#scan?.lastLines.text() ?? '', lastLinesOf(process.stderrTail())];
    return parts.filter((part) => part !== '').join('\n');
  }

  #note(said: Announcement): void {
    if (said.kind === 'port') this.#settlePort(said.port);
    else this.#settleDebugAddress(said.address);
  }
}
