/**
 * The stored form of a document: its analysis as bytes.
 *
 * One sorted table of the document's strings, then each chunk with its terms and keys as ascending positions in that table,
 * written as differences, column by column (so that a general compressor finds the repetitions). Equal analyses give equal bytes:
 * the digest of an index relies on it. Compression and checksums belong to the store.
 *
 * Cost: linear in the number of terms and keys, plus the sort of the distinct strings when encoding.
 */

import type { Chunk, ChunkKey, ChunkTerm, DocumentAnalysis } from '../core/document.ts';
import { ByteReader, ByteWriter, CorruptBytesError } from './bytes.ts';
import type { StringPool } from './stringPool.ts';

/** Raised whenever the layout below changes; stored with every index file. */
export const documentFormat = 1;

const writer = new ByteWriter();

/** The analysis as bytes. Throws RangeError where a number is no unsigned 32-bit integer or a list is not sorted. */
export function encodeDocument(analysis: DocumentAnalysis): Uint8Array {
  writer.reset();
  const strings = sortedStrings(analysis);
  const positions = new Map<string, number>();
  writer.varint(strings.length);
  for (const [position, text] of strings.entries()) {
    positions.set(text, position);
    writer.string(text);
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

/**
 * The analysis that `encodeDocument` was given. Throws `CorruptBytesError` where the bytes are anything else.
 *
 * @param pool shares strings among the documents that are decoded with it.
 */
export function decodeDocument(bytes: Uint8Array, pool?: StringPool): DocumentAnalysis {
  const reader = new ByteReader(bytes, pool);
  const strings = new Array<string>(reader.count());
  for (let i = 0; i < strings.length; i++) strings[i] = reader.string();
  const chunks = new Array<Chunk>(reader.count());
  let line = 0;
  for (let i = 0; i < chunks.length; i++) {
    const chunk = readChunk(reader, line, strings);
    line = chunk.endLine;
    chunks[i] = chunk;
  }
  if (reader.left > 0) throw new CorruptBytesError(`${reader.left} bytes follow the last chunk`);
  return { chunks };
}

const termText = (term: ChunkTerm): string => term.term;
const termValue = (term: ChunkTerm): number => term.count;
const keyText = (key: ChunkKey): string => key.key;
const keyValue = (key: ChunkKey): number => key.roles;

function sortedStrings(analysis: DocumentAnalysis): string[] {
  const strings = new Set<string>();
  for (const chunk of analysis.chunks) {
    strings.add(chunk.title);
    for (const term of chunk.terms) strings.add(term.term);
    for (const key of chunk.keys) strings.add(key.key);
  }
  return [...strings].sort();
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

function readChunk(reader: ByteReader, line: number, strings: readonly string[]): Chunk {
  const flags = reader.byte();
  if (flags > 7) throw new CorruptBytesError(`no chunk starts with ${flags}`);
  const distance = reader.varint();
  const startLine = line + (flags & backwardsFlag ? -distance : distance);
  const endLine = startLine + reader.varint();
  const startColumn = flags & columnsFlag ? reader.varint() : 0;
  const endColumn = flags & columnsFlag ? reader.varint() : 0;
  const title = stringAt(strings, reader.varint());
  const length = reader.varint();
  const terms = readList(reader, strings, (term, count, places): ChunkTerm => ({ term, count, places }));
  const keys = readList(reader, strings, (key, roles, places): ChunkKey => ({ key, roles, places }));
  const kind = flags & codeFlag ? 'code' : 'doc';
  return { startLine, endLine, startColumn, endColumn, kind, title, length, terms, keys };
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

function readList<Item>(
  reader: ByteReader,
  strings: readonly string[],
  make: (text: string, value: number, places: number) => Item,
): Item[] {
  const size = reader.count(3);
  const positions = new Uint32Array(size);
  const values = new Uint32Array(size);
  const items = new Array<Item>(size);
  let position = -1;
  for (let i = 0; i < size; i++) {
    position += reader.varint() + 1;
    positions[i] = position;
    if (position >= strings.length) throw new CorruptBytesError(`string ${position} of ${strings.length}`);
  }
  for (let i = 0; i < size; i++) values[i] = reader.varint();
  for (let i = 0; i < size; i++) items[i] = make(strings[positions[i]!]!, values[i]!, reader.bits());
  return items;
}

function stringAt(strings: readonly string[], position: number): string {
  const text = strings[position];
  if (text === undefined) throw new CorruptBytesError(`string ${position} of ${strings.length}`);
  return text;
}
