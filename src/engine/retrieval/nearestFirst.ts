/** Names for a message about one that is unknown: those that may have been meant first, the others in their order. */

/** Typing errors in a name, from one error in three characters: more of them make another name. */
const charactersPerError = 3;

/** The names within some typing errors of `wanted` first, the nearest of them leading. */
export function nearestFirst(names: readonly string[], wanted: string): readonly string[] {
  const errors = new Map(names.map((name) => [name, editDistance(name.toLowerCase(), wanted.slice(0, 100).toLowerCase())]));
  const near = names.filter((name) => (errors.get(name) as number) <= name.length / charactersPerError);
  near.sort((a, b) => (errors.get(a) as number) - (errors.get(b) as number));
  return [...new Set([...near, ...names])];
}

/** Insertions, deletions and replacements that make `b` of `a` (Wagner and Fischer, 1974). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
