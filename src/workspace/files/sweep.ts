import type { FileEntry, FolderListing } from '../entries.ts';

/** The stored stat of a file, to decide later whether it must be read again. */
export interface StoredStat {
  /** Bytes. */
  size: number;
  mtimeNs: bigint;
  ctimeNs: bigint;
  inode: bigint;
  /** When the index was last written, in nanoseconds since 1970, by the clock of the file system. */
  indexedAtNs: bigint;
}

/** The coarsest timestamps of a file system: a write within one tick of the index's own leaves no trace in size or time. */
const tickNs = 2_000_000_000n;

/**
 * True if a file need not be read again: size, times and inode are as stored, and it was last modified at least 2 s before the index was
 * written.
 */
export function isUnchanged(stored: StoredStat, now: FileEntry): boolean {
  return isSameStat(stored, now) && now.mtimeNs <= stored.indexedAtNs - tickNs;
}

/** The differences between two listings of a folder; both lists are sorted. */
export interface Sweep {
  /** New and changed files. */
  changed: FileEntry[];
  /** Paths that are no longer listed: removed, or now left out. */
  removed: string[];
}

/** Compares a new listing with the entries of an earlier one. */
export function sweep(previous: ReadonlyMap<string, FileEntry>, listing: FolderListing): Sweep {
  const listed = new Set<string>();
  const changed: FileEntry[] = [];
  for (const entry of listing.files) {
    listed.add(entry.path);
    const before = previous.get(entry.path);
    if (before === undefined || !isSameStat(before, entry)) changed.push(entry);
  }
  return { changed, removed: [...previous.keys()].filter((path) => !listed.has(path)).sort() };
}

/** Whether size, times and inode are the same. */
export function isSameStat(left: Omit<StoredStat, 'indexedAtNs'>, right: Omit<StoredStat, 'indexedAtNs'>): boolean {
  if (left.size !== right.size || left.mtimeNs !== right.mtimeNs || left.ctimeNs !== right.ctimeNs) return false;
  // Inodes are stored as signed 64-bit integers.
  return left.inode === right.inode || BigInt.asIntN(64, left.inode) === BigInt.asIntN(64, right.inode);
}
