import { serviceToken } from '../service.js';

/** The text of a file as the user sees it, and a version that changes with the text. */
export interface FileSnapshot {
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly version: string;
  /** Whether an editor has the file open, so that the text may be unsaved. */
  readonly isOpen: boolean;
}

/**
 * Files as the user sees them: text that is open in an editor comes before text on disk. A file is named by its
 * absolute path, by a path relative to the project, or by a `file://` URI.
 */
export interface FileAccess {
  read(file: string): Promise<string>;
  readSnapshot(file: string): Promise<FileSnapshot>;
  /** Replaces a file's text: through the editor when it has the file open, on disk otherwise. */
  write(file: string, text: string): Promise<void>;
}

export const FileAccess = serviceToken<FileAccess>('tandem.FileAccess');
