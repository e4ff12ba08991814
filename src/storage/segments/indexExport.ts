/**
 * An index as a directory that other machines start from: files of segments, the paths with their contents, and `export.json`, which names them.
 * No text of any file, but its words and names.
 *
 * A file is named by the digest of its bytes, and an export by that of `export.json`. A digest finds damage; it is no signature, and the author of
 * an export decides what is found in the files that it names.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import zlib from 'node:zlib';
import type { ContentId } from '../../engine/document.ts';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { LazyBytes } from '../../engine/index/codec/lazyBytes.ts';
import type { NumberArray, SavedSegment } from '../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { readJson } from '../../engine/util/budget.ts';
import { finishYielding, type Steps, type Yield } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { readArrays, writeArrays } from '../arrays/arraysFile.ts';
import { fileSize } from '../fileFigures.ts';
import { isList, isPath } from '../fileLog.ts';
import { type Packing, usualPacking } from '../frames.ts';
import type { PublishedContent } from '../published.ts';
import { isSameContent, type Seed } from '../store.ts';
import { isSegmentFile, isWhole, readSegmentFile, writeSegmentFile } from './segmentFiles.ts';

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
  readonly segments: readonly string[];
  /** SHA-256 of the file of contents, in hexadecimal. */
  readonly contents: string;
}

/** What is exported. */
export interface ExportSource {
  readonly commit?: string | undefined;
  /** Size in bytes of all files. */
  readonly bytes: number;
  readonly contents: ReadonlyMap<string, PublishedContent>;
  /** Segments that have the document of each content. */
  readonly saved: readonly SavedSegment[];
  readonly chunks: number;
  readonly lexicons: Lexicons;
}

/** The paths with their contents, as columns. */
interface Contents {
  readonly paths: readonly string[];
  readonly hashes: readonly string[];
  readonly languages: readonly string[];
  /** git's blob id of each path, empty where git does not know it, and the size of the file in bytes. */
  readonly blobs: readonly string[];
  readonly bytes: readonly number[];
}

const headName = 'export.json';
const contentsName = 'contents';

/** Slower to write by a second for each five megabytes, smaller by a third, and read at the same speed. */
const tight: Packing =
  typeof zlib.zstdCompressSync === 'function'
    ? { ...usualPacking, pack: (content) => zlib.zstdCompressSync(content, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 15 } }) }
    : usualPacking;

