import { join } from 'node:path';
import type { FileSystem } from '@tandem/platform';

/** Adds text to the end of a file, which is made when it is missing, in one write. */
export type AppendText = (filePath: string, text: string) => Promise<void>;

export type WalFiles = Pick<FileSystem, 'readDirectory' | 'readText' | 'stat' | 'remove' | 'ensureDirectory'>;

/** The files of a log, oldest first. No folder, no files. */
export async function walSegments(
  dir: string,
  files: Pick<FileSystem, 'readDirectory' | 'stat'>,
): Promise<readonly string[]> {
  if ((await files.stat(dir)) === undefined) return [];
  const names = (await files.readDirectory(dir))
    .map(({ name }) => name)
    .filter((name) => segmentName.test(name));
  return names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => join(dir, name));
}

export function segmentAfter(dir: string, last: string | undefined): string {
  const number = last === undefined ? 1 : numberOf(last) + 1;
  return join(dir, `wal-${String(number).padStart(6, '0')}.jsonl`);
}

const segmentName = /^wal-(\d{6,})\.jsonl$/;

function numberOf(path: string): number {
  return Number(/wal-(\d+)\.jsonl$/.exec(path)?.[1] ?? 0);
}
