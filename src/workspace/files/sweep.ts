import type { FileEntry, FolderListing } from '../entries.ts';

/** What an index stores of a file to know later whether it must be read again. */
export interface StoredStat {
  /** Bytes. */
  size: number;
  mtimeNs: bigint;
  ctimeNs: bigint;
  inode: bigint;
  /** When the index was last written, nanoseconds since 1970, by the clock that also dates the files. */
  indexedAtNs: bigint;
}

/** Times of some file systems are this coarse, and a write within one tick of the index's own leaves no trace in size or time. */
const tickNs = 2_000_000_000n;

/**
 * True when a file need not be read again: size, times and inode are as stored, and it was last modified at least 2 s before the index's last
 * write.
 */
export function isUnchanged(stored: StoredStat, now: FileEntry): boolean {
  return isSameStat(stored, now) && now.mtimeNs <= stored.indexedAtNs - tickNs;
}

/** What differs between two looks at a folder; both lists are sorted. */
export interface Sweep {
  /** New and changed files. */
  changed: FileEntry[];
  /** Paths that are no longer listed: removed, or left out by now. */
  removed: string[];
}

/** Compares a new listing with the entries of an earlier one. */
export function sweep(previous: ReadonlyMap<string, FileEntry>, listing: FolderListing): Sweep {
  const listed = new Set<string>();
  const changed: FileEntry[] = [];
  for (const entry of listing.files) {
    listed.add(entry.path);
    const before = previous.get(entry.path);
    if (before === undefined || !isSameStat(before, entry)) {
      changed.push(entry);
    }
  }
  return { changed, removed: [...previous.keys()].filter((path) => !listed.has(path)).sort() };
}

/** Whether size, times and inode are the same. */
export function isSameStat(left: Omit<StoredStat, 'indexedAtNs'>, right: Omit<StoredStat, 'indexedAtNs'>): boolean {
  if (left.size !== right.size || left.mtimeNs !== right.mtimeNs || left.ctimeNs !== right.ctimeNs) return false;
  // What is stored of an inode are its 64 bits with a sign.
  return left.inode === right.inode || BigInt.asIntN(64, left.inode) === BigInt.asIntN(64, right.inode);
}
