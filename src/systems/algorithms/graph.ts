/**
 * Graphs as rows of one column, which every graph of the systems is made of; an array per node would cost more than its entries.
 *
 * Cost: two passes over the entries.
 */

/** Adjacency by rows: the neighbours of node i are targets[offsets[i] .. offsets[i + 1]). */
export interface Graph {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /** Weight of each entry, positive; default 1. */
  readonly weights?: Float64Array;
}

/** The positions of each value in a column of values in [0, count): row n has those of n, ascending. A counting sort. */
export function positionsBy(column: ArrayLike<number>, count: number): Graph {
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < column.length; i++) {
    const row = (column[i] as number) + 1;
    offsets[row] = (offsets[row] as number) + 1;
  }
  for (let row = 0; row < count; row++) offsets[row + 1] = (offsets[row + 1] as number) + (offsets[row] as number);
  const next = offsets.slice();
  const targets = new Int32Array(column.length);
  for (let i = 0; i < column.length; i++) {
    const row = column[i] as number;
    const at = next[row] as number;
    next[row] = at + 1;
    targets[at] = i;
  }
  return { offsets, targets };
}

/** The graph whose rows are these lists. */
export function graphOfLists(lists: readonly ArrayLike<number>[]): Graph {
  const offsets = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    offsets[i + 1] = (offsets[i] as number) + list.length;
  });
  const targets = new Int32Array(offsets[lists.length] as number);
  lists.forEach((list, i) => {
    targets.set(list, offsets[i]);
  });
  return { offsets, targets };
}

/** The rows of a column that `offsets` divides, as views of it. */
export function rowsIn<Column extends Int32Array | Uint8Array>(offsets: Int32Array, column: Column): readonly Column[] {
  return Array.from({ length: offsets.length - 1 }, (_, row) => column.subarray(offsets[row], offsets[row + 1]) as Column);
}

/** The entries of a column in another order, which has each position once. */
export function reordered<Column extends Int32Array | Uint8Array>(column: Column, order: Int32Array): Column {
  const found = column.slice() as Column;
  for (let i = 0; i < order.length; i++) found[i] = column[order[i] as number] as number;
  return found;
}

/** For each number in [0, count) the lists that hold it, ascending. */
export function holdersIn(lists: readonly ArrayLike<number>[], count: number): readonly Int32Array[] {
  const { offsets, targets } = graphOfLists(lists);
  const listAt = new Int32Array(targets.length);
  lists.forEach((_, list) => void listAt.fill(list, offsets[list], offsets[list + 1]));
  const held = positionsBy(targets, count);
  return rowsIn(held.offsets, reordered(listAt, held.targets));
}

/** How many of the lists hold each number, in the order in which they are met. */
export function tally(lists: Iterable<Iterable<number>>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const list of lists) for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
