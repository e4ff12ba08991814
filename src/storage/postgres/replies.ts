/**
 * What models have said of the passages of a repository, whichever of its names they were pushed under: lines (`../modelReplies.ts`) by their
 * kind, in compressed parts of some megabytes. Readers look them up by the contents that they have.
 */

import zlib from 'node:zlib';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import { Budget } from '../../engine/util/budget.ts';
import { inflate } from '../inflate.ts';
import { type ReplyKind, replyKinds } from '../modelReplies.ts';
import { joinLines } from '../publishedFiles.ts';
import { SharedIndexError } from '../sharedIndexError.ts';
import { repositoryOf } from './commit.ts';
import type { Connection } from './connection.ts';
import { lockCommits } from './push/lease.ts';

/** Of the lines of a part before they are compressed, and the parts of a kind that are read at most: 256 MB. */
const [partBytes, maxParts] = [1 << 22, 64];

/** The kinds that a name has replies of; none where the tables are older, or the user may not read them. Throws `SharedIndexError` otherwise. */
export async function pushedReplies(connection: Connection, name: string): Promise<ReadonlySet<ReplyKind>> {
  try {
    const rows = await connection.query(
      'select p.kind from meshrag.reply p join meshrag.repository r on r.id = p.repository where r.name = $1 and p.part = 0',
      [repositoryOf(name)],
    );
    return new Set(replyKinds.filter((kind) => rows.some((row) => row.kind === kind)));
  } catch (error) {
    if (error instanceof SharedIndexError && ['sharedEmpty', 'sharedRights'].includes(error.fault)) return new Set();
    throw error;
  }
}

/** The lines of a kind; none if there are none. Throws `SharedIndexError`. */
export async function readReplies(connection: Connection, name: string, kind: ReplyKind): Promise<LazyBytes> {
  const parts: Buffer[] = [];
  for (let part = 0; ; part++) {
    if (part === maxParts) throw new SharedIndexError('sharedExcess');
    const [row] = await connection.query(
      'select p.lines from meshrag.reply p join meshrag.repository r on r.id = p.repository where r.name = $1 and p.kind = $2 and p.part = $3',
      [repositoryOf(name), kind, part],
    );
    if (row === undefined) return LazyBytes.near(Buffer.concat(parts));
    const packed = row.lines as Buffer;
    connection.grant(packed.length);
    try {
      parts.push(inflate('deflate', packed, new Budget(packed.length)));
    } catch (cause) {
      throw new SharedIndexError('sharedDamaged', { cause });
    }
  }
}

/** Adds lines, by their kind, to those that are there. Throws `SharedIndexError`; what is there then remains. */
export async function addReplies(connection: Connection, name: string, replies: readonly Uint8Array[]): Promise<void> {
  await connection.transaction(async () => {
    // Of two pushes at once, the later one adds to what the other has written.
    await lockCommits(connection);
    const [row] = await connection.query('select id from meshrag.repository where name = $1', [repositoryOf(name)]);
    for (const [at, kind] of replyKinds.entries()) {
      const before = splitLines((await readReplies(connection, name, kind)).read());
      const lines = new Set([...before, ...splitLines(replies[at] ?? new Uint8Array())]);
      if (lines.size === new Set(before).size) continue;
      await connection.query('delete from meshrag.reply where repository = $1 and kind = $2', [row?.id, kind]);
      for (const [part, packed] of packParts(lines).entries())
        await connection.query('insert into meshrag.reply (repository, kind, part, lines) values ($1, $2, $3, $4)', [
          ...[row?.id, kind, part],
          packed,
        ]);
    }
  });
}

function splitLines(bytes: Uint8Array): readonly string[] {
  return Buffer.from(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

function packParts(lines: Iterable<string>): readonly Buffer[] {
  const parts: Buffer[] = [];
  let waiting: string[] = [];
  let bytes = 0;
  const end = (): void => {
    if (waiting.length > 0) parts.push(zlib.deflateRawSync(Buffer.from(joinLines(waiting))));
    waiting = [];
    bytes = 0;
  };
  for (const line of lines) {
    waiting.push(line);
    bytes += line.length;
    if (bytes > partBytes) end();
  }
  end();
  return parts;
}
