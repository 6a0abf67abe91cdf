import type { Progress } from '@tandem/contracts';
import type { Clock, TerminalStream, Timer } from '@tandem/platform';
import { formatDuration } from './duration.js';
import type { Palette } from './palette.js';
import { truncate, visibleLine } from './terminal-text.js';

export interface ProgressLinesOptions {
  readonly clock: Clock;
  readonly palette: Palette;
  readonly stream: TerminalStream;
  write(text: string): void;
}

interface ProgressLine {
  readonly startedAt: number;
  readonly label: string;
  message: string;
  percentage: number | undefined;
}

const redrawEveryMs = 100;
const maxLines = 8;
const frames = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇'] as const;

/** What runs right now, a line each, redrawn in place. Lines are cut to the terminal: one that wraps cannot be redrawn. */
export class ProgressLines<Key> implements Disposable {
  readonly #lines = new Map<Key, ProgressLine>();
  readonly #options: ProgressLinesOptions;
  #drawnLines = 0;
  #frame = 0;
  #timer: Timer | undefined;
  #isOver = false;

  constructor(options: ProgressLinesOptions) {
    this.#options = options;
  }

  start(key: Key, label: string): void {
    if (this.#isOver) return;
    const startedAt = this.#options.clock.monotonicMs();
    this.#lines.set(key, { startedAt, label, message: '', percentage: undefined });
    this.#scheduleRedraw();
  }

  report(key: Key, { message, title, percentage }: Progress): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    line.message = message ?? title ?? line.message;
    line.percentage = percentage ?? line.percentage;
  }

  end(key: Key): void {
    this.#lines.delete(key);
    if (this.#lines.size === 0) this.#rest();
  }

  /** Makes room for other output; the lines come back with the next redraw. */
  clear(): void {
    if (this.#drawnLines === 0) return;
    this.#options.write(`\x1b[${this.#drawnLines}A\r\x1b[J`);
    this.#drawnLines = 0;
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#rest();
  }

  /** A timer would keep the process alive. */
  #rest(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.clear();
  }

  #scheduleRedraw(): void {
    this.#timer ??= this.#options.clock.startTimer(redrawEveryMs, () => {
      this.#timer = undefined;
      this.#draw();
      this.#scheduleRedraw();
    });
  }

  #draw(): void {
    const columns = (this.#options.stream.columns ?? 80) - 1;
    const { palette } = this.#options;
    this.#frame = (this.#frame + 1) % frames.length;
    const running = [...this.#lines.values()];
    const texts = running.slice(0, maxLines).map((line) => truncate(this.#text(line), columns));
    if (running.length > maxLines) texts.push(truncate(`  …and ${running.length - maxLines} more`, columns));
    const up = this.#drawnLines === 0 ? '' : `\x1b[${this.#drawnLines}A\r\x1b[J`;
    this.#drawnLines = texts.length;
    this.#options.write(up + texts.map((text) => `${palette.dim(text)}\n`).join(''));
  }

  #text({ startedAt, label, message, percentage }: ProgressLine): string {
    const elapsed = formatDuration(this.#options.clock.monotonicMs() - startedAt);
    const done = percentage === undefined ? '' : ` ${Math.floor(percentage)}%`;
    return `${frames[this.#frame]} ${label}${done} ${elapsed} ${visibleLine(message)}`.trimEnd();
  }
}
