import { fileURLToPath } from 'node:url';

export interface TextPosition {
  readonly line: number;
  /** In UTF-16 code units. */
  readonly character: number;
}

export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** Without a range the text replaces the whole document. */
export interface TextChange {
  readonly range?: TextRange | undefined;
  readonly text: string;
}

export interface OpenDocument {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

/** The documents that are open in editors, as they are there. */
export class DocumentOverlay {
  readonly #byKey = new Map<string, OpenDocument>();

  open(document: OpenDocument): void {
    this.#byKey.set(documentKey(document.uri), document);
  }

  /** Says whether the change was taken; one to a document that is not open, or from the past, is not. */
  change(uri: string, version: number, changes: readonly TextChange[]): boolean {
    const key = documentKey(uri);
    const document = this.#byKey.get(key);
    if (document === undefined || version < document.version) return false;
    const text = changes.reduce((current, change) => applyChange(current, change), document.text);
    this.#byKey.set(key, { ...document, version, text });
    return true;
  }

  close(uri: string): void {
    this.#byKey.delete(documentKey(uri));
  }

  /** By path, or by URI for what is no file. */
  find(pathOrUri: string): OpenDocument | undefined {
    return this.#byKey.get(documentKey(pathOrUri));
  }
}

/** One key for all spellings of a file's URI: editors differ in what they percent-encode. */
function documentKey(pathOrUri: string): string {
  if (!pathOrUri.startsWith('file:')) return pathOrUri;
  try {
    return fileURLToPath(pathOrUri);
  } catch {
    return pathOrUri;
  }
}

export function applyChange(text: string, { range, text: inserted }: TextChange): string {
  if (range === undefined) return inserted;
  const start = offsetAt(text, range.start);
  const end = Math.max(start, offsetAt(text, range.end));
  return text.slice(0, start) + inserted + text.slice(end);
}

/** A position behind the end of its line, or of the text, means that end. */
function offsetAt(text: string, { line, character }: TextPosition): number {
  let start = 0;
  for (let at = 0; at < line; at += 1) {
    const end = lineEnd(text, start);
    if (end === text.length) return end;
    start = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  }
  return Math.min(start + character, lineEnd(text, start));
}

function lineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return text.length;
}

/** The position behind the last character. */
export function endOf(text: string): TextPosition {
  const lines = text.split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
