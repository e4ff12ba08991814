import type { BigIntStats } from 'node:fs';
import type { Message } from '../engine/message.ts';

/**
 * Why a file, or a whole directory, is not indexed. The texts are shown to the user and used as keys in reports.
 *
 * - `ignored`: matched by an ignore file (git's, `.ignore` or `.meshragignore`); `detail` names file, line and pattern.
 * - `excluded`: by the include or exclude globs of the settings.
 * - `too large`, `generated`, `data`, `dependency`, `secret`, `binary`: by the table of defaults.
 * - `unreadable`: the system refused; `detail` is its error code.
 * - `not a regular file`: a FIFO, a socket or a device.
 * - `link`: a symbolic link or junction. Links are never followed; a target inside the folder is indexed under its own name.
 * - `changed while read`: size or time changed between the first and the last byte, twice in a row.
 * - `too slow`: reading took longer than the time budget of one file.
 * - `name not valid UTF-8`: the name cannot be stored in an index; `detail` shows its bytes.
 * - `nested repository`: a second worktree of the same repository, or a bare repository: no files of its own.
 * - `LFS pointer`: what git has in place of a large file that was not fetched.
 * - `notebook layout`: a notebook that does not hold one source line per line of the file.
 * - `not analysed`: the analysis failed; `detail` is its error.
 */
export const skipReasons = [
  'ignored',
  'excluded',
  'too large',
  'generated',
  'data',
  'dependency',
  'secret',
  'binary',
  'unreadable',
  'not a regular file',
  'link',
  'changed while read',
  'too slow',
  'name not valid UTF-8',
  'nested repository',
  'LFS pointer',
  'notebook layout',
  'not analysed',
] as const;
export type SkipReason = (typeof skipReasons)[number];

const textlessReasons: ReadonlySet<string> = new Set<SkipReason>([
  'too large',
  'generated',
  'data',
  'unreadable',
  'too slow',
  'LFS pointer',
  'notebook layout',
  'not analysed',
]);

/** Binary documents: unlike pictures, sounds, archives and programs, they may hold an answer. */
const binaryDocument = /\.(?:pdf|docx?|odt|rtf|pages|pptx?|odp|xlsx?|ods|epub|djvu)$/i;

/** Whether a file is left out only because there is no text of it worth indexing: neither by the user's choice nor to protect secrets. */
export function lacksText({ path, reason }: { readonly path: string; readonly reason: string }): boolean {
  if (reason === 'binary') return binaryDocument.test(path);
  return textlessReasons.has(reason) && !path.endsWith('/');
}

/** A file that may be indexed, with the figures of one `stat`. */
export interface FileEntry {
  /** Relative to the folder, with `/` as separator on every system. */
  path: string;
  /** Bytes. */
  size: number;
  /** Nanoseconds since 1970. */
  mtimeNs: bigint;
  /** Nanoseconds since 1970. */
  ctimeNs: bigint;
  inode: bigint;
}

/** A file or directory that is left out. The path of a directory that was not entered ends with `/` and covers everything below it. */
export interface SkippedFile {
  path: string;
  reason: SkipReason;
  /** The reason in detail, for people: a pattern and its file, an error code, a size. */
  detail?: string;
}

/** The result of listing a folder. */
export interface FolderListing {
  /** Sorted by path in code unit order. */
  files: FileEntry[];
  /** Sorted like `files`. */
  skipped: SkippedFile[];
  /** The directories that were entered, `''` for the folder itself; sorted. A watcher needs no others. */
  directories: string[];
  /** What could not be taken into account, such as git's list. Usually empty. */
  problems: Message[];
}

/** True for a file that is left out. */
export function isSkipped(outcome: object): outcome is SkippedFile {
  return 'reason' in outcome;
}

/** A file's entry from the result of `stat` with `bigint: true`. */
export function toEntry(path: string, stat: BigIntStats): FileEntry {
  return { path, size: Number(stat.size), mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, inode: stat.ino };
}
