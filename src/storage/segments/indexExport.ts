/**
 * An index as a directory that other machines start from: files of segments, what git makes of their files, and `export.json`, which names them.
 * No text of any file, but its words and names, and where wished what models have said of it.
 *
 * A file is named by the digest of its bytes, and an export by that of `export.json`. A digest finds damage; it is no signature, and the author of
 * an export decides what is found in the files that it names.
 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import nodePath from 'node:path';
import zlib from 'node:zlib';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import type { NumberArray, SavedArray, SavedSegment } from '../../engine/index/codec/savedSegments.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import type { Steps } from '../../engine/util/steps.ts';
import { indexVersion } from '../../engine/version.ts';
import { readArrays, replaceFile, temporaryName } from '../arrays/arraysFile.ts';
import { fileSize } from '../fileFigures.ts';
import { deflate, type Packing } from '../frames.ts';
import type { Seed } from '../published.ts';
import type { GitFile, PublishedFiles } from '../publishedFiles.ts';
import { blobArray, ExportError, type ExportHead, exportedFiles, headName, parseHead } from '../served/exportForm.ts';
import type { NamedFile } from '../served/rangedFile.ts';
import { cacheTagName, tagAsCache } from './cacheTag.ts';
import { isWhole, readSegmentFile, writeNamed, writeSegmentFile } from './segmentFiles.ts';

/** What is exported. */
export interface ExportSource {
  readonly commit?: string | undefined;
  /** Size in bytes of all files. */
  readonly bytes: number;
  /** The documents, each with its content. */
  readonly saved: readonly SavedSegment[];
  /** What git makes of a path. */
  git(path: string): GitFile | undefined;
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
export function* writeExport(directory: string, { commit, bytes, saved, git, lexicons, replies }: ExportSource): Steps<ExportHead> {
  fs.mkdirSync(directory, { mode: 0o755, recursive: true });
  const files = saved.length === 0 ? [] : [yield* writeSegmentFile(directory, saved, lexicons, tight)];
  const form = { version: indexVersion, packing: tight };
  const segments = saved.map(({ segment }) => segment);
  const blobs = segments.map(({ paths }) => blobArray(paths.map((path) => git(path))));
  const name = yield* writeNamed(directory, 'blobs', blobs, form);
  const written = replies && (yield* writeNamed(directory, 'replies', replies as readonly NumberArray[], form));
  const named = (file: string): NamedFile => ({ name: file, bytes: fileSize(nodePath.join(directory, file)) });
  const head: ExportHead = {
    version: indexVersion,
    ...(commit === undefined ? {} : { commit }),
    ...{ files: total(segments, ({ paths }) => paths.length), chunks: total(segments, ({ chunkCount }) => chunkCount), bytes },
    ...{ segments: files.map((file) => named(file.name)), blobs: named(name) },
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
export interface IndexExport extends Seed {
  readonly head: ExportHead;
  /** SHA-256 of `export.json`, in hexadecimal. */
  readonly digest: string;
  readonly files: PublishedFiles;
  /** What models have said of the contents, by kind, as lines. */
  readonly replies: readonly SavedArray[];
}

/** Reads and checks a directory, in steps. Throws `ExportError`, and file system errors for the directory itself. */
export function* readExport(directory: string, lexicons: Lexicons): Steps<IndexExport> {
  const text = readHead(directory);
  const head = parseHead(text);
  const arraysIn = ({ name }: NamedFile): Steps<SavedArray[]> => readArrays(nodePath.join(directory, name), indexVersion);
  try {
    for (const { name } of [head.blobs, ...head.segments, ...(head.replies === undefined ? [] : [head.replies])])
      if (!(yield* isWhole(directory, name))) throw new ExportError('damaged');
    const saved: SavedSegment[] = [];
    for (const { name } of head.segments) {
      const found = yield* readSegmentFile(directory, name, lexicons);
      if (found === undefined) throw new ExportError('damaged');
      saved.push(...found);
    }
    const files = exportedFiles(saved, yield* arraysIn(head.blobs));
    const replies = head.replies === undefined ? [] : yield* arraysIn(head.replies);
    return { head, digest: createHash('sha256').update(text).digest('hex'), saved, files, replies };
  } catch (cause) {
    if (cause instanceof CorruptBytesError || (cause as NodeJS.ErrnoException).code !== undefined)
      throw new ExportError('damaged', { cause });
    throw cause;
  }
}

/** What an export has, also one of an older form or one that was not finished. */
const exportPattern = /^(?:CACHEDIR\.TAG|export\.json|(?:blobs|contents|segments|replies)(?:-[0-9a-f]{32})?)(?:\.new)?$/;

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

function total<T>(list: readonly T[], numberOf: (item: T) => number): number {
  return list.reduce((sum, item) => sum + numberOf(item), 0);
}
