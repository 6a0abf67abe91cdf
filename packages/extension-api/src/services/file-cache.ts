import { serviceToken } from '../service.js';

/** Remembers, in memory, what was computed from a file for as long as its text stays the same. */
export interface FileCache {
  /** The remembered value for this file, text and key, or `compute`d and remembered. A failure is not remembered. */
  get<Value>(file: string, key: string, compute: (text: string) => Value | Promise<Value>): Promise<Value>;
}

export const FileCache = serviceToken<FileCache>('tandem.FileCache');
