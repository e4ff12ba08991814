/** Binary search in ascending lists; `end` bounds the part that is searched. */

/** Index of the first number that is at least `min`; `end` if there is none. */
export function lowerBound(sorted: Int32Array, min: number, end = sorted.length): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of a number, or -1. */
export function positionOf(sorted: Int32Array, wanted: number, end = sorted.length): number {
  const at = lowerBound(sorted, wanted, end);
  return at < end && sorted[at] === wanted ? at : -1;
}
