import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import type { OpenDocument } from '../runners/runner-port.js';

export interface DocumentListener {
  opened(document: OpenDocument): void;
  changed(document: OpenDocument): void;
  closed(uri: string): void;
}

export type DocumentProblem = 'not-open' | 'version-went-back' | 'bad-range';

/**
 * The unsaved text of every editor. A document belongs to whoever opened it, and goes away with them.
 * When several connections have the same document open, the text that changed last is what everybody sees.
 */
export class DocumentStore<Owner extends object> {
  /** Per document its texts by owner, the one that changed last at the end. */
  readonly #byUri = new Map<string, Map<Owner, TextDocument>>();
  readonly #listener: DocumentListener;

  constructor(listener: DocumentListener) {
    this.#listener = listener;
  }

  open(owner: Owner, document: OpenDocument): void {
    const texts = this.#byUri.get(document.uri) ?? new Map<Owner, TextDocument>();
    const wasOpen = texts.size > 0;
    this.#byUri.set(document.uri, texts);
    moveToEnd(texts, owner, TextDocument.create(document.uri, '', document.version, document.text));
    if (wasOpen) this.#listener.changed(document);
    else this.#listener.opened(document);
  }

  /** Applies changes in order; a problem leaves the document as it was. */
  change(
    owner: Owner,
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ): DocumentProblem | undefined {
    const texts = this.#byUri.get(uri);
    const current = texts?.get(owner);
    if (texts === undefined || current === undefined) return 'not-open';
    if (version <= current.version) return 'version-went-back';
    if (!changes.every(isWellFormed)) return 'bad-range';
    // Updating works in place; a copy keeps what others hold of the old version true.
    const copy = TextDocument.create(uri, '', current.version, current.getText());
    const changed = TextDocument.update(copy, [...changes], version);
    moveToEnd(texts, owner, changed);
    this.#listener.changed(toOpenDocument(changed));
    return undefined;
  }

  close(owner: Owner, uri: string): DocumentProblem | undefined {
    const texts = this.#byUri.get(uri);
    if (texts === undefined || !texts.has(owner)) return 'not-open';
    const before = last(texts);
    texts.delete(owner);
    const after = last(texts);
    if (after === undefined) {
      this.#byUri.delete(uri);
      this.#listener.closed(uri);
    } else if (after !== before) {
      this.#listener.changed(toOpenDocument(after));
    }
    return undefined;
  }

  /** Closes all that an owner has open, because the owner is gone. */
  closeAll(owner: Owner): void {
    for (const [uri, texts] of [...this.#byUri]) if (texts.has(owner)) this.close(owner, uri);
  }

  get(uri: string): OpenDocument | undefined {
    const texts = this.#byUri.get(uri);
    const text = texts && last(texts);
    return text && toOpenDocument(text);
  }

  /** The connection whose text everybody sees. */
  ownerOf(uri: string): Owner | undefined {
    return [...(this.#byUri.get(uri)?.keys() ?? [])].at(-1);
  }

  all(): readonly OpenDocument[] {
    return [...this.#byUri.values()].flatMap((texts) => {
      const text = last(texts);
      return text === undefined ? [] : [toOpenDocument(text)];
    });
  }
}

function moveToEnd<Owner>(texts: Map<Owner, TextDocument>, owner: Owner, text: TextDocument): void {
  texts.delete(owner);
  texts.set(owner, text);
}

function last(texts: ReadonlyMap<unknown, TextDocument>): TextDocument | undefined {
  return [...texts.values()].at(-1);
}

function toOpenDocument(document: TextDocument): OpenDocument {
  return { uri: document.uri, version: document.version, text: document.getText() };
}

/** A range whose end lies before its start would silently turn around in the library. */
function isWellFormed(change: TextDocumentContentChangeEvent): boolean {
  if (!('range' in change)) return true;
  const { start, end } = change.range;
  return start.line < end.line || (start.line === end.line && start.character <= end.character);
}
