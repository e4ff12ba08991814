/**
 * The stored form of a document: its columns as bits, with dictionary numbers instead of ids.
 *
 * The chunk heads are followed by the terms and keys of the whole document: each number once, delta-encoded, with its chunks and for each
 * of these count or roles, and places. Some 14 bits an entry. Equal documents give equal bytes under the same dictionary. Checksums are
 * left to the store.
 *
 * Cost: linear, plus sorting the document's numbers when encoding; some 75 ns an entry to write and 40 to read.
 */

import { type DocumentColumns, type EntryColumns, Head, lengthOf, newColumns, viewsOf } from '../../text/words/columns.ts';
import { BitReader, BitWriter } from './bits.ts';
import { CorruptBytesError } from './bytes.ts';
import type { Dictionary } from './dictionary.ts';
import { EntryGroups, NumberedGroups } from './entryGroups.ts';
import { countCode, minFormBits, readForm, roleCode, writeForm } from './postingCodes.ts';
import { numberOfRoles, rolesOfNumber } from './postingForms.ts';
import type { PrefixCode } from './prefixCode.ts';

const writer = new BitWriter();

/** Orders of the Golomb codes: about the binary logarithm of a typical value. */
const GolombOrder = {
  chunks: 1,
  terms: 8,
  keys: 6,
  distance: 0,
  lines: 4,
  columns: 10,
  title: 13,
  length: 6,
  entries: 5,
  distinct: 6,
  holders: 0,
} as const;

/** The encoding of terms or of keys. */
interface EntryForm {
  readonly code: PrefixCode;
  /** Whether numbers are roles, written as `numberOfRoles`. */
  readonly isRoles: boolean;
  /** Greater numbers are rejected as corrupt. */
  readonly max: number;
}

/** Sums of greater numbers would overflow 32 bits. */
const maxCount = 0x3fffffff;
const termForm: EntryForm = { code: countCode, isRoles: false, max: maxCount };
const keyForm: EntryForm = { code: roleCode, isRoles: true, max: 0xff };

/**
 * Encodes a document, after `before` bytes for the caller; valid until the next call. Strings that are new to the dictionary get numbers.
 * Throws `RangeError` if a number is no unsigned 32-bit integer.
 */
export function encodeDocument(columns: DocumentColumns, dictionary: Dictionary, before = 0): Uint8Array<ArrayBuffer> {
  const { chunkCount, heads, terms, keys } = viewsOf(columns);
  writer.reset(before);
  writer.golomb(chunkCount, GolombOrder.chunks);
  writer.golomb(terms.ids.length, GolombOrder.terms);
  writer.golomb(keys.ids.length, GolombOrder.keys);
  writeHeads(heads, dictionary.part('titles'));
  writeEntries(terms, heads, Head.Terms, dictionary.part('terms'), termForm);
  writeEntries(keys, heads, Head.Keys, dictionary.part('keys'), keyForm);
  return writer.end();
}

/** Length of the decoded columns in 32-bit numbers. Throws `CorruptBytesError`. */
export function decodedLength(bytes: Uint8Array): number {
  return lengthOf(...readSizes(new BitReader(bytes)));
}

function readSizes(reader: BitReader): [chunks: number, terms: number, keys: number] {
  const sizes: [number, number, number] = [
    reader.golomb(GolombOrder.chunks),
    reader.golomb(GolombOrder.terms),
    reader.golomb(GolombOrder.keys),
  ];
  const [chunks, terms, keys] = sizes;
  // Rejects counts that cannot fit, so that nothing huge is allocated.
  if (chunks * minHeadBits + (terms + keys) * minFormBits > reader.left) {
    throw new CorruptBytesError(
      `${chunks} chunks, ${terms} terms and ${keys} keys exceed the ${Math.max(reader.left, 0)} bits that are left`,
    );
  }
  return sizes;
}

/**
 * Decodes a document, with entries in the order of their numbers; into `at`, of `decodedLength`, if given. Throws `CorruptBytesError` if
 * bytes or strings are lost.
 */
export function decodeDocument(bytes: Uint8Array, dictionary: Dictionary, at?: DocumentColumns): DocumentColumns {
  const reader = new BitReader(bytes);
  const columns = newColumns(...readSizes(reader), at);
  const { heads, terms, keys } = viewsOf(columns);
  readHeads(reader, heads, dictionary.part('titles'));
  readEntries(reader, terms, heads, Head.Terms, dictionary.part('terms'), termForm);
  readEntries(reader, keys, heads, Head.Keys, dictionary.part('keys'), keyForm);
  reader.end();
  return columns;
}

