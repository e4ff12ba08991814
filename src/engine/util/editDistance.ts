/**
 * The number of insertions, deletions and replacements that make one word of another (Wagner and Fischer, 1974); above `max` any greater
 * number. Cost: the product of the lengths.
 */
export function editDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    if (Math.min(...next) > max) return max + 1;
    row = next;
  }
  return row[b.length] as number;
}
