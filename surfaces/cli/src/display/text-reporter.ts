import type { Progress, UserMessage } from '@tandem/contracts';
import type { Verbosity } from '../arguments/parse-run-arguments.js';
import type { CommandContext } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import type { BrokenProject } from '../run/config-complaints.js';
import type { ProblemsByFile } from '../run/problem.js';
import type { Reporter } from '../run/reporter.js';
import { type FinishedSlot, hasFindings, type RunReport, type Slot } from '../run/run-report.js';
import { complaintText } from './complaint-text.js';
import { formatDuration } from './duration.js';
import { fileLabel, readLines } from './file-labels.js';
import { hasColours, type Palette, paletteFor } from './palette.js';
import { renderProblems } from './problem-list.js';
import { ProgressLines } from './progress-lines.js';
import { resultText } from './styled-text.js';
import { summaryLine } from './summary-line.js';
import { labelled, visible, visibleLine } from './terminal-text.js';

const maxPerFile = 20;

/** For a person at a terminal: results on stdout, a block for each run when it ends; all else on stderr. */
export class TextReporter implements Reporter {
  readonly #context: CommandContext;
  readonly #verbosity: Verbosity;
  readonly #palette: Palette;
  readonly #errorPalette: Palette;
  readonly #lines: ProgressLines<Slot | string>;
  readonly #showsProgress: boolean;
  readonly #shownMessages = new Set<string>();
  readonly #errorMessages = new Set<string>();
  #waitingFor: string | undefined;
  /** Runs end in whatever order they like, but their blocks are never mixed. */
  #lastBlock: Promise<void> = Promise.resolve();

  constructor(context: CommandContext, verbosity: Verbosity) {
    const { environment, clock } = context;
    const { stdout, stderr, variables } = environment;
    this.#context = context;
    this.#verbosity = verbosity;
    this.#palette = paletteFor(environment, stdout);
    this.#errorPalette = paletteFor(environment, stderr);
    this.#showsProgress = verbosity !== 'quiet' && stderr.isTTY && variables['TERM'] !== 'dumb';
    this.#lines = new ProgressLines({
      clock,
      palette: this.#errorPalette,
      stream: stderr,
      write: (text) => context.writeError(text),
    });
  }

  waiting(what: string | undefined): void {
    if (this.#waitingFor !== undefined) this.#lines.end(this.#waitingFor);
    this.#waitingFor = what;
    if (this.#showsProgress && what !== undefined) this.#lines.start(what, what);
  }

  started(slot: Slot): void {
    this.waiting(undefined);
    if (this.#showsProgress) this.#lines.start(slot, slotLabel(slot));
  }

  progress(slot: Slot, progress: Progress): void {
    this.#lines.report(slot, progress);
  }

  ended(finished: FinishedSlot): Promise<void> {
    this.#lines.end(finished.slot);
    this.#lastBlock = this.#lastBlock.then(() => this.#writeBlock(finished));
    return this.#lastBlock;
  }

  brokenProject(broken: BrokenProject): void {
    const title = this.#palette.bold(visibleLine(broken.project.name));
    this.#write(`${this.#palette.red('✖')} ${title}\n${complaintText(broken)}`);
  }

  userMessage({ type, message }: UserMessage): void {
    if (type === 'ERROR') this.#errorMessages.add(message);
    if (!shownTypes[this.#verbosity].some((shown) => shown === type) || this.#shownMessages.has(message))
      return;
    this.#shownMessages.add(message);
    this.#writeError(`${labelled(this.#errorPalette.dim(`${type.toLowerCase()}:`), message)}\n`);
  }

  warning(message: string): void {
    this.#writeError(`${this.#errorPalette.yellow('warning:')} ${visible(message)}\n`);
  }

  log(line: string): void {
    this.#writeError(`${this.#errorPalette.dim(visibleLine(line))}\n`);
  }

  finished(report: RunReport, exitCode: ExitCode): void {
    this.#lines[Symbol.dispose]();
    this.#writeErrorMessages([
      ...report.slots.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome.message] : [])),
      ...report.brokenProjects.flatMap(({ complaints }) => complaints.map(({ message }) => message)),
    ]);
    if (this.#verbosity !== 'quiet') this.#write(`\n${summaryLine(report, exitCode, this.#palette)}\n`);
  }

  aborted(message: string, exitCode: ExitCode): void {
    this.#lines[Symbol.dispose]();
    if (exitCode === ExitCode.failed) this.#writeErrorMessages([message]);
    this.#writeError(
      exitCode === ExitCode.interrupted ? `${message}\n` : `tandem run: ${visible(message)}\n`,
    );
  }

  async #writeBlock({ slot, outcome }: FinishedSlot): Promise<void> {
    const isNews = hasFindings(outcome);
    if (this.#verbosity === 'quiet' && !isNews) return;
    const palette = this.#palette;
    const title = `${palette.bold(slotLabel(slot))} ${palette.dim(formatDuration(outcome.durationMs))}`;
    if (outcome.kind === 'failed') {
      this.#write(`${palette.red('✖')} ${title}\n${indented(palette.red(visible(outcome.message)))}\n`);
      return;
    }
    this.#write(`${isNews ? palette.yellow('✖') : palette.green('✔')} ${title}\n`);
    if (outcome.problems !== undefined) {
      await this.#writeProblems(outcome.problems, slot);
      return;
    }
    const text = resultText(outcome.formats, palette).trimEnd();
    if (text !== '') this.#write(`${indented(text)}\n`);
  }

  async #writeProblems(problems: ProblemsByFile, { project }: Slot): Promise<void> {
    const { environment } = this.#context;
    const texts = renderProblems(problems, {
      palette: this.#palette,
      columns: environment.stdout.columns ?? 100,
      maxPerFile: this.#verbosity === 'verbose' ? Number.POSITIVE_INFINITY : maxPerFile,
      hasLinks: environment.stdout.isTTY && hasColours(environment, environment.stdout),
      fileLabel: (file) => fileLabel(file, project?.path, environment),
      readLines: (file) => readLines(file, project?.path, this.#context),
    });
    for await (const text of texts) this.#write(text);
  }

  /** Servers also broadcast what has been told as the failure of a run or of a project. */
  #writeErrorMessages(failures: readonly string[]): void {
    for (const message of this.#errorMessages) {
      if (failures.some((failure) => failure.includes(message) || message.includes(failure))) continue;
      this.#writeError(`${this.#errorPalette.red('error:')} ${visible(message)}\n`);
    }
  }

  #write(text: string): void {
    this.#lines.clear();
    this.#context.write(text);
  }

  #writeError(text: string): void {
    this.#lines.clear();
    this.#context.writeError(text);
  }
}

/** Errors are told at the end, when it is known which of them say something new. */
const shownTypes = {
  quiet: [],
  normal: ['INFO', 'WARNING'],
  verbose: ['INFO', 'WARNING', 'LOG', 'DEBUG'],
} as const satisfies Record<Verbosity, readonly UserMessage['type'][]>;

function slotLabel({ project, actionName }: Slot): string {
  return visibleLine(project === undefined ? actionName : `${project.name} › ${actionName}`);
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