const Flag = { Code: 1, Columns: 2, Backwards: 4 } as const;
const flagBits = 3;
const minHeadBits = flagBits + 2 + GolombOrder.lines + GolombOrder.title + GolombOrder.length + 2 * GolombOrder.entries + 5;

/** Chunks mostly follow each other, so the start is relative to the end of the previous one; a cut line repeats its line. */
function writeHeads(heads: Int32Array, titles: NumberTable): void {
  let line = 0;
  for (let head = 0; head < heads.length; head += Head.size) {
    const part = (position: number): number => heads[head + position] as number;
    const [startLine, endLine] = [part(Head.StartLine), part(Head.EndLine)];
    const hasColumns = part(Head.StartColumn) !== 0 || part(Head.EndColumn) !== 0;
    const flags = (part(Head.IsCode) === 1 ? Flag.Code : 0) | (hasColumns ? Flag.Columns : 0) | (startLine < line ? Flag.Backwards : 0);
    writer.bits(flags, flagBits);
    writer.golomb(Math.abs(startLine - line), GolombOrder.distance);
    writer.golomb(endLine - startLine, GolombOrder.lines);
    if (hasColumns) {
      writer.golomb(part(Head.StartColumn), GolombOrder.columns);
      writer.golomb(part(Head.EndColumn), GolombOrder.columns);
    }
    writer.golomb(titles.of(part(Head.Title)), GolombOrder.title);
    writer.golomb(part(Head.Length), GolombOrder.length);
    writer.golomb(part(Head.Terms), GolombOrder.entries);
    writer.golomb(part(Head.Keys), GolombOrder.entries);
    line = endLine;
  }
}

function readHeads(reader: BitReader, heads: Int32Array, titles: NumberTable): void {
  let line = 0;
  for (let head = 0; head < heads.length; head += Head.size) {
    const flags = reader.bits(flagBits);
    const distance = reader.golomb(GolombOrder.distance);
    const startLine = line + (flags & Flag.Backwards ? -distance : distance);
    const endLine = startLine + reader.golomb(GolombOrder.lines);
    const startColumn = flags & Flag.Columns ? reader.golomb(GolombOrder.columns) : 0;
    const endColumn = flags & Flag.Columns ? reader.golomb(GolombOrder.columns) : 0;
    heads[head + Head.Title] = lookUpId(titles, reader.golomb(GolombOrder.title));
    const length = reader.golomb(GolombOrder.length);
    if (startLine < 0 || Math.max(endLine, startColumn, endColumn, length) > maxCount) {
      throw new CorruptBytesError(`a chunk of length ${length} in lines ${startLine} to ${endLine}`);
    }
    heads[head + Head.StartLine] = startLine;
    heads[head + Head.EndLine] = endLine;
    heads[head + Head.StartColumn] = startColumn;
    heads[head + Head.EndColumn] = endColumn;
    heads[head + Head.IsCode] = flags & Flag.Code;
    heads[head + Head.Length] = length;
    heads[head + Head.Terms] = reader.golomb(GolombOrder.entries);
    heads[head + Head.Keys] = reader.golomb(GolombOrder.entries);
    line = endLine;
  }
}

type NumberTable = ReturnType<Dictionary['part']>;

/** Throws for a number without a string. */
function lookUpId({ ids, size }: NumberTable, number: number): number {
  if (number >= size) throw new CorruptBytesError(`string ${number} of ${size} is missing`);
  return ids[number] as number;
}

const groups = new EntryGroups();
const numbered = new NumberedGroups();

/** `head` is the offset of the list's size in a chunk head. */
function writeEntries(columns: EntryColumns, heads: Int32Array, head: number, table: NumberTable, form: EntryForm): void {
  groups.fill(columns.ids, heads, head);
  const { size } = groups;
  const { numbers, order } = numbered.sort(groups, table);
  const chunkCount = heads.length / Head.size;
  const gapOrder = bestGapOrder(numbers, size);
  writer.golomb(size, GolombOrder.distinct);
  writer.bits(gapOrder, gapOrderBits);
  let last = -1;
  for (let i = 0; i < size; i++) {
    const number = numbers[i] as number;
    writer.golomb(number - last - 1, gapOrder);
    last = number;
    writeGroup(columns, order[i] as number, chunkCount, form);
  }
}

const gapOrderBits = 4;
const maxGapOrder = 15;
/** Number of gaps with this many binary digits. */
const digitCounts = new Int32Array(33);

