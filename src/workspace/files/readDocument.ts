/**
 * Reads one file as text. Synchronous on purpose: reading into one reused buffer costs a fourth of asynchronous reading, and it runs in a
 * process of its own. A file has at most `maxFileBytes`, so one call is short.
 */
import { hash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, readSync } from 'node:fs';
import nodePath from 'node:path';
import { type Language, languageOf, languageOfText } from '../../engine/text/languages.ts';
import type { LanguageRule } from '../associations.ts';
import { type FileEntry, type SkipReason, toEntry } from '../entries.ts';
import { judgeText } from '../ignore/contentRules.ts';
import { judgeSize } from '../ignore/folderRules.ts';
import { errorCode, isGone, openWithoutFollowing } from '../openFile.ts';
import type { IndexSettings } from '../settings.ts';
import { extensionOf, systemPaths } from '../systemPaths.ts';
import { detectEncoding } from './decode.ts';
import { textIn } from './fileText.ts';

/**
 * The result of reading: the text with the SHA-256 (lower-case hex) of the file's bytes and the `fstat` of what was read; the reason why
 * there is no text; or that the file no longer exists.
 */
export type ReadResult =
  | { kind: 'text'; text: string; language: Language; hash: string; entry: FileEntry; encoding: string }
  | { kind: 'skipped'; reason: SkipReason; detail?: string; entry?: FileEntry }
  | { kind: 'gone' };

/** The reason why there are no bytes. */
export type Unread = Exclude<ReadResult, { kind: 'text' }>;

type UseBytes = (bytes: Buffer, entry: FileEntry) => void;

/** System calls that tests replace to change a file while it is read. */
export interface ReadCalls {
  read: (file: number, buffer: Buffer, offset: number, length: number) => number;
  nowMs: () => number;
}

const systemCalls: ReadCalls = {
  read: (file, buffer, offset, length) => readSync(file, buffer, offset, length, null),
  nowMs: () => performance.now(),
};

/** Bytes per read; the clock is checked between reads. */
const readBytes = 256 * 1024;
const checkedForMs = 1000;
const maxCheckedDirectories = 4096;

let buffer = Buffer.allocUnsafe(readBytes);

/** Directories that are not links, nor below one, each with the time until which this is assumed. */
const checkedDirectories = new Map<string, number>();

/**
 * Reads a file from a listing. It is opened without following links or blocking, and must be a regular file with the same size and times
 * before and after reading; if it changes meanwhile it is read a second time before giving up.
 *
 * @param path relative to the folder, with `/`. Throws a RangeError if it leaves the folder.
 */
export function readDocument(
  root: string,
  path: string,
  settings: IndexSettings,
  rule: LanguageRule = languageOf,
  calls: ReadCalls = systemCalls,
): ReadResult {
  return readContent(root, path, settings, (bytes, entry) => toText(bytes, path, settings, rule(path), entry), calls);
}

/** Like `readDocument`, for other uses of the bytes: they are passed to `use` and only valid during the call. */
export function readContent<T>(
  root: string,
  path: string,
  settings: IndexSettings,
  use: (bytes: Buffer, entry: FileEntry) => T,
  calls: ReadCalls = systemCalls,
): T | Unread {
  const absolute = systemPaths.toAbsolute(root, path);
  let used: { readonly result: T } | undefined;
  const once = (): Unread | undefined =>
    readOnce(root, absolute, path, settings, calls, (bytes, entry) => {
      used = { result: use(bytes, entry) };
    });
  const first = once();
  const unread = first?.kind === 'skipped' && first.reason === 'changed while read' ? once() : first;
  return unread ?? (used as { readonly result: T }).result;
}

