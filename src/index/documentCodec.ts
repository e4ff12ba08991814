/**
 * The stored form of a document: its columns as bytes, with numbers of a dictionary in the place of ids.
 *
 * Each list is sorted by number and written as differences; then, entry by entry, count or roles together with the places, mostly in one
 * byte. Some two and a half bytes an entry. Equal documents give equal bytes under the same dictionary. Checksums belong to the store.
 *
 * Cost: linear, plus the sort of each chunk's entries when encoding; some 20 ns an entry in either direction.
 */

import { type DocumentColumns, type EntryColumns, Head, lengthOf, newColumns, viewsOf } from '../core/columns.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';
import type { Dictionary } from './dictionary.ts';
import { commonestRoles, readSaid, writeSaid } from './said.ts';

/** Raised whenever the layout below changes; stored with every index file. */
export const documentFormat = 2;

const writer = new ByteWriter();

const codeFlag = 1;
const columnsFlag = 2;
const backwardsFlag = 4;

/** The document as bytes; strings that are new to the dictionary get numbers. Throws RangeError where a part is no unsigned 32-bit integer. */
export function encodeDocument(columns: DocumentColumns, dictionary: Dictionary): Uint8Array {
  const { chunkCount, heads, terms, keys } = viewsOf(columns);
  writer.reset();
  for (const size of [chunkCount, terms.ids.length, keys.ids.length]) writer.varint(size);
  let [line, term, key] = [0, 0, 0];
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const head = heads.subarray(chunk * Head.size, (chunk + 1) * Head.size);
    const title = dictionary.part('titles').of(head[Head.Title] as number);
    line = writeHead(head, title, line);
    const [termEnd, keyEnd] = [term + (head[Head.Terms] as number), key + (head[Head.Keys] as number)];
    writeEntries(terms, term, termEnd, dictionary.part('terms'), 0);
    writeEntries(keys, key, keyEnd, dictionary.part('keys'), commonestRoles);
    [term, key] = [termEnd, keyEnd];
  }
  return writer.toBytes();
}

/** How many numbers the document takes when it is decoded. Throws `CorruptBytesError`. */
export function decodedLength(bytes: Uint8Array): number {
  return lengthOf(...readSizes(new ByteReader(bytes)));
}

function readSizes(reader: ByteReader): [chunks: number, terms: number, keys: number] {
  return [reader.count(leastHeadBytes), reader.count(leastEntryBytes), reader.count(leastEntryBytes)];
}

/**
 * What `encodeDocument` was given, entries in the order of their numbers, at a place of `decodedLength` if one is given. Throws
 * `CorruptBytesError` where bytes or strings are lost.
 */
export function decodeDocument(bytes: Uint8Array, dictionary: Dictionary, at?: DocumentColumns): DocumentColumns {
  const reader = new ByteReader(bytes);
  const [chunkCount, termCount, keyCount] = readSizes(reader);
  const columns = newColumns(chunkCount, termCount, keyCount, at);
  const { heads, terms, keys } = viewsOf(columns);
  let [line, term, key] = [0, 0, 0];
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const head = heads.subarray(chunk * Head.size, (chunk + 1) * Head.size);
    line = readHead(reader, head, line, dictionary.part('titles'));
    const ownTerms = readEntries(reader, terms, term, dictionary.part('terms'), 0, mostCount);
    const ownKeys = readEntries(reader, keys, key, dictionary.part('keys'), commonestRoles, mostRoles);
    head[Head.Terms] = ownTerms;
    head[Head.Keys] = ownKeys;
    term += ownTerms;
    key += ownKeys;
  }
  if (term !== termCount || key !== keyCount) throw new CorruptBytesError(`${term} terms and ${key} keys of ${termCount} and ${keyCount}`);
  if (reader.left > 0) throw new CorruptBytesError(`${reader.left} bytes follow the last chunk`);
  return columns;
}

const leastHeadBytes = 7;
const leastEntryBytes = 2;
/** Larger numbers would not add up in 32 bits. */
const mostCount = 0x3fffffff;
const mostRoles = 0xff;

