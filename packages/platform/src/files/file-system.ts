export type FileKind = 'file' | 'directory' | 'symlink' | 'other';

export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export interface DirectoryEntry {
  readonly name: string;
  /** Of the entry itself: a link is a `symlink`, whatever it points to. */
  readonly kind: FileKind;
}

export interface WriteOptions {
  /** Permission bits, whatever the umask says. By default those of the file that is replaced. */
  readonly mode?: number;
}

/** The files a domain works on. Every failure is a `PlatformError` that names the path. Paths are absolute. */
export interface FileSystem {
  readText(filePath: string): Promise<string>;
  readBytes(filePath: string): Promise<Uint8Array>;
  /** `undefined` when there is no such file; any other trouble still rejects. */
  readTextIfExists(filePath: string): Promise<string | undefined>;
  /** Follows links; `undefined` when there is nothing. */
  stat(path: string): Promise<FileStat | undefined>;
  /** In order of name. */
  readDirectory(dirPath: string): Promise<readonly DirectoryEntry[]>;
  /** Readers see the old content or the new, never a part, even if the writer is killed. */
  writeAtomic(filePath: string, content: string | Uint8Array, options?: WriteOptions): Promise<void>;
  /** Creates missing parents; content that exists is left alone. */
  ensureDirectory(dirPath: string): Promise<void>;
  /** A file, or a folder with all in it; nothing happens when it is already gone. */
  remove(path: string): Promise<void>;
  /** With links resolved. */
  realPath(path: string): Promise<string>;
}
