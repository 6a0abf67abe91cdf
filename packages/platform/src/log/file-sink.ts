import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from '../platform-error.js';
import { isAtLeast, type LogLevel, type LogRecord, type LogSink } from './log.js';

export interface FileSinkOptions {
  readonly filePath: string;
  readonly level: LogLevel;
  /** The file is set aside when it has grown to this. */
  readonly maxBytes?: number;
  /** How many files set aside are kept. */
  readonly keep?: number;
}

export interface FileSink extends LogSink, Disposable {
  /** Records that could not be written; the next one that can be says so in the file. */
  readonly lostRecords: number;
}

interface OpenFile {
  readonly descriptor: number;
  readonly inode: number;
}

/**
 * Appends records as lines of JSON. Several processes may write to one file: each line is one write in append
 * mode, and a process notices when another one has set the file aside. Writing is synchronous, so the last
 * words of a process that crashes are there to read.
 */
export function createFileSink(options: FileSinkOptions): FileSink {
  const { filePath, level: minimum, maxBytes = 10 * 1024 * 1024, keep = 3 } = options;
  let file: OpenFile | undefined;
  let lostRecords = 0;

  const close = () => {
    if (file !== undefined) closeSync(file.descriptor);
    file = undefined;
  };
  const currentFile = (): OpenFile => {
    const onDisk = statSync(filePath, { throwIfNoEntry: false });
    if (file !== undefined && onDisk?.ino !== file.inode) close();
    if (file !== undefined && onDisk !== undefined && onDisk.size >= maxBytes) {
      close();
      setAside(filePath, keep);
    }
    file ??= openForAppend(filePath);
    return file;
  };

  return {
    isEnabled: (level) => isAtLeast(level, minimum),
    write(record) {
      try {
        const note =
          lostRecords === 0
            ? ''
            : toLine({ ...record, level: 'warn', message: 'log records were lost', fields: { lostRecords } });
        const { descriptor } = currentFile();
        writeAll(descriptor, note + toLine(record));
        lostRecords = 0;
      } catch {
        // There is no one to tell: a log that fails must not take the program with it. The loss is counted.
        lostRecords += 1;
      }
    },
    get lostRecords() {
      return lostRecords;
    },
    [Symbol.dispose]: close,
  };
}

/** The name carries the moment and the process, so that two processes that do this at once overwrite nothing. */
function setAside(filePath: string, keep: number): void {
  const moment = new Date().toISOString().replace(/[-:.]/g, '');
  try {
    renameSync(filePath, `${filePath}.${moment}-${process.pid}`);
  } catch (error) {
    // Another process was faster.
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const dirPath = dirname(filePath);
  const prefix = `${basename(filePath)}.`;
  const setAsideBefore = readdirSync(dirPath).filter(
    (name) => /^\d{8}T\d{9}Z-\d+$/.test(name.slice(prefix.length)) && name.startsWith(prefix),
  );
  for (const name of setAsideBefore.sort().slice(0, Math.max(0, setAsideBefore.length - keep))) {
    try {
      unlinkSync(join(dirPath, name));
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  }
}

function openForAppend(filePath: string): OpenFile {
  mkdirSync(dirname(filePath), { recursive: true });
  const descriptor = openSync(filePath, 'a', 0o600);
  return { descriptor, inode: fstatSync(descriptor).ino };
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

function toLine({ timeMs, level, message, fields }: LogRecord): string {
  const head = {
    time: new Date(timeMs).toISOString(),
    level: level.toUpperCase(),
    pid: process.pid,
    message,
  };
  // The head comes last in the merge so that no field can pass itself off as it.
  return `${JSON.stringify({ ...head, ...fields, ...head })}\n`;
}
