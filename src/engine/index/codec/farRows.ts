/**
 * Rows on another machine in an order, or with numbers, of this process. They are converted one by one as they are read, since their bytes are never
 * here as a whole: `starts` tells rows apart, and the bytes that are read may be more or fewer.
 */

import type { EntryRows } from '../entryRows.ts';

/** What converted rows are, and how one of them comes from a stored one. */
interface Conversion extends Pick<EntryRows, 'sizes' | 'starts' | 'check'> {
  /** The stored row of one that is read. */
  storedRow(row: number): number;
  /** Its bytes; without it, those that are stored. */
  convert?(stored: number): Uint8Array;
}

/** @param stored rows that lie on another machine. */
export function convertedRows(stored: EntryRows, { sizes, starts, check, storedRow, convert }: Conversion): EntryRows {
  const startAt = (row: number): number => stored.starts[row] as number;
  const rowAt = (from: number): number => storedRow(rowStartingBy(starts, sizes.length, from));
  return {
    ...{ sizes, starts, isRoles: stored.isRoles },
    ...(check === undefined ? {} : { check }),
    get bytes(): never {
      throw new Error('these rows are read one by one');
    },
    read(from, to) {
      if (from === to) return new Uint8Array(0);
      const row = rowAt(from);
      return convert?.(row) ?? (stored.read as NonNullable<EntryRows['read']>)(startAt(row), startAt(row + 1));
    },
    async fetch(from, to) {
      if (from < to) await stored.fetch?.(startAt(rowAt(from)), startAt(rowAt(from) + 1));
    },
  };
}

/** Where rows start that come in this order. */
export function startsInOrder({ starts }: EntryRows, order: Int32Array): Uint32Array {
  const own = new Uint32Array(order.length + 1);
  for (const [i, row] of order.entries()) own[i + 1] = (own[i] as number) + (starts[row + 1] as number) - (starts[row] as number);
  return own;
}

/** The last row that starts at most here: of rows that start at the same place, all but the last are empty. */
function rowStartingBy(starts: Uint32Array, count: number, from: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= from) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
