/**
 * What an export (`../segments/indexExport.ts`) is made of besides segments: its manifest, and what git makes of the files. Runs in a browser page,
 * too.
 */

import type { ContentId } from '../../engine/document.ts';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import type { SavedArray, SavedSegment } from '../../engine/index/codec/savedSegments.ts';
import { readJson } from '../../engine/util/budget.ts';
import { indexVersion } from '../../engine/version.ts';
import { isCount, isList, isPath } from '../fileLog.ts';
import { type GitColumns, type GitFile, gitColumns, gitFilesIn, type PublishedDocuments, PublishedFiles } from '../publishedFiles.ts';
import type { NamedFile } from './rangedFile.ts';

/** `export.json`. */
export interface ExportHead {
  /** Of what is stored. */
  readonly version: string;
  /** The commit that was checked out; absent outside of git. */
  readonly commit?: string;
  readonly files: number;
  readonly chunks: number;
  /** Of the files. */
  readonly bytes: number;
  readonly segments: readonly NamedFile[];
  /** What git makes of the files. */
  readonly blobs: NamedFile;
  /** Of what models have said of the contents; read when they are asked for. */
  readonly replies?: NamedFile;
}

/** Why an export is not used: what it is, not what is done about it. */
export class ExportError extends Error {
  readonly reason: 'foreign' | 'version' | 'damaged';

  constructor(reason: 'foreign' | 'version' | 'damaged', options?: ErrorOptions) {
    super(`the export is ${reason}`, options);
    this.reason = reason;
  }
}

export const headName = 'export.json';
const segmentsPattern = /^segments-[0-9a-f]{32}$/;
const blobsPattern = /^blobs-[0-9a-f]{32}$/;
const repliesPattern = /^replies-[0-9a-f]{32}$/;
const hashPattern = /^[0-9a-f]{64}$/;
/** An id that is shown to people. */
const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Throws `ExportError`. */
export function parseHead(text: string): ExportHead {
  try {
    const head = readJson(text) as Partial<ExportHead> | null;
    const { version, commit, files, chunks, bytes, segments, blobs, replies } = head ?? {};
    if (typeof version === 'string' && version !== indexVersion) throw new ExportError('version');
    const isWholeHead = [files, chunks, bytes].every(isCount) && (commit === undefined || commitPattern.test(commit));
    const areFiles = isList(segments, (file) => isFile(file, segmentsPattern)) && isFile(blobs, blobsPattern);
    const areReplies = replies === undefined || isFile(replies, repliesPattern);
    if (version === indexVersion && isWholeHead && areFiles && areReplies) return head as ExportHead;
  } catch (error) {
    if (error instanceof ExportError) throw error;
  }
  throw new ExportError('damaged');
}

/** What the file of blobs has, an array for each segment. */
export function blobArray(files: readonly (GitFile | undefined)[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(gitColumns(files)));
}

/**
 * The files of an export: the documents of its segments.
 *
 * @param blobs from the file of blobs.
 * Throws `CorruptBytesError`.
 */
export function exportedFiles(saved: readonly SavedSegment[], blobs: readonly SavedArray[]): PublishedFiles {
  const segments = saved.map(({ segment, contents }, i): PublishedDocuments => {
    if (!isList(segment.paths, isPath) || !isList(contents, isContent))
      throw new CorruptBytesError('a document without a path or a content');
    const gitOf = gitFilesIn(columnsIn(blobs[i]), contents.length);
    const { paths, firstChunkOf, chunkCount } = segment;
    return { paths, firstChunkOf, chunkCount, contentOf: (position) => contents[position] as ContentId, gitOf };
  });
  const files = new PublishedFiles(segments);
  if (files.size !== segments.reduce((sum, { paths }) => sum + paths.length, 0)) throw new CorruptBytesError('two documents of one path');
  return files;
}

function columnsIn(packed: SavedArray | undefined): Partial<Record<keyof GitColumns, unknown>> {
  try {
    if (packed instanceof LazyBytes) return readJson(new TextDecoder().decode(packed.read())) ?? {};
  } catch {
    // Reported below.
  }
  throw new CorruptBytesError('a list of blobs that is damaged');
}

function isFile(value: unknown, pattern: RegExp): value is NamedFile {
  const { name, bytes } = (value ?? {}) as Partial<NamedFile>;
  return typeof name === 'string' && pattern.test(name) && isCount(bytes);
}

function isContent(value: unknown): value is ContentId {
  return hashPattern.test((value as ContentId | undefined)?.hash ?? '');
}
