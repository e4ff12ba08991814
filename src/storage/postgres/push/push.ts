/**
 * Publishes the index of a folder under a name.
 *
 * What differs from the current commit of the name goes into a new segment; the other segments are kept, with tombstones for what was
 * replaced. A new name starts from a commit of its repository, or of one with similar files. The commit is written last, and only if nobody
 * has published meanwhile: otherwise the push starts over from the commit of the other, with the segments that are there. Once it is visible,
 * small and worn segments are merged, and what nobody needs is collected.
 *
 * Cost: in proportion to what differs, until it is visible.
 */

import type { ContentId } from '../../../engine/document.ts';
import type { Yield } from '../../../engine/util/steps.ts';
import { publishedVersion } from '../../../engine/version.ts';
import { stateDigest } from '../../digest.ts';
import type { Publishable, Pushed } from '../../published.ts';
import { SharedIndexError } from '../../sharedIndexError.ts';
import { isSameContent } from '../../store.ts';
import { type Commit, type CommitSegment, readCommit, repositoryOf } from '../commit.ts';
import type { Connection } from '../connection.ts';
import { addReplies } from '../replies.ts';
import { migrate } from '../schema.ts';
import { compact } from './compaction.ts';
import { writeDead } from './deadEntries.ts';
import { collect, giveBack, renew, takeLease } from './lease.ts';
import { hasSameReaders, similarName, sketchContents } from './sharing.ts';
import { type About, type Deletion, deleteDocuments, liveChunks, writeCommit } from './writeCommit.ts';
import { type Writing, writeSegments } from './writeSegments.ts';

const defaultMaxChunks = 1 << 15;
const maxAttempts = 20;
/** Segments with a larger share of deleted chunks are not kept: their live documents are written again. */
const maxDeletedShare = 1 / 2;

export interface PushOptions {
  /** Called when the commit is visible. */
  readonly onVisible?: (pushed: Pushed) => void;
  /** Of a segment, unless one document has more. */
  readonly maxChunks?: number;
}

/**
 * Makes the tables if there are none. Throws `SharedIndexError`; what is written until then is found by the next push, or collected.
 *
 * @param yieldThread awaited between steps.
 */
export async function push(
  connection: Connection,
  name: string,
  source: Publishable,
  yieldThread: Yield,
  { onVisible, maxChunks = defaultMaxChunks }: PushOptions = {},
): Promise<Pushed> {
  await migrate(connection);
  await connection.query('insert into meshrag.repository (name) values ($1) on conflict (name) do nothing', [repositoryOf(name)]);
  const [row] = await connection.query('select id from meshrag.repository where name = $1', [repositoryOf(name)]);
  const repository = Number(row?.id);
  const lease = await takeLease(connection, repository);
  const writing = { connection, lease, source, yieldThread, maxChunks };
  const about = { revision: source.revision, sketch: sketchContents(source.contents), contents: stateDigest(source.contents) };
  const { pushed, base } = await publishChanges(writing, name, about);
  if (source.replies !== undefined) await addReplies(connection, name, source.replies);
  onVisible?.(pushed);
  try {
    const segments = await compact(writing, await readCommit(connection, [name], base));
    await giveBack(connection, lease);
    await collect(connection);
    return { ...pushed, segments };
  } catch (error) {
    // It is published; the next push tidies up.
    if (error instanceof SharedIndexError) return pushed;
    throw error;
  }
}

/** Returns the commit that it was made from, too. */
async function publishChanges(
  writing: Writing,
  name: string,
  about: About,
): Promise<{ readonly pushed: Pushed; readonly base: Commit | undefined }> {
  const { connection, lease, source } = writing;
  const { repository } = lease;
  const names = [name, repositoryOf(name)];
  let base: Commit | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    base = await readCommit(connection, names, base);
    const similar = base === undefined ? await similarName(connection, repository, about.sketch) : undefined;
    if (similar !== undefined) base = await readCommit(connection, [similar]);
    await renew(connection, lease, base?.id);
    const usable = base !== undefined && (await hasSameReaders(connection, repository, base)) ? base : undefined;
    const { kept, paths, deletions, added, removed } = findChanges(usable, source.contents);
    const same = usable?.version === publishedVersion && added + removed === 0 ? usable : undefined;
    const dead = await writeDead(writing, deletions);
    const written = await writeSegments(writing, paths, kept);
    const segments = same?.segments ?? [...kept, ...written, ...(dead === undefined ? [] : [dead])];
    if (same?.name === name || (await writeCommit(connection, repository, base, name, segments, about))) {
      const chunks = segments.reduce((sum, segment) => sum + liveChunks(segment), 0);
      return { pushed: { files: source.contents.size, chunks, segments: segments.length, added, removed }, base };
    }
  }
  throw new SharedIndexError('sharedPushed');
}

interface Changes {
  /** With what is deleted after the push. */
  readonly kept: readonly CommitSegment[];
  /** To write, ascending. */
  readonly paths: readonly string[];
  /** From them. */
  readonly deletions: readonly Deletion<CommitSegment>[];
  /** Numbers of files. */
  readonly added: number;
  readonly removed: number;
}

function findChanges(base: Commit | undefined, contents: ReadonlyMap<string, ContentId>): Changes {
  const before = base?.files ?? new Map();
  const isNow = (path: string, content: ContentId | undefined): boolean => {
    const now = contents.get(path);
    return content !== undefined && now !== undefined && isSameContent(now, content);
  };
  const added = [...contents.keys()].filter((path) => !isNow(path, before.get(path)?.content));
  const paths = [...added];
  const deletions: Deletion<CommitSegment>[] = [];
  let removed = 0;
  for (const segment of base?.segments ?? []) {
    const deletion = deleteDocuments(segment, (path, position) => !isNow(path, segment.contentOf(position)));
    removed += deletion.documents;
    const { deleted, chunkCount } = deletion.segment;
    const live = segment.paths.filter((_, position) => deleted[position] === 0);
    const isWorn = liveChunks(deletion.segment) < chunkCount * (1 - maxDeletedShare);
    if (segment.deadRows === 0 && (live.length === 0 || isWorn)) paths.push(...live);
    else deletions.push(deletion);
  }
  const kept = deletions.map(({ segment }) => segment);
  // Counts of what is deleted are of no use without that from which it is.
  const isUsed = kept.some(({ deadRows }) => deadRows === 0);
  return { kept: isUsed ? kept : [], paths: paths.sort(), deletions, added: added.length, removed };
}
