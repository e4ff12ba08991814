/**
 * An index as a directory that other machines start from: files of segments, the paths with their contents, and `export.json`, which names them.
 * No text of any file, but its words and names, and where wished what models have said of it.
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
import type { NumberArray, SavedArray, SavedSegment } from '../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { finishYielding, type Steps, type Yield } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { readArrays, replaceFile, temporaryName } from '../arrays/arraysFile.ts';
import { fileSize } from '../fileFigures.ts';
import { deflate, type Packing } from '../frames.ts';
import type { PublishedContent } from '../published.ts';
import { type ContentColumns, ExportError, type ExportHead, headName, parseContents, parseHead } from '../served/exportForm.ts';
import type { NamedFile } from '../served/rangedFile.ts';
import { isSameContent, type Seed } from '../store.ts';
import { cacheTagName, tagAsCache } from './cacheTag.ts';
import { isWhole, readSegmentFile, writeNamed, writeSegmentFile } from './segmentFiles.ts';

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
  /** What models have said of the contents, by kind, as lines. */
  readonly replies?: readonly Uint8Array[] | undefined;
}

/** What every Node and every browser can read; at its best level, since it is written once and read often. */
const tight: Packing = { ...deflate, pack: (content) => zlib.deflateRawSync(content, { level: 9 }) };

/**
 * Writes an export to a directory, in steps: its files, then the manifest, so that whoever reads the one before never sees a part of this one. What
 * the manifest does not name is then removed. Throws file system errors.
 */
export function* writeExport(
  directory: string,
  { commit, bytes, contents, saved, chunks, lexicons, replies }: ExportSource,
): Steps<ExportHead> {
  fs.mkdirSync(directory, { mode: 0o755, recursive: true });
  const files = saved.length === 0 ? [] : [yield* writeSegmentFile(directory, saved, lexicons, { packing: tight })];
  const all = [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
  const listed: ContentColumns = {
    paths: all.map(([path]) => path),
    hashes: all.map(([, { hash }]) => hash),
    languages: all.map(([, { language }]) => language),
    blobs: all.map(([, { git }]) => git?.blob ?? ''),
    bytes: all.map(([, { git }]) => git?.bytes ?? 0),
  };
  const form = { version: indexVersion, packing: tight };
  const name = yield* writeNamed(directory, 'contents', [new TextEncoder().encode(JSON.stringify(listed))], form);
  const written = replies && (yield* writeNamed(directory, 'replies', replies as readonly NumberArray[], form));
  const named = (file: string): NamedFile => ({ name: file, bytes: fileSize(nodePath.join(directory, file)) });
  const head: ExportHead = {
    version: indexVersion,
    ...(commit === undefined ? {} : { commit }),
    ...{ files: all.length, chunks, bytes, segments: files.map((file) => named(file.name)), contents: named(name) },
    ...(written === undefined ? {} : { replies: named(written) }),
  };
  tagAsCache(directory);
  const parts = [name, cacheTagName, ...files.map((file) => file.name), ...(written === undefined ? [] : [written])];
  // A web server may be another user.
  for (const part of parts) fs.chmodSync(nodePath.join(directory, part), 0o644);
  const manifest = nodePath.join(directory, headName);
  fs.writeFileSync(temporaryName(manifest), `${JSON.stringify(head)}\n`, { mode: 0o644 });
  replaceFile(manifest, temporaryName(manifest));
  for (const other of fs.readdirSync(directory).filter((one) => one !== headName && !parts.includes(one)))
    fs.rmSync(nodePath.join(directory, other));
  return head;
}

/** An export that was checked, with its strings in the lexicons of this process. */
export class IndexExport implements Seed {
  readonly head: ExportHead;
  /** SHA-256 of `export.json`, in hexadecimal. */
  readonly digest: string;
  readonly saved: readonly SavedSegment[];
  /** What models have said of the contents, by kind, as lines. */
  readonly replies: readonly SavedArray[];
  readonly #contents: ReadonlyMap<string, PublishedContent>;

  private constructor(
    { head, replies, saved }: Pick<IndexExport, 'head' | 'replies' | 'saved'>,
    digest: string,
    contents: ReadonlyMap<string, PublishedContent>,
  ) {
    this.head = head;
    this.digest = digest;
    this.#contents = contents;
    this.saved = saved;
    this.replies = replies;
  }

  /** Reads and checks a directory. Awaits `yieldThread` between steps. Throws `ExportError`, and file system errors for the directory itself. */
  static async read(directory: string, lexicons: Lexicons, yieldThread: Yield): Promise<IndexExport> {
    return finishYielding(IndexExport.#steps(directory, lexicons), yieldThread);
  }

  static *#steps(directory: string, lexicons: Lexicons): Steps<IndexExport> {
    const text = readHead(directory);
    const head = parseHead(text);
    try {
      for (const { name } of [head.contents, ...head.segments, ...(head.replies === undefined ? [] : [head.replies])])
        if (!(yield* isWhole(directory, name))) throw new ExportError('damaged');
      const contents = parseContents(yield* readArrays(nodePath.join(directory, head.contents.name), indexVersion));
      const replies = head.replies === undefined ? [] : yield* readArrays(nodePath.join(directory, head.replies.name), indexVersion);
      const saved: SavedSegment[] = [];
      for (const { name } of head.segments) {
        const found = yield* readSegmentFile(directory, name, lexicons);
        if (found === undefined) throw new ExportError('damaged');
        saved.push(...found);
      }
      return new IndexExport({ head, replies, saved }, sha256(text), contents);
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

/** What an export has, also one that was not finished. */
const exportPattern = /^(?:CACHEDIR\.TAG|export\.json|(?:contents|segments|replies)(?:-[0-9a-f]{32})?)(?:\.new)?$/;

/** Whether a directory may become an export: it is missing, empty, or an export. */
export function mayBeExport(directory: string): boolean {
  try {
    return fs.readdirSync(directory).every((name) => exportPattern.test(name));
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

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
