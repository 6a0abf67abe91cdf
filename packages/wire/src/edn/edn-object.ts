/** What the EDN values that JavaScript has no type for have in common: equality by content, as in Clojure. */
export abstract class EdnObject {
  abstract equals(other: unknown): boolean;
  /** Equal values have equal hashes. */
  abstract hash(): number;
}

export function mixHash(hash: number, next: number): number {
  const scrambled = Math.imul(next ^ (next >>> 15), 0x85ebca6b);
  const rotated = (hash << 13) | (hash >>> 19);
  return (Math.imul(rotated ^ scrambled ^ (scrambled >>> 13), 5) + 0x38495ab5) | 0;
}

export function hashText(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
