/** Readers over what is published of several folders. */

import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { type ReplyKind, replyKinds } from '../modelReplies.ts';
import type { PublishedIndex, PublishedPart } from '../published.ts';
import type { PublishedFile } from '../publishedFiles.ts';
import type { Commit } from './commit.ts';
import type { Connection } from './connection.ts';
import { PublishedReader } from './publishedReader.ts';
import { readReplies } from './replies.ts';

/** A commit that is current, and the connection that it is read through. */
export interface PostgresIndex extends PublishedIndex {
  readonly commit: Commit;
  readonly connection: Connection;
}

export type PostgresPart = PostgresIndex & PublishedPart;

/** @param pushed the kinds of replies that were pushed with it. */
export function postgresIndex(commit: Commit, connection: Connection, pushed: ReadonlySet<ReplyKind>): PostgresIndex {
  const readKind = async (at: number) => {
    const kind = replyKinds[at];
    return kind !== undefined && pushed.has(kind) ? readReplies(connection, commit.name, kind) : undefined;
  };
  return {
    ...{ commit, connection, source: connection, files: commit.files },
    replies: pushed.size === 0 ? undefined : readKind,
    readersOf: (parts, lexicons, generation) =>
      publishedReaders(parts as readonly PostgresPart[], lexicons, generation).map((reader) => ({ reader, folder: 0 })),
  };
}

/**
 * One reader for all parts, which share a connection, so that a question takes no more round trips for several. Commits that share segments, as
 * branches and forks do, are read apart.
 */
export function publishedReaders(parts: readonly PostgresPart[], lexicons: Lexicons, generation: number): readonly PublishedReader[] {
  const groups: PostgresPart[][] = [];
  for (const part of parts) {
    const group = groups.find((others) => others.every((other) => canJoin(other, part)));
    if (group === undefined) groups.push([part]);
    else group.push(part);
  }
  return groups.map((group) => {
    const layers = group.map(({ commit, hidden, folder }) => {
      const files = hidden.map((path) => commit.files.get(path)).filter((file): file is PublishedFile => file !== undefined);
      return { commit, folder, hidden: files };
    });
    return new PublishedReader((group[0] as PostgresPart).connection, layers, lexicons, generation);
  });
}

function canJoin(one: PostgresIndex, other: PostgresIndex): boolean {
  const ids = new Set(one.commit.segments.map(({ id }) => id));
  return !other.commit.segments.some(({ id }) => ids.has(id));
}
