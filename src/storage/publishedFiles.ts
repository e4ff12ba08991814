/** The files of a published index, exported or in PostgreSQL: the documents of its segments by path, and what git makes of them. Runs in a browser page, too. */

import type { ContentId } from '../engine/document.ts';
import { CorruptBytesError } from '../engine/index/codec/bytes.ts';
import { countChunks, type Segment } from '../engine/index/segment.ts';
import { isCount, isList } from './fileLog.ts';
import { isSameContent } from './store.ts';

/** A file as git stores it, and its size in bytes, so that it is recognised without being read. */
export interface GitFile {
  readonly blob: string;
  readonly bytes: number;
}

/** The content of a published file. */
export interface PublishedContent extends ContentId {
  readonly git?: GitFile | undefined;
}

/** What git makes of some files, as columns. */
export interface GitColumns {
  /** A line each, empty outside of git. */
  readonly blobs: string;
  readonly bytes: readonly number[];
}

export type ByPosition<T> = (position: number) => T;

export function gitColumns(files: readonly (GitFile | undefined)[]): GitColumns {
  return { blobs: joinLines(files.map((file) => file?.blob ?? '')), bytes: files.map((file) => file?.bytes ?? 0) };
}

/** Throws `CorruptBytesError` for what are no such columns of `count` files. */
export function gitFilesIn(
  { blobs, bytes }: { readonly [Name in keyof GitColumns]?: unknown },
  count: number,
): ByPosition<GitFile | undefined> {
  const blobAt = linesIn(blobs, count);
  if (!isList(bytes, isCount) || bytes.length !== count) throw new CorruptBytesError('not a size for each file');
  return (position) => {
    const blob = blobAt(position);
    return blob === '' ? undefined : { blob, bytes: bytes[position] as number };
  };
}

/** A list of strings as one, so that reading it makes a single object. */
export function joinLines(list: readonly string[]): string {
  return list.map((text) => `${text}\n`).join('');
}

/** Throws `CorruptBytesError` if there are not `count` lines. */
export function linesIn(lines: unknown, count: number): ByPosition<string> {
  if (typeof lines !== 'string') throw new CorruptBytesError('no lines');
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const end = lines.indexOf('\n', starts[i]);
    if (end < 0) throw new CorruptBytesError(`fewer than ${count} lines`);
    starts[i + 1] = end + 1;
  }
  if (starts[count] !== lines.length) throw new CorruptBytesError(`more than ${count} lines`);
  return (i) => lines.slice(starts[i], (starts[i + 1] as number) - 1);
}

/** A segment, as far as its documents are listed. What is asked for is made then: there may be hundreds of thousands. */
export interface PublishedDocuments extends Pick<Segment, 'paths' | 'firstChunkOf' | 'chunkCount'> {
  readonly contentOf: ByPosition<ContentId>;
  readonly gitOf: ByPosition<GitFile | undefined>;
  /** 1 for each document that no path has any more. */
  readonly deleted?: Uint8Array;
}

/** A file, and its document by the index of its segment and its position there. */
export interface PublishedFile {
  readonly content: PublishedContent;
  readonly segment: number;
  readonly position: number;
}

/** A number is kept for each, no object. */
export class PublishedFiles implements Iterable<readonly [path: string, file: PublishedFile]> {
  readonly #segments: readonly PublishedDocuments[];
  /** Numbers of the documents of all segments, one after the other. */
  readonly #numbers = new Map<string, number>();
  /** Number of the first document of each segment. */
  readonly #firsts: readonly number[];
  /** Chunks of all of them. */
  readonly chunks: number;
  #bytes: number | undefined;

  constructor(segments: readonly PublishedDocuments[]) {
    this.#segments = segments;
    let [count, chunks] = [0, 0];
    this.#firsts = segments.map((segment) => {
      const { paths, deleted } = segment;
      for (const [position, path] of paths.entries()) {
        if (deleted?.[position] === 1) continue;
        this.#numbers.set(path, count + position);
        chunks += countChunks(segment, position);
      }
      count += paths.length;
      return count - paths.length;
    });
    this.chunks = chunks;
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Size of those in git, in bytes. */
  get bytes(): number {
    this.#bytes ??= [...this].reduce((sum, [, { content }]) => sum + (content.git?.bytes ?? 0), 0);
    return this.#bytes;
  }

  keys(): Iterable<string> {
    return this.#numbers.keys();
  }

  get(path: string): PublishedFile | undefined {
    const number = this.#numbers.get(path);
    return number === undefined ? undefined : this.#fileAt(number);
  }

  /** Whether a path has this content. */
  has(path: string, content: ContentId): boolean {
    const file = this.get(path);
    return file !== undefined && isSameContent(this.#segmentOf(file).contentOf(file.position), content);
  }

  /** The content of a path, if it is this blob of git with this size in bytes. */
  contentOf(path: string, blob: string, bytes: number): ContentId | undefined {
    const file = this.get(path);
    const git = file && this.#segmentOf(file).gitOf(file.position);
    return file !== undefined && git?.blob === blob && git.bytes === bytes ? this.#segmentOf(file).contentOf(file.position) : undefined;
  }

  /** How many chunks a path has. */
  countChunks(path: string): number {
    const file = this.get(path);
    return file === undefined ? 0 : countChunks(this.#segmentOf(file), file.position);
  }

  *[Symbol.iterator](): Generator<readonly [string, PublishedFile]> {
    for (const [path, number] of this.#numbers) yield [path, this.#fileAt(number)];
  }

  #segmentOf({ segment }: PublishedFile): PublishedDocuments {
    return this.#segments[segment] as PublishedDocuments;
  }

  #fileAt(number: number): PublishedFile {
    const segment = this.#firsts.findLastIndex((first) => first <= number);
    const position = number - (this.#firsts[segment] as number);
    const { contentOf, gitOf } = this.#segments[segment] as PublishedDocuments;
    return {
      ...{ segment, position },
      get content() {
        return { ...contentOf(position), git: gitOf(position) };
      },
    };
  }
}
