/** Distinct names, ignoring case; the first spelling is kept. */
export function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const folded = name.toLowerCase();
    return !seen.has(folded) && seen.add(folded);
  });
}