/** Passes the bytes to `use`, or returns the reason why there are none. */
function readOnce(
  root: string,
  absolute: string,
  path: string,
  settings: IndexSettings,
  calls: ReadCalls,
  use: UseBytes,
): Unread | undefined {
  let file: number | undefined;
  try {
    if (isBelowLink(root, path, calls.nowMs()) || isLinkWithoutFlag(absolute)) return { kind: 'skipped', reason: 'link' };
    file = openWithoutFollowing(absolute);
    return readOpened(file, path, settings, calls, use);
  } catch (error) {
    return failure(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readOpened(file: number, path: string, settings: IndexSettings, calls: ReadCalls, use: UseBytes): Unread | undefined {
  const before = fstatSync(file, { bigint: true });
  if (!before.isFile()) return { kind: 'skipped', reason: 'not a regular file' };
  const entry = toEntry(path, before);
  const tooBig = judgeSize(path, entry.size, settings);
  if (tooBig !== undefined) return { kind: 'skipped', reason: tooBig.reason, detail: tooBig.detail, entry };
  const deadline = calls.nowMs() + settings.fileTimeBudgetMs;
  const length = readBytesOf(file, entry.size, calls, deadline);
  if (length === undefined) {
    return { kind: 'skipped', reason: 'too slow', detail: `not read within ${settings.fileTimeBudgetMs} ms`, entry };
  }
  if (length !== entry.size || hasChanged(before, fstatSync(file, { bigint: true }))) {
    return { kind: 'skipped', reason: 'changed while read', entry };
  }
  use(buffer.subarray(0, length), entry);
  return undefined;
}

/** Fills the buffer with up to one byte more than expected, to detect a file that has grown. `undefined` if the time budget is exceeded. */
function readBytesOf(file: number, size: number, calls: ReadCalls, deadline: number): number | undefined {
  if (buffer.length < size + 1) buffer = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(size + 1)));
  let length = 0;
  while (length <= size) {
    const wanted = Math.min(size + 1 - length, readBytes);
    const count = calls.read(file, buffer, length, wanted);
    if (count === 0) return length;
    length += count;
    if (calls.nowMs() > deadline) return undefined;
    // Exactly the expected size: another read would only confirm the end.
    if (length === size && count < wanted) return length;
  }
  return length;
}

function toText(bytes: Buffer, path: string, settings: IndexSettings, byPath: Language, entry: FileEntry): ReadResult {
  const read = textIn(bytes, path, settings.encoding);
  if (read.kind === 'skipped') return { ...read, entry };
  const language = languageOfText(path, read.text, byPath);
  // The JSON around a notebook's cells is no evidence about their content.
  const judged = extensionOf(path) === 'ipynb' ? judgeCells(read.text, settings) : judgeText(path, read.text, settings, language);
  return judged === undefined
    ? { ...read, language, hash: hash('sha256', bytes, 'hex'), entry, encoding: detectEncoding(bytes, settings.encoding).name }
    : { kind: 'skipped', ...judged, entry };
}

/** Judges a notebook by the text of its cells, without the empty lines in place of everything else. */
function judgeCells(text: string, { maxFileBytes }: IndexSettings): { reason: SkipReason; detail: string } | undefined {
  const size = Buffer.byteLength(text.replace(/\n{2,}/g, '\n'));
  return size <= maxFileBytes ? undefined : { reason: 'too large', detail: `cells of ${size} bytes, at most ${maxFileBytes} are read` };
}

function hasChanged(before: BigIntStats, after: BigIntStats): boolean {
  return before.size !== after.size || before.mtimeNs !== after.mtimeNs || before.ctimeNs !== after.ctimeNs;
}

/** A directory above may have become a link since the listing; opening would follow it out of the folder. */
function isBelowLink(root: string, path: string, nowMs: number): boolean {
  const names = nodePath.sep === '/' ? path : path.replaceAll(nodePath.sep, '/');
  const keyOf = (end: number): string => `${root}\0${names.slice(0, end)}`;
  const last = names.lastIndexOf('/');
  if (last < 0 || (checkedDirectories.get(keyOf(last)) ?? -1) > nowMs) return false;
  // Never valid for longer than the directories above.
  let until = nowMs + checkedForMs;
  for (let end = names.indexOf('/'); end >= 0; end = names.indexOf('/', end + 1)) {
    const key = keyOf(end);
    const believed = checkedDirectories.get(key) ?? -1;
    if (believed > nowMs) {
      until = Math.min(until, believed);
      continue;
    }
    if (lstatSync(root + nodePath.sep + names.slice(0, end)).isSymbolicLink()) return true;
    if (checkedDirectories.size >= maxCheckedDirectories) checkedDirectories.clear();
    checkedDirectories.set(key, until);
  }
  return false;
}

/** Windows cannot refuse links while opening. */
function isLinkWithoutFlag(absolute: string): boolean {
  return constants.O_NOFOLLOW === undefined && lstatSync(absolute).isSymbolicLink();
}

function failure(error: unknown): Unread {
  const code = errorCode(error);
  if (isGone(error)) return { kind: 'gone' };
  if (code === 'ELOOP' || code === 'EMLINK') return { kind: 'skipped', reason: 'link' };
  const isSpecial = code === 'ENXIO' || code === 'ENODEV' || code === 'EOPNOTSUPP' || code === 'EISDIR';
  return { kind: 'skipped', reason: isSpecial ? 'not a regular file' : 'unreadable', detail: code };
}
