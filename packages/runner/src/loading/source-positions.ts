import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

/** Rewrites places in a bundled text, as they appear in stacks, to places in the author's files. */
export class SourcePositions {
  readonly #code: string;
  readonly #projectDir: string;
  readonly #places: RegExp;
  #map: SourceMap | undefined;

  constructor(code: string, fileName: string, projectDir: string) {
    this.#code = code;
    this.#projectDir = projectDir;
    this.#places = new RegExp(`${fileName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(\\d+):(\\d+)`, 'g');
  }

  translate(stack: string): string {
    return stack.replaceAll(this.#places, (place, line: string, column: string) => {
      const entry = this.#sourceMap().findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return place;
      return `${join(this.#projectDir, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
  }

  /** Read only when something went wrong: decoding a map costs more than loading the code. */
  #sourceMap(): SourceMap {
    if (this.#map !== undefined) return this.#map;
    const encoded = this.#code.slice(this.#code.lastIndexOf('base64,') + 'base64,'.length).trimEnd();
    const payload = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as SourceMapPayload;
    this.#map = new SourceMap(payload);
    return this.#map;
  }
}
