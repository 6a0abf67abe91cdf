import type { UserMessage } from '@tandem/contracts';
import type { Verbosity } from '../arguments/parse-run-arguments.js';
import type { CommandContext } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import type { Reporter } from '../run/reporter.js';
import { type FinishedSlot, hasFindings, type Slot } from '../run/run-report.js';
import { complaintText } from './complaint-text.js';
import { formatDuration } from './duration.js';
import { fileLabel, readLines } from './file-labels.js';
import { hasColours, paletteFor } from './palette.js';
import { renderProblems } from './problem-list.js';
import { ProgressLines } from './progress-lines.js';
import { resultText } from './styled-text.js';
import { summaryLine } from './summary-line.js';
import { visible, visibleLine } from './terminal-text.js';

const maxPerFile = 20;

/** For a person at a terminal: results on stdout, a block for each run when it ends; all else on stderr. */
export function createTextReporter(context: CommandContext, verbosity: Verbosity): Reporter {
  const { environment, clock } = context;
  const palette = paletteFor(environment, environment.stdout);
  const errorPalette = paletteFor(environment, environment.stderr);
  const isQuiet = verbosity === 'quiet';
  const shownMessages = new Set<string>();
  const errorMessages = new Set<string>();
  const lines = new ProgressLines<Slot | string>({
    clock,
    palette: errorPalette,
    stream: environment.stderr,
    write: (text) => context.writeError(text),
  });
  const showsProgress = !isQuiet && environment.stderr.isTTY && environment.variables['TERM'] !== 'dumb';
  let waitingFor: string | undefined;
  // Blocks end in whatever order they like, but are never mixed.
  let lastBlock: Promise<void> = Promise.resolve();

  const write = (text: string): void => {
    lines.clear();
    context.write(text);
  };
  const writeError = (text: string): void => {
    lines.clear();
    context.writeError(text);
  };
  const waiting = (what: string | undefined): void => {
    if (waitingFor !== undefined) lines.end(waitingFor);
    waitingFor = what;
    if (showsProgress && what !== undefined) lines.start(what, what);
  };

  /** Servers also broadcast the failures of runs, which have been told as their results. */
  const writeErrorMessages = (failures: readonly string[]): void => {
    for (const message of errorMessages) {
      if (failures.some((failure) => failure.includes(message) || message.includes(failure))) continue;
      writeError(`${errorPalette.red('error:')} ${visible(message)}\n`);
    }
  };

  const writeBlock = async ({ slot, outcome }: FinishedSlot): Promise<void> => {
    if (isQuiet && !hasFindings(outcome)) return;
    const title = `${palette.bold(slotLabel(slot))} ${palette.dim(formatDuration(outcome.durationMs))}`;
    if (outcome.kind === 'failed') {
      write(`${palette.red('✖')} ${title}\n${indented(palette.red(visible(outcome.message)))}\n`);
      return;
    }
    write(`${hasFindings(outcome) ? palette.yellow('✖') : palette.green('✔')} ${title}\n`);
    if (outcome.problems === undefined) {
      const text = resultText(outcome.formats, palette).trimEnd();
      if (text !== '') write(`${indented(text)}\n`);
      return;
    }
    const problems = renderProblems(outcome.problems, {
      palette,
      columns: environment.stdout.columns ?? 100,
      maxPerFile: verbosity === 'verbose' ? Number.POSITIVE_INFINITY : maxPerFile,
      hasLinks: environment.stdout.isTTY && hasColours(environment, environment.stdout),
      fileLabel: (file) => fileLabel(file, slot.project?.path, environment),
      readLines: (file) => readLines(file, slot.project?.path, context),
    });
    for await (const text of problems) write(text);
  };

  return {
    wantsPartialResults: false,
    waiting,
    started(slot) {
      waiting(undefined);
      if (showsProgress) lines.start(slot, slotLabel(slot));
    },
    progress: (slot, progress) => lines.report(slot, progress),
    partialResult: () => {},
    ended(finished) {
      lines.end(finished.slot);
      lastBlock = lastBlock.then(() => writeBlock(finished));
      return lastBlock;
    },
    brokenProject(broken) {
      write(
        `${palette.red('✖')} ${palette.bold(visibleLine(broken.project.name))}\n${complaintText(broken)}`,
      );
    },
    userMessage({ type, message }) {
      if (type === 'ERROR') errorMessages.add(message);
      else if (shownTypes[verbosity].some((shown) => shown === type) && !shownMessages.has(message)) {
        shownMessages.add(message);
        writeError(`${errorPalette.dim(`${type.toLowerCase()}:`)} ${visible(message)}\n`);
      }
    },
    warning: (message) => writeError(`${errorPalette.yellow('warning:')} ${visible(message)}\n`),
    log: (line) => writeError(`${errorPalette.dim(visibleLine(line))}\n`),
    finished(report, exitCode) {
      lines[Symbol.dispose]();
      writeErrorMessages(
        report.slots.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome.message] : [])),
      );
      if (!isQuiet) write(`\n${summaryLine(report, exitCode, palette)}\n`);
    },
    aborted(message, exitCode) {
      lines[Symbol.dispose]();
      if (exitCode === ExitCode.failed) writeErrorMessages([message]);
      writeError(exitCode === ExitCode.interrupted ? `${message}\n` : `tandem run: ${visible(message)}\n`);
    },
  };
}

function slotLabel({ project, actionName }: Slot): string {
  return visibleLine(project === undefined ? actionName : `${project.name} › ${actionName}`);
}

/** Errors are told at the end, when it is known which of them say something new. */
const shownTypes = {
  quiet: [],
  normal: ['INFO', 'WARNING'],
  verbose: ['INFO', 'WARNING', 'LOG', 'DEBUG'],
} as const satisfies Record<Verbosity, readonly UserMessage['type'][]>;

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
