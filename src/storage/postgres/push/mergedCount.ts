/** How many of the smallest are merged, of segments as of counts. */

const mergeFactor = 8;

/**
 * The largest number of leading sizes where the last one is at most `mergeFactor` times the sum of those before it. The sizes that remain grow by
 * more than that factor from one to the next, so their number is logarithmic.
 *
 * @param sizes ascending.
 * @param start what is merged with them in any case.
 * @param max what all may have together.
 */
export function mergedCount(sizes: readonly number[], start = 0, max = Number.POSITIVE_INFINITY): number {
  let [sum, count] = [start, 0];
  for (const [i, size] of sizes.entries()) {
    if (sum + size > max) break;
    if (size <= sum * mergeFactor) count = i + 1;
    sum += size;
  }
  return count;
}
