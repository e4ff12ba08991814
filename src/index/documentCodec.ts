/**
 * The stored form of a document: its analysis as bytes.
 *
 * One sorted table of the document's strings, then each chunk with its terms and keys as ascending positions in that table,
 * written as differences, column by column (so that a general compressor finds the repetitions). Equal analyses give equal bytes:
 * the digest of an index relies on it. Compression and checksums belong to the store.
 *
 * Cost: linear in the number of terms and keys, plus the sort of the distinct strings when encoding.
 */

import type {
  AnalysisColumns,
  Chunk,
  ChunkHead,
  ChunkKey,
  ChunkKind,
  ChunkTerm,
  DocumentAnalysis,
  EntryColumns,
} from '../core/document.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';

/** Raised whenever the layout below changes; stored with every index file. */
export const documentFormat = 1;

const writer = new ByteWriter();

/** The analysis as bytes. Throws RangeError where a number is no unsigned 32-bit integer or a list is not sorted. */
export function encodeDocument(analysis: DocumentAnalysis): Uint8Array {
  return encodeColumns(columnsOf(analysis));
}

/** As `encodeDocument`, from columns. */
export function encodeColumns({ strings, chunks, terms, keys }: AnalysisColumns): Uint8Array {
  writer.reset();
  writer.varint(strings.length);
  for (let i = 0; i < strings.length; i++) writer.string(strings[i] as string);
  writer.varint(chunks.length);
  let line = 0;
  for (let c = 0; c < chunks.length; c++) {
    const chunk = chunks[c] as ChunkHead;
    writeHead(chunk, line);
    line = chunk.endLine;
    writeEntries(terms, c);
    writeEntries(keys, c);
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

/** Plain data in columns. */
function columnsOf({ chunks }: DocumentAnalysis): AnalysisColumns {
  const texts = chunks.flatMap(({ title, terms, keys }) => [title, ...terms.map(({ term }) => term), ...keys.map(({ key }) => key)]);
  const strings = [...new Set(texts)].sort();
  const positions = new Map(strings.map((text, position) => [text, position]));
  const entriesOf = (lists: readonly (readonly { text: string; number: number; places: number }[])[]): EntryColumns => {
    const all = lists.flat();
    let end = 0;
    return {
      starts: Int32Array.from([0, ...lists.map(({ length }) => (end += length))]),
      strings: Int32Array.from(all, ({ text }) => positions.get(text) as number),
      numbers: Int32Array.from(all, ({ number }) => number),
      places: Int32Array.from(all, ({ places }) => places),
    };
  };
  return {
    strings,
    chunks: chunks.map(({ title, terms: _terms, keys: _keys, ...head }) => ({ ...head, title: positions.get(title) as number })),
    terms: entriesOf(chunks.map(({ terms }) => terms.map(({ term, count, places }) => ({ text: term, number: count, places })))),
    keys: entriesOf(chunks.map(({ keys }) => keys.map(({ key, roles, places }) => ({ text: key, number: roles, places })))),
  };
}

const codeFlag = 1;
const columnsFlag = 2;
const backwardsFlag = 4;

/** Chunks mostly follow each other, so the start is told from the end of the one before; a cut line is the same line again. */
function writeHead(chunk: ChunkHead, line: number): void {
  const hasColumns = chunk.startColumn !== 0 || chunk.endColumn !== 0;
  const isBackwards = chunk.startLine < line;
  writer.byte((chunk.kind === 'code' ? codeFlag : 0) | (hasColumns ? columnsFlag : 0) | (isBackwards ? backwardsFlag : 0));
  writer.varint(Math.abs(chunk.startLine - line));
  writer.varint(chunk.endLine - chunk.startLine);
  if (hasColumns) {
    writer.varint(chunk.startColumn);
    writer.varint(chunk.endColumn);
  }
  writer.varint(chunk.title);
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
function writeEntries({ starts, strings, numbers, places }: EntryColumns, chunk: number): void {
  const from = starts[chunk] as number;
  const to = starts[chunk + 1] as number;
  writer.varint(to - from);
  let last = -1;
  for (let i = from; i < to; i++) {
    const position = strings[i] as number;
    writer.varint(position - last - 1);
    last = position;
  }
  for (let i = from; i < to; i++) writer.varint((numbers[i] as number) >>> 0);
  for (let i = from; i < to; i++) writer.bits(places[i] as number);
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