/** Writes an export to a new directory, in steps. Throws file system errors. */
export function* writeExport(directory: string, { commit, bytes, contents, saved, chunks, lexicons }: ExportSource): Steps<ExportHead> {
  fs.mkdirSync(directory, { mode: 0o755 });
  const files = saved.length === 0 ? [] : [yield* writeSegmentFile(directory, saved, lexicons, { packing: tight })];
  const all = [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
  const listed: Contents = {
    paths: all.map(([path]) => path),
    hashes: all.map(([, { hash }]) => hash),
    languages: all.map(([, { language }]) => language),
    blobs: all.map(([, { git }]) => git?.blob ?? ''),
    bytes: all.map(([, { git }]) => git?.bytes ?? 0),
  };
  const path = nodePath.join(directory, contentsName);
  yield* writeArrays(path, indexVersion, [new TextEncoder().encode(JSON.stringify(listed)) as NumberArray], tight);
  const head: ExportHead = {
    version: indexVersion,
    ...(commit === undefined ? {} : { commit }),
    ...{ files: all.length, chunks, bytes, segments: files.map(({ name }) => name), contents: sha256(fs.readFileSync(path)) },
  };
  fs.writeFileSync(nodePath.join(directory, headName), `${JSON.stringify(head)}\n`, { mode: 0o644 });
  return head;
}

/** Why an export is not used: what it is, not what is done about it. */
export class ExportError extends Error {
  readonly reason: 'foreign' | 'version' | 'damaged';

  constructor(reason: 'foreign' | 'version' | 'damaged', options?: ErrorOptions) {
    super(`the export is ${reason}`, options);
    this.reason = reason;
  }
}

/** An export that was checked, with its strings in the lexicons of this process. */
export class IndexExport implements Seed {
  readonly head: ExportHead;
  /** SHA-256 of `export.json`, in hexadecimal. */
  readonly digest: string;
  readonly saved: readonly SavedSegment[];
  readonly #contents: ReadonlyMap<string, PublishedContent>;

  private constructor(head: ExportHead, digest: string, contents: ReadonlyMap<string, PublishedContent>, saved: readonly SavedSegment[]) {
    this.head = head;
    this.digest = digest;
    this.#contents = contents;
    this.saved = saved;
  }

  /** Reads and checks a directory. Awaits `yieldThread` between steps. Throws `ExportError`, and file system errors for the directory itself. */
  static async read(directory: string, lexicons: Lexicons, yieldThread: Yield): Promise<IndexExport> {
    return finishYielding(IndexExport.#steps(directory, lexicons), yieldThread);
  }

  static *#steps(directory: string, lexicons: Lexicons): Steps<IndexExport> {
    const text = readHead(directory);
    const head = parseHead(text);
    try {
      const path = nodePath.join(directory, contentsName);
      if (sha256(fs.readFileSync(path)) !== head.contents) throw new ExportError('damaged');
      const [bytes] = yield* readArrays(path, indexVersion);
      if (!(bytes instanceof LazyBytes)) throw new ExportError('damaged');
      const contents = parseContents(bytes);
      const saved: SavedSegment[] = [];
      for (const name of head.segments) {
        if (!(yield* isWhole(directory, name))) throw new ExportError('damaged');
        const found = yield* readSegmentFile(directory, name, lexicons);
        if (found === undefined) throw new ExportError('damaged');
        saved.push(...found);
      }
      return new IndexExport(head, sha256(text), contents, saved);
    } catch (cause) {
      if (cause instanceof CorruptBytesError || (cause as NodeJS.ErrnoException).code !== undefined)
        throw new ExportError('damaged', { cause });
      throw cause;
    }
  }

  /** The content of each path (relative), sorted by path. */
  files(): Iterable<readonly [path: string, content: PublishedContent]> {
    return this.#contents;
  }

  has(path: string, content: ContentId): boolean {
    const own = this.#contents.get(path);
    return own !== undefined && isSameContent(own, content);
  }

  contentOf(path: string, blob: string, bytes: number): ContentId | undefined {
    const content = this.#contents.get(path);
    return content?.git?.blob === blob && content.git.bytes === bytes ? { hash: content.hash, language: content.language } : undefined;
  }
}

/** Whether a directory may be replaced by an export: it is missing, empty, or an export. */
export function mayBeExport(directory: string): boolean {
  try {
    return fs.existsSync(nodePath.join(directory, headName)) || fs.readdirSync(directory).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Bytes of an export. */
export function exportBytes(directory: string): number {
  return fs.readdirSync(directory).reduce((sum, name) => sum + fileSize(nodePath.join(directory, name)), 0);
}

function readHead(directory: string): string {
  try {
    return fs.readFileSync(nodePath.join(directory, headName), 'utf8');
  } catch (cause) {
    // That of a directory which cannot be read is reported as it is.
    fs.readdirSync(directory);
    throw new ExportError('foreign', { cause });
  }
}

function parseHead(text: string): ExportHead {
  try {
    const head = readJson(text) as Partial<ExportHead> | null;
    const { version, commit, files, chunks, bytes, segments, contents } = head ?? {};
    if (typeof version === 'string' && version !== indexVersion) throw new ExportError('version');
    const isWholeHead = [files, chunks, bytes].every(isCount) && isHash(contents) && (commit === undefined || isCommit(commit));
    if (isWholeHead && isList(segments, (name): name is string => typeof name === 'string' && isSegmentFile(name)))
      return head as ExportHead;
  } catch (error) {
    if (error instanceof ExportError) throw error;
  }
  throw new ExportError('damaged');
}

/** An id that is shown to people. */
function isCommit(value: unknown): boolean {
  return typeof value === 'string' && [40, 64].includes(value.length) && Buffer.from(value, 'hex').length * 2 === value.length;
}

/** Throws `CorruptBytesError`. */
function parseContents(packed: LazyBytes): ReadonlyMap<string, PublishedContent> {
  try {
    const { paths, hashes, languages, blobs, bytes } = readJson(new TextDecoder().decode(packed.read())) as Partial<Contents>;
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

function isHash(value: unknown): value is string {
  return typeof value === 'string' && value.length === 64 && Buffer.from(value, 'hex').length === 32;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
