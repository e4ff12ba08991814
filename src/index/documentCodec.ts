/**
 * The stored form of a document: its analysis as bytes.
 *
 * One sorted table of the document's strings, then each chunk with its terms and keys as ascending positions in that table,
 * written as differences, column by column (so that a general compressor finds the repetitions). Equal analyses give equal bytes:
 * the digest of an index relies on it. Compression and checksums belong to the store.
 *
 * Cost: linear in the number of terms and keys, plus the sort of the distinct strings when encoding.
 */

import type { Chunk, ChunkKey, ChunkKind, ChunkTerm, DocumentAnalysis } from '../core/document.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';

/** Raised whenever the layout below changes; stored with every index file. */
export const documentFormat = 1;

const writer = new ByteWriter();

/** The analysis as bytes. Throws RangeError where a number is no unsigned 32-bit integer or a list is not sorted. */
export function encodeDocument(analysis: DocumentAnalysis): Uint8Array {
  writer.reset();
  const positions = stringsOf(analysis);
  const strings = [...positions.keys()].sort();
  writer.varint(strings.length);
  for (let position = 0; position < strings.length; position++) {
    positions.set(strings[position] as string, position);
    writer.string(strings[position] as string);
  }
  writer.varint(analysis.chunks.length);
  let line = 0;
  for (const chunk of analysis.chunks) {
    writeHead(chunk, line, positions);
    line = chunk.endLine;
    writeList(chunk.terms, termText, termValue, positions);
    writeList(chunk.keys, keyText, keyValue, positions);
  }
  return writer.toBytes();
}

/** What a scan tells of a chunk besides its terms and keys. `title` is a position in the document's strings. */
export interface ScannedChunk {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly kind: ChunkKind;
  readonly title: number;
  readonly length: number;
}

/** Entries of one chunk in ascending order of their strings: positions, numbers (counts, roles) and places, `size` of each; read the latter two unsigned. */
export interface ScannedEntries {
  readonly size: number;
  readonly strings: Int32Array;
  readonly numbers: Int32Array;
  readonly places: Int32Array;
}

/**
 * Receives a document part by part: its strings as spans of its bytes, then each chunk with its terms and its keys.
 * What it is given is used again after each call.
 */
export interface DocumentSink {
  /** String i: `spans[i]` is the offset of its first byte times two, plus one where a unit takes two bytes; it ends before `ends[i]`. */
  strings(count: number, spans: Float64Array, ends: Int32Array): void;
  chunk(chunk: ScannedChunk): void;
  terms(entries: ScannedEntries): void;
  keys(entries: ScannedEntries): void;
}

const scanned = { spans: new Float64Array(256), ends: new Int32Array(256) };
const entries = { size: 0, strings: new Int32Array(256), numbers: new Int32Array(256), places: new Int32Array(256) };

/**
 * Reads what `encodeDocument` wrote without making a string; returns the number of chunks. Throws `CorruptBytesError` where the bytes are
 * anything else; the sink may have been given a part by then.
 */
export function scanDocument(bytes: Uint8Array, sink: DocumentSink): number {
  const reader = new ByteReader(bytes);
  const stringCount = reader.count();
  if (stringCount > scanned.ends.length) {
    scanned.spans = new Float64Array(stringCount * 2);
    scanned.ends = new Int32Array(stringCount * 2);
  }
  for (let i = 0; i < stringCount; i++) {
    scanned.spans[i] = reader.span();
    scanned.ends[i] = reader.position;
  }
  sink.strings(stringCount, scanned.spans, scanned.ends);
  const chunkCount = reader.count();
  let line = 0;
  for (let i = 0; i < chunkCount; i++) {
    const chunk = readHead(reader, line, stringCount);
    line = chunk.endLine;
    sink.chunk(chunk);
    readList(reader, stringCount);
    sink.terms(entries);
    readList(reader, stringCount);
    sink.keys(entries);
  }
  if (reader.left > 0) throw new CorruptBytesError(`${reader.left} bytes follow the last chunk`);
  return chunkCount;
}

const ignore: DocumentSink = { strings: () => undefined, chunk: () => undefined, terms: () => undefined, keys: () => undefined };

/** The number of chunks of a stored document. Throws as `scanDocument` does. */
export function chunksInDocument(bytes: Uint8Array): number {
  return scanDocument(bytes, ignore);
}

