/**
 * The chunks of published commits under the ids of one reader: those of the first segment of the first commit come first.
 *
 * Memory: what the commits have, for several the lengths and traits once more, and a byte a chunk of segments with hidden files.
 */

import { liveChunks, liveDocuments, type SegmentPlace } from '../../engine/index/deletions.ts';
import { concatColumns } from '../../engine/index/joinedColumns.ts';
import type { DocumentInfo } from '../../engine/index/reader.ts';
import { chunksEnd } from '../../engine/index/segment.ts';
import type { PublishedFile } from '../publishedFiles.ts';
import type { Commit, CommitSegment } from './commit.ts';
import type { ChunkAt } from './fetch.ts';

/** A commit, as a reader of several has it. */
export interface PublishedLayer {
  readonly commit: Commit;
  /** Files that are left out, as others lie over them. */
  readonly hidden: readonly PublishedFile[];
  /** Number of the folder that it was published of. */
  readonly folder: number;
}

/** A segment of a layer, with tombstones for the chunks of hidden files, too. */
export interface LayerSegment extends SegmentPlace {
  readonly segment: CommitSegment;
}

export class PublishedChunks {
  readonly count: number;
  readonly liveCount: number;
  readonly totalLength: number;
  readonly lengths: Int32Array;
  readonly traits: Uint8Array;
  readonly segments: readonly LayerSegment[];

  constructor(layers: readonly PublishedLayer[]) {
    const segments: LayerSegment[] = [];
    let count = 0;
    for (const { commit, hidden, folder } of layers) {
      const withHidden = new Set(hidden.map(({ segment }) => segment));
      const own = commit.segments.map((segment, s): LayerSegment => {
        const { tombstones: own, chunkCount } = segment;
        count += chunkCount;
        const tombstones = withHidden.has(s) ? own.slice() : own.includes(1) ? own : undefined;
        return { segment, folder, base: count - chunkCount, tombstones };
      });
      for (const file of hidden) {
        const { first, end } = chunkRange(commit, file);
        own[file.segment]?.tombstones?.fill(1, first, end);
      }
      segments.push(...own);
    }
    this.segments = segments;
    this.count = count;
    const { lengths, traits } = concatColumns(layers.map(({ commit }) => commit.columns));
    this.lengths = lengths;
    this.traits = traits;
    let [live, length] = [0, 0];
    for (const { segment, tombstones } of segments) {
      for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
        if (tombstones?.[chunk] === 1) continue;
        live++;
        length += segment.lengths[chunk] as number;
      }
    }
    this.liveCount = live;
    this.totalLength = length;
  }

  /** Ascending. */
  live(): Int32Array {
    return liveChunks(this.segments, this.liveCount);
  }

  documents(): readonly DocumentInfo[] {
    return liveDocuments(this.segments, (segment, position) => segment.contentOf(position).language);
  }

  /** Where the server has a chunk, and the file that it is of. */
  at(id: number): ChunkAt & Pick<DocumentInfo, 'path' | 'language' | 'folder'> {
    // A segment without chunks has the base of the next one.
    const { segment, base, folder } = this.segments.findLast((one) => one.base <= id) as LayerSegment;
    const chunk = id - base;
    const position = positionIn(segment, chunk);
    return { segment: segment.id, chunk, folder, path: segment.paths[position] as string, language: segment.contentOf(position).language };
  }
}

/** The numbers of the chunks of a file in its segment. */
export function chunkRange({ segments }: Commit, { segment, position }: PublishedFile): { readonly first: number; readonly end: number } {
  const own = segments[segment] as CommitSegment;
  return { first: own.firstChunkOf[position] as number, end: chunksEnd(own, position) };
}

/** The position of a chunk's document: a binary search among the first chunks of the documents. */
function positionIn({ firstChunkOf }: CommitSegment, chunk: number): number {
  let [low, high] = [0, firstChunkOf.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((firstChunkOf[middle] as number) <= chunk) low = middle;
    else high = middle - 1;
  }
  return low;
}
