/**
 * Garbage-collects the dictionary: documents are written again with a dictionary of only the strings that they use, in a few blocks, and
 * every number is reassigned.
 *
 * Decodes and encodes each document once, a tenth of a second for 8,000 chunks; in steps, between which the store can be used.
 */

import { Dictionary, emptyCheckpoint, parts } from '../../engine/index/codec/dictionary.ts';
import { encodeDocument } from '../../engine/index/codec/documentCodec.ts';
import type { SqliteReader } from './sqliteReader.ts';
import { blockName, documentKey, documentName, packedStrings, sealed, sealedCopy, sumBytes } from './sqliteRows.ts';

/** Cost of the dictionary when opening the store: its bytes, plus a fixed cost per block, in bytes. */
const cost = 'SELECT coalesce(sum(length(data) + 1000), 0) FROM dictionary';
/** The dictionary is worn once its cost has grown by this factor, and by at least `minRenewed`. */
const maxGrowth = 2;
const minRenewed = 300_000;

/** Records the cost of a new dictionary, once. */
export const noteDictionary = `INSERT OR IGNORE INTO meta SELECT 'dictionary', (${cost})`;

/** Whether the dictionary should be renewed. */
export function isDictionaryWorn(reader: SqliteReader): boolean {
  const row = reader.prepare(`SELECT (${cost}) AS cost, value FROM meta WHERE name = 'dictionary'`).get();
  return row !== undefined && Number(row.cost) > Math.max(minRenewed, Number(row.value) * maxGrowth);
}

/** Replaces the old dictionary and its documents. */
export interface RenewedDictionary {
  readonly dictionary: Dictionary;
  /** Number of renewals, including this one. */
  readonly epoch: number;
  /** Sealed; the first has number 1. */
  readonly blocks: readonly Uint8Array[];
  /** Sealed, each with its key. Damaged documents are left out. */
  readonly documents: readonly (readonly [key: number, data: Uint8Array])[];
}

/** Strings in a block: some ten milliseconds to read. */
const blockStrings = 20_000;
/** Integers in the documents encoded in one step. */
const stepNumbers = 200_000;

/** The documents of the store must not change until the end. Throws like `SqliteReader.documents`. */
export function* renewalSteps(reader: SqliteReader): Generator<void, RenewedDictionary> {
  const dictionary = new Dictionary(reader.lexicons);
  const epoch = reader.epoch() + 1;
  const blocks: Uint8Array[] = [];
  const documents: [number, Uint8Array][] = [];
  let written = emptyCheckpoint;
  let size = 0;
  const endBlock = (): void => {
    const block = dictionary.blockSince(written);
    if (block !== undefined) blocks.push(sealedCopy(blockName(blocks.length + 1, epoch), packedStrings(block)));
    written = dictionary.checkpoint();
  };
  for (const { hash, language, columns } of reader.documents()) {
    if (columns === undefined) continue;
    const id = { hash, language };
    const data = sealed(documentName(id, epoch), encodeDocument(columns, dictionary, sumBytes).slice());
    documents.push([documentKey(id), data]);
    size += columns.length;
    if (parts.reduce((sum, part) => sum + dictionary.checkpoint()[part] - written[part], 0) > blockStrings) endBlock();
    if (size < stepNumbers) continue;
    size = 0;
    yield;
  }
  endBlock();
  // Writing the result takes a moment too.
  yield;
  return { dictionary, epoch, blocks, documents };
}