/** The analysis that `encodeDocument` was given. Throws `CorruptBytesError` where the bytes are anything else. */
export function decodeDocument(bytes: Uint8Array): DocumentAnalysis {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  const chunks: Chunk[] = [];
  let terms: ChunkTerm[] = [];
  let keys: ChunkKey[] = [];
  scanDocument(bytes, {
    strings(count, spans, ends) {
      for (let i = 0; i < count; i++) {
        const span = spans[i] as number;
        texts.push(source.toString(span % 2 === 1 ? 'utf16le' : 'latin1', Math.floor(span / 2), ends[i]));
      }
    },
    chunk({ title, ...rest }) {
      terms = [];
      keys = [];
      chunks.push({ ...rest, title: texts[title] as string, terms, keys });
    },
    terms({ size, strings, numbers, places }) {
      for (let i = 0; i < size; i++)
        terms.push({
          term: texts[strings[i] as number] as string,
          count: (numbers[i] as number) >>> 0,
          places: (places[i] as number) >>> 0,
        });
    },
    keys({ size, strings, numbers, places }) {
      for (let i = 0; i < size; i++)
        keys.push({ key: texts[strings[i] as number] as string, roles: (numbers[i] as number) >>> 0, places: (places[i] as number) >>> 0 });
    },
  });
  return { chunks };
}

const termText = (term: ChunkTerm): string => term.term;
const termValue = (term: ChunkTerm): number => term.count;
const keyText = (key: ChunkKey): string => key.key;
const keyValue = (key: ChunkKey): number => key.roles;

function stringsOf(analysis: DocumentAnalysis): Map<string, number> {
  const strings = new Map<string, number>();
  for (const chunk of analysis.chunks) {
    strings.set(chunk.title, 0);
    for (const term of chunk.terms) strings.set(term.term, 0);
    for (const key of chunk.keys) strings.set(key.key, 0);
  }
  return strings;
}

const codeFlag = 1;
const columnsFlag = 2;
const backwardsFlag = 4;

/** Chunks mostly follow each other, so the start is told from the end of the one before; a cut line is the same line again. */
function writeHead(chunk: Chunk, line: number, positions: ReadonlyMap<string, number>): void {
  const hasColumns = chunk.startColumn !== 0 || chunk.endColumn !== 0;
  const isBackwards = chunk.startLine < line;
  writer.byte((chunk.kind === 'code' ? codeFlag : 0) | (hasColumns ? columnsFlag : 0) | (isBackwards ? backwardsFlag : 0));
  writer.varint(Math.abs(chunk.startLine - line));
  writer.varint(chunk.endLine - chunk.startLine);
  if (hasColumns) {
    writer.varint(chunk.startColumn);
    writer.varint(chunk.endColumn);
  }
  writer.varint(positions.get(chunk.title)!);
  writer.varint(chunk.length);
}

function readHead(reader: ByteReader, line: number, stringCount: number): ScannedChunk {
  const flags = reader.byte();
  if (flags > 7) throw new CorruptBytesError(`no chunk starts with ${flags}`);
  const distance = reader.varint();
  const startLine = line + (flags & backwardsFlag ? -distance : distance);
  const endLine = startLine + reader.varint();
  const startColumn = flags & columnsFlag ? reader.varint() : 0;
  const endColumn = flags & columnsFlag ? reader.varint() : 0;
  const title = reader.varint();
  if (title >= stringCount) throw new CorruptBytesError(`string ${title} of ${stringCount}`);
  const length = reader.varint();
  return { startLine, endLine, startColumn, endColumn, kind: flags & codeFlag ? 'code' : 'doc', title, length };
}

/** Positions as differences, then the values, then the places. */
function writeList<Item extends { readonly places: number }>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  numberOf: (item: Item) => number,
  positions: ReadonlyMap<string, number>,
): void {
  writer.varint(items.length);
  let last = -1;
  for (const item of items) {
    const position = positions.get(textOf(item))!;
    writer.varint(position - last - 1);
    last = position;
  }
  for (const item of items) writer.varint(numberOf(item));
  for (const item of items) writer.bits(item.places);
}

/** Fills `entries`. */
function readList(reader: ByteReader, stringCount: number): void {
  const size = reader.count(3);
  if (size > entries.strings.length) {
    entries.strings = new Int32Array(size * 2);
    entries.numbers = new Int32Array(size * 2);
    entries.places = new Int32Array(size * 2);
  }
  const { strings, numbers, places } = entries;
  entries.size = size;
  let position = -1;
  for (let i = 0; i < size; i++) {
    position += reader.varint() + 1;
    if (position >= stringCount) throw new CorruptBytesError(`string ${position} of ${stringCount}`);
    strings[i] = position;
  }
  for (let i = 0; i < size; i++) numbers[i] = reader.varint();
  for (let i = 0; i < size; i++) places[i] = reader.bits();
}
