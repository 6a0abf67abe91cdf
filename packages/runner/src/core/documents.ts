import { fileURLToPath } from 'node:url';
import { type Position, type Range, TextDocument } from 'vscode-languageserver-textdocument';

/** Line and offset in UTF-16 code units. */
export type TextPosition = Position;
export type TextRange = Range;

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
    this.#byKey.set(key, { ...document, version, text: applyChanges(document.text, changes) });
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

export function applyChanges(text: string, changes: readonly TextChange[]): string {
  const document = parse(text);
  const events = changes.map(({ range, text: inserted }) =>
    range === undefined ? { text: inserted } : { range, text: inserted },
  );
  return TextDocument.update(document, events, 0).getText();
}

/** The position behind the last character. */
export function endOf(text: string): TextPosition {
  return parse(text).positionAt(text.length);
}

/** Positions depend on the text alone; what else the library wants to know is of no use here. */
function parse(text: string): TextDocument {
  return TextDocument.create('', '', 0, text);
}
