/** Works on all items, at most `limit` at the same moment; results are in the order of the items. The first failure ends it. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let isFailed = false;
  const worker = async () => {
    for (const [index, item] of waiting) {
      if (isFailed) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
