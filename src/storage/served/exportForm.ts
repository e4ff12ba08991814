/**
 * What an export (`../segments/indexExport.ts`) is made of besides segments: its manifest, and the paths with their contents. Runs in a browser page,
 * too.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import type { SavedArray } from '../../engine/index/codec/savedSegments.ts';
import { readJson } from '../../engine/util/budget.ts';
import { indexVersion } from '../../engine/version.ts';
import { isList, isPath } from '../fileLog.ts';
import type { PublishedContent } from '../published.ts';
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
  readonly contents: NamedFile;
  /** Of what models have said of the contents; read when they are asked for. */
  readonly replies?: NamedFile;
}

/** The paths with their contents, as columns. */
export interface ContentColumns {
  readonly paths: readonly string[];
  readonly hashes: readonly string[];
  readonly languages: readonly string[];
  /** git's blob id of each path, empty where git does not know it, and the size of the file in bytes. */
  readonly blobs: readonly string[];
  readonly bytes: readonly number[];
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
const contentsPattern = /^contents-[0-9a-f]{32}$/;
const repliesPattern = /^replies-[0-9a-f]{32}$/;
const hashPattern = /^[0-9a-f]{64}$/;
/** An id that is shown to people. */
const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Throws `ExportError`. */
export function parseHead(text: string): ExportHead {
  try {
    const head = readJson(text) as Partial<ExportHead> | null;
    const { version, commit, files, chunks, bytes, segments, contents, replies } = head ?? {};
    if (typeof version === 'string' && version !== indexVersion) throw new ExportError('version');
    const isWholeHead = [files, chunks, bytes].every(isCount) && (commit === undefined || commitPattern.test(commit));
    const areFiles = isList(segments, (file) => isFile(file, segmentsPattern)) && isFile(contents, contentsPattern);
    const areReplies = replies === undefined || isFile(replies, repliesPattern);
    if (version === indexVersion && isWholeHead && areFiles && areReplies) return head as ExportHead;
  } catch (error) {
    if (error instanceof ExportError) throw error;
  }
  throw new ExportError('damaged');
}

/** From the arrays of the file of contents. Throws `CorruptBytesError`. */
export function parseContents([packed]: readonly SavedArray[]): ReadonlyMap<string, PublishedContent> {
  try {
    if (!(packed instanceof LazyBytes)) throw new TypeError('no bytes');
    const { paths, hashes, languages, blobs, bytes } = readJson(new TextDecoder().decode(packed.read())) as Partial<ContentColumns>;
    const areTexts = isList(hashes, isHash) && isList(languages, isText) && isList(blobs, isText) && isList(bytes, isCount);
    if (isList(paths, isPath) && areTexts && [hashes, languages, blobs, bytes].every(({ length }) => length === paths.length)) {
      return new Map(
        paths.map((path, i) => {
          const blob = blobs[i] as string;
          const git = blob === '' ? undefined : { blob, bytes: bytes[i] as number };
          return [path, { hash: hashes[i] as string, language: languages[i] as string, git }];
        }),
      );
    }
  } catch {
    // Reported below.
  }
  throw new CorruptBytesError('the list of contents is damaged');
}

function isFile(value: unknown, pattern: RegExp): value is NamedFile {
  const { name, bytes } = (value ?? {}) as Partial<NamedFile>;
  return typeof name === 'string' && pattern.test(name) && isCount(bytes);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashPattern.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
