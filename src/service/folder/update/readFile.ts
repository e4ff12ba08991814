/** Reads one file and analyses it, unless its content is known. */

import type { ContentId } from '../../../engine/document.ts';
import { analyzeColumns } from '../../../engine/text/analyze.ts';
import type { DocumentColumns } from '../../../engine/text/words/columns.ts';
import type { Lexicons } from '../../../engine/text/words/lexicon.ts';
import { type FileRow, isSameContent, isSkipNote } from '../../../storage/store.ts';
import type { LanguageRule } from '../../../workspace/associations.ts';
import type { FileEntry } from '../../../workspace/entries.ts';
import { type ReadResult, readDocument } from '../../../workspace/files/readDocument.ts';
import type { IndexSettings } from '../../../workspace/settings.ts';
import { extensionOf } from '../../../workspace/systemPaths.ts';
import type { Overlay } from '../published/overlay.ts';
import { type Skipped, withEncoding } from './fileTable.ts';

/** The outcome of checking a file. */
export type FileOutcome =
  /** The file no longer exists. */
  | { readonly kind: 'gone'; readonly path: string }
  /** It is currently unreadable, or must not be read: nothing to store. */
  | { readonly kind: 'passed'; readonly skipped: Skipped }
  /** Up to date, or skipped by its content: a new row, with the document if the content is new and is not found elsewhere. */
  | { readonly kind: 'row'; readonly row: FileRow; readonly document?: DocumentColumns; readonly found?: 'published' | 'seed' };

/** Outcomes that do not depend on the content, so that the file is tried again at the next check. */
const transientReasons: ReadonlySet<string> = new Set(['unreadable', 'changed while read', 'too slow', 'link', 'not a regular file']);

/**
 * @param known the current row of the path; a file with unchanged content is not analysed.
 * @param place where the content may be found, and the lexicons of its analysis. Throws errors of the analysis.
 * @returns undefined for a content that nothing knows, if the place has a seed.
 */
export function readFile(
  root: string,
  path: string,
  settings: IndexSettings,
  known: FileRow | undefined,
  place: Pick<ReadingPlace, 'languageOf' | 'seed' | 'lexicons' | 'published'>,
): FileOutcome | undefined {
  const indexedAtNs = nowNs();
  const read = readDocument(root, path, settings, place.languageOf);
  if (read.kind === 'gone') return { kind: 'gone', path };
  if (read.kind === 'skipped') return skipOutcome(path, read, indexedAtNs);
  const { language } = read;
  const content = { hash: read.hash, language: contentLanguage(path, language.name, read.encoding) };
  const row = toFileRow(read.entry, indexedAtNs, content);
  const found = foundOutcome(row, content, known, place);
  if (found !== undefined || place.seed !== undefined) return found;
  return { kind: 'row', row, document: analyzeColumns(read.text, language, place.lexicons) };
}

/** The outcome for a file that is known to have a content, at a time before it was looked at; undefined if it must be read. */
export function unreadOutcome(entry: FileEntry, { content, atNs }: KnownContent, place: ReadingPlace): FileOutcome | undefined {
  return foundOutcome(toFileRow(entry, atNs, content), content, place.known(entry.path), place);
}

/** The outcome for a content that was published, is known of the path, or is in the seed. */
function foundOutcome(
  row: FileRow,
  content: ContentId,
  known: FileRow | undefined,
  { seed, published }: Pick<ReadingPlace, 'seed' | 'published'>,
): FileOutcome | undefined {
  if (published?.has(row.path, content)) return { kind: 'row', row, found: 'published' };
  if (known !== undefined && hasSameContent(known, row)) return { kind: 'row', row };
  return seed?.has(row.path, content) ? { kind: 'row', row, found: 'seed' } : undefined;
}

/** A row for a file that cannot be analysed; it is not retried until it changes. */
export function skippedRow(entry: FileEntry, reason: string, detail?: string): FileRow {
  return toFileRow(entry, nowNs(), { reason, ...(detail === undefined ? {} : { detail }) });
}

/** The text of the same bytes differs in a notebook, and in another encoding: such contents are not shared. */
function contentLanguage(path: string, language: string, encoding: string): string {
  const whole = extensionOf(path) === 'ipynb' ? `${language} notebook` : language;
  return withEncoding(whole, encoding);
}

function skipOutcome(path: string, read: ReadResult & { kind: 'skipped' }, indexedAtNs: bigint): FileOutcome {
  const note = { reason: read.reason, ...(read.detail === undefined ? {} : { detail: read.detail }) };
  if (read.entry === undefined || transientReasons.has(read.reason)) return { kind: 'passed', skipped: { path, ...note } };
  return { kind: 'row', row: toFileRow(read.entry, indexedAtNs, note) };
}

function toFileRow(entry: FileEntry, indexedAtNs: bigint, content: FileRow['content']): FileRow {
  const { path, size, mtimeNs, ctimeNs, inode } = entry;
  return { path, size, mtimeNs, ctimeNs, inode: BigInt.asIntN(64, inode), indexedAtNs, content };
}

/** Whether two rows have the same document, or the same skip note. */
export function hasSameContent({ content: one }: FileRow, { content: other }: FileRow): boolean {
  if (isSkipNote(one)) return isSkipNote(other) && one.reason === other.reason && one.detail === other.detail;
  return !isSkipNote(other) && isSameContent(one, other);
}

export function nowNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}

/** What a file holds, at a time before it was looked at. */
export interface KnownContent {
  readonly content: ContentId;
  readonly atNs: bigint;
}

/** A folder whose files are read, and what is known of them. */
export interface ReadingPlace {
  readonly folder: string;
  readonly settings: IndexSettings;
  readonly languageOf: LanguageRule;
  /** The current row of a path. */
  readonly known: (path: string) => FileRow | undefined;
  /** Segments from elsewhere that have the documents of some contents; if set, other contents are not analysed. */
  readonly seed?: { has(path: string, content: ContentId): boolean };
  /** The content of files that need not be read. */
  readonly unread?: ((entry: FileEntry) => KnownContent | undefined) | undefined;
  /** The folder's published index, whose contents are not analysed here. */
  readonly published?: Pick<Overlay, 'has'> | undefined;
  /** Assign the ids of what is read. */
  readonly lexicons: Lexicons;
}