/** The Golomb order that takes the fewest bits for the gaps, within a few bits. */
function bestGapOrder(numbers: Int32Array, size: number): number {
  digitCounts.fill(0);
  let last = -1;
  for (let i = 0; i < size; i++) {
    const number = numbers[i] as number;
    const digits = 32 - Math.clz32(number - last - 1);
    digitCounts[digits] = (digitCounts[digits] as number) + 1;
    last = number;
  }
  // One order more costs one bit per gap and saves two per gap with more digits, one if it has exactly one more.
  let order = 0;
  for (let more = size - (digitCounts[0] as number); order < maxGapOrder; order++) {
    const oneMore = digitCounts[order + 1] as number;
    if (2 * more - oneMore <= size) break;
    more -= oneMore;
  }
  return order;
}

/** Writes one string: its chunks, and its entry in each. */
function writeGroup({ numbers, places }: EntryColumns, group: number, chunkCount: number, { code, isRoles }: EntryForm): void {
  const { next, chunks } = groups;
  const holders = groups.counts[group] as number;
  const order = distanceOrder(holders, chunkCount);
  if (chunkCount > 1) writer.golomb(holders - 1, GolombOrder.holders);
  let entry = groups.first[group] as number;
  let before = -1;
  for (let left = holders; left > 0; left--) {
    if (holders < chunkCount) {
      const chunk = chunks[entry] as number;
      writer.golomb(chunk - before - 1, order);
      before = chunk;
    }
    const number = numbers[entry] as number;
    writeForm(writer, code, places[entry] as number, isRoles ? numberOfRoles(number) : number);
    entry = next[entry] as number;
  }
}

/** Golomb order for the distances between the chunks that hold a string. */
function distanceOrder(holders: number, chunkCount: number): number {
  return Math.max(0, 30 - Math.clz32((chunkCount - holders) / (holders + 1)));
}

/** Reads the entries of all chunks, filling the columns. */
function readEntries(reader: BitReader, into: EntryColumns, heads: Int32Array, head: number, table: NumberTable, form: EntryForm): void {
  const count = into.ids.length;
  const chunkCount = heads.length / Head.size;
  const cursors = createCursors(heads, head, count);
  const distinct = reader.golomb(GolombOrder.distinct);
  const gapOrder = reader.bits(gapOrderBits);
  let number = -1;
  let read = 0;
  for (let i = 0; i < distinct; i++) {
    number += reader.golomb(gapOrder) + 1;
    const holders = chunkCount > 1 ? reader.golomb(GolombOrder.holders) + 1 : 1;
    read += holders;
    if (holders > chunkCount || read > count) throw new CorruptBytesError(`${read} entries exceed the ${count} of the document`);
    readGroup(reader, into, lookUpId(table, number), holders, cursors, form);
  }
  if (read !== count) throw new CorruptBytesError(`${read} entries of ${count}`);
}

/** Where the next entry of each chunk goes, and where its last one ends. */
interface Cursors {
  readonly next: Int32Array;
  readonly ends: Int32Array;
}

function createCursors(heads: Int32Array, head: number, count: number): Cursors {
  const chunkCount = heads.length / Head.size;
  const [next, ends] = [new Int32Array(chunkCount), new Int32Array(chunkCount)];
  let sum = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    next[chunk] = sum;
    sum += heads[chunk * Head.size + head] as number;
    if (sum > count) throw new CorruptBytesError(`${sum} entries exceed the ${count} of the document`);
    ends[chunk] = sum;
  }
  return { next, ends };
}

function readGroup(reader: BitReader, into: EntryColumns, id: number, holders: number, { next, ends }: Cursors, form: EntryForm): void {
  const { ids, numbers, places } = into;
  const { code, isRoles, max } = form;
  const order = distanceOrder(holders, next.length);
  let chunk = -1;
  for (let i = 0; i < holders; i++) {
    chunk += holders < next.length ? reader.golomb(order) + 1 : 1;
    const at = next[chunk] as number;
    // Also true if there is no such chunk.
    if (!(at < (ends[chunk] as number))) throw new CorruptBytesError(`chunk ${chunk} of ${next.length} has no such entry`);
    next[chunk] = at + 1;
    ids[at] = id;
    const number = readForm(reader, code, places, at);
    if (number > max) throw new CorruptBytesError(`an entry with number ${number}`);
    numbers[at] = isRoles ? rolesOfNumber(number) : number;
  }
}
