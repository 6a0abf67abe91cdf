import { depthLimit } from './depth-limit.js';
import { EdnError } from './edn-error.js';
import { FormReader } from './form-reader.js';
import type { EdnValue } from './values.js';

export interface ReadEdnOptions {
  /**
   * `'object'`: a map whose keys are all keywords becomes a plain object with string keys (`session-id`,
   * `psi.graph/foo`) and no prototype to collide with; other maps stay `EdnMap`. Default `'map'`.
   */
  readonly maps?: 'map' | 'object';
  /** `'number'`: `1.0` becomes the plain number 1, for a reader who does not print it back. Default `'exact'`. */
  readonly floats?: 'exact' | 'number';
  /** `'refuse'`: a tag other than `inst` and `uuid` is an error. Default `'keep'`. */
  readonly tags?: 'keep' | 'refuse';
  /** How deep collections, tags, metadata and discards may nest: 1 to 1000, default 512. */
  readonly maxDepth?: number;
  /** How many UTF-16 code units the text may have, default 64 Mi. */
  readonly maxLength?: number;
}

const defaultLength = 64 * 1024 * 1024;

/**
 * Reads a text that holds exactly one form, with whitespace, comments and `#_` discards around it as you like.
 * Throws `EdnError`, and nothing else, for every other text. Accepts what `clojure.edn` accepts. Metadata is read and
 * dropped.
 */
export function readEdn(text: string, options: ReadEdnOptions = {}): EdnValue {
  const { maxLength = defaultLength } = options;
  if (text.length > maxLength) {
    throw new EdnError(
      `the text has ${text.length} characters, over the limit of ${maxLength}`,
      text,
      maxLength,
    );
  }
  return new FormReader(text, {
    maxDepth: depthLimit(options.maxDepth),
    recordsForMaps: options.maps === 'object',
    plainFloats: options.floats === 'number',
    refuseTags: options.tags === 'refuse',
  }).readOnlyForm();
}
