/** Readers over what is published of several folders. */

import type { IndexReader } from '../../engine/index/reader.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Commit, CommitFile } from './commit.ts';
import type { Connection } from './connection.ts';
import { PublishedReader } from './publishedReader.ts';

/** A commit that is current, and the connection that it is read through. */
export interface PublishedIndex {
  readonly commit: Commit;
  readonly connection: Connection;
  /** `publishedReaders`: handed on, so that it is not loaded without a shared index. */
  readonly readersOf: (parts: readonly PublishedPart[], lexicons: Lexicons, generation: number) => readonly IndexReader[];
}

/** What is read of a published index. */
export interface PublishedPart extends PublishedIndex {
  /** Paths that are left out, as other files lie over them. */
  readonly hidden: readonly string[];
  /** Number of the folder. */
  readonly folder: number;
}

/**
 * One reader for all parts that are read through a connection, so that a question takes no more round trips for several. Commits that share
 * segments, as branches and forks do, are read apart.
 */
export function publishedReaders(parts: readonly PublishedPart[], lexicons: Lexicons, generation: number): readonly PublishedReader[] {
  const groups: PublishedPart[][] = [];
  for (const part of parts) {
    const group = groups.find((others) => others.every((other) => canJoin(other, part)));
    if (group === undefined) groups.push([part]);
    else group.push(part);
  }
  return groups.map((group) => {
    const layers = group.map(({ commit, hidden, folder }) => {
      const files = hidden.map((path) => commit.files.get(path)).filter((file): file is CommitFile => file !== undefined);
      return { commit, folder, hidden: files };
    });
    return new PublishedReader((group[0] as PublishedPart).connection, layers, lexicons, generation);
  });
}

function canJoin(one: PublishedIndex, other: PublishedIndex): boolean {
  const ids = new Set(one.commit.segments.map(({ id }) => id));
  return one.connection === other.connection && !other.commit.segments.some(({ id }) => ids.has(id));
}