/** Chunks mostly follow each other, so the start is told from the end of the one before; a cut line is the same line again. */
function writeHead(head: Int32Array, title: number, line: number): number {
  const part = (position: number): number => head[position] as number;
  const [startLine, endLine] = [part(Head.StartLine), part(Head.EndLine)];
  const hasColumns = part(Head.StartColumn) !== 0 || part(Head.EndColumn) !== 0;
  const isBackwards = startLine < line;
  writer.byte((part(Head.IsCode) === 1 ? codeFlag : 0) | (hasColumns ? columnsFlag : 0) | (isBackwards ? backwardsFlag : 0));
  writer.varint(Math.abs(startLine - line));
  writer.varint(endLine - startLine);
  if (hasColumns) {
    writer.varint(part(Head.StartColumn));
    writer.varint(part(Head.EndColumn));
  }
  writer.varint(title);
  writer.varint(part(Head.Length));
  return endLine;
}

/** Fills the head, without its sizes, and returns the end line. */
function readHead(reader: ByteReader, head: Int32Array, line: number, titles: NumberTable): number {
  const flags = reader.byte();
  if (flags > 7) throw new CorruptBytesError(`no chunk starts with ${flags}`);
  const distance = reader.varint();
  const startLine = line + (flags & backwardsFlag ? -distance : distance);
  const endLine = startLine + reader.varint();
  const startColumn = flags & columnsFlag ? reader.varint() : 0;
  const endColumn = flags & columnsFlag ? reader.varint() : 0;
  const title = idOf(titles, reader.varint());
  const length = reader.varint();
  if (startLine < 0 || Math.max(endLine, startColumn, endColumn, length) > mostCount) {
    throw new CorruptBytesError(`a chunk of ${length} words in lines ${startLine} to ${endLine}`);
  }
  head[Head.StartLine] = startLine;
  head[Head.EndLine] = endLine;
  head[Head.StartColumn] = startColumn;
  head[Head.EndColumn] = endColumn;
  head[Head.IsCode] = flags & codeFlag;
  head[Head.Title] = title;
  head[Head.Length] = length;
  return endLine;
}

type NumberTable = ReturnType<Dictionary['part']>;

/** Throws where the number stands for no string that is known. */
function idOf({ ids, size }: NumberTable, number: number): number {
  if (number >= size) throw new CorruptBytesError(`string ${number} of ${size} is lost`);
  return ids[number] as number;
}

/** The entries of a chunk, each as its number and its position in one, for sorting; in 32 bits where they fit, which sorts faster. */
let narrow = new Uint32Array(1 << 12);
let wide = new Float64Array(1 << 12);

function writeEntries({ ids, numbers, places }: EntryColumns, from: number, to: number, table: NumberTable, turn: number): void {
  const size = to - from;
  const positions = 2 ** (32 - Math.clz32(size));
  let largest = 0;
  if (size > wide.length) [narrow, wide] = [new Uint32Array(size * 2), new Float64Array(size * 2)];
  for (let i = 0; i < size; i++) {
    const number = table.of(ids[from + i] as number);
    largest = Math.max(largest, number);
    wide[i] = number * positions + i;
  }
  let order: Uint32Array | Float64Array = wide;
  if ((largest + 1) * positions <= 2 ** 32) {
    narrow.set(wide.subarray(0, size));
    order = narrow;
  }
  order.subarray(0, size).sort();
  writer.varint(size);
  let last = -1;
  for (let i = 0; i < size; i++) {
    const number = Math.floor((order[i] as number) / positions);
    writer.varint(number - last - 1);
    last = number;
  }
  for (let i = 0; i < size; i++) {
    const at = from + ((order[i] as number) % positions);
    writeSaid(writer, places[at] as number, ((numbers[at] as number) ^ turn) >>> 0);
  }
}

/** Reads the entries of a chunk into the columns from `from` on; returns how many there were. */
function readEntries(reader: ByteReader, into: EntryColumns, from: number, table: NumberTable, turn: number, most: number): number {
  const { ids, numbers, places } = into;
  const size = reader.count(leastEntryBytes);
  const to = from + size;
  if (to > ids.length) throw new CorruptBytesError(`${to} entries exceed the ${ids.length} of the document`);
  let number = -1;
  for (let i = from; i < to; i++) {
    number += reader.varint() + 1;
    ids[i] = idOf(table, number);
  }
  for (let i = from; i < to; i++) {
    const said = readSaid(reader, places, i);
    if ((said ^ turn) > most || said > mostCount) throw new CorruptBytesError(`an entry that says ${said}`);
    numbers[i] = said ^ turn;
  }
  return size;
}
