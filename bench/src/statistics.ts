export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The smallest value that `share` of all values do not exceed. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return sorted[index] ?? Number.NaN;
}
