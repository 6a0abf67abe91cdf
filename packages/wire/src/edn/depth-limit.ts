const defaultDepth = 512;
/** Leaves room on the stack for a caller that is deep in calls itself. */
const greatestDepth = 1000;

/** The depth limit that an option asks for. */
export function depthLimit(maxDepth = defaultDepth): number {
  if (maxDepth >= 1 && maxDepth <= greatestDepth) return maxDepth;
  throw new TypeError(`maxDepth is from 1 to ${greatestDepth}, not ${maxDepth}`);
}
