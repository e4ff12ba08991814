/**
 * The documents of a store with a dictionary of their strings alone, in a few blocks: strings that no document has any more are left out, and
 * every number is given anew.
 *
 * Cost: each document is decoded and encoded once, a tenth of a second for 8,000 chunks; in steps, between which the store may be asked.
 */

import { type Checkpoint, Dictionary, emptyCheckpoint, parts } from '../../engine/index/codec/dictionary.ts';
import { encodeDocument } from '../../engine/index/codec/documentCodec.ts';
import type { SqliteReader } from './sqliteReader.ts';
import { blockName, documentKey, documentName, packBlock, sealed, sumBytes } from './sqliteRows.ts';

/** What the dictionary costs whoever opens the store: its bytes, and for each block as much as so many bytes. */
const cost = 'SELECT coalesce(sum(length(data) + 1000), 0) FROM dictionary';
/** The dictionary is worn where it costs so many times what it did when it was begun, and at least so much. */
const maxGrowth = 2;
const minRenewed = 300_000;

/** Notes what the dictionary costs, where it was begun since the last time. */
export const noteDictionary = `INSERT OR IGNORE INTO meta SELECT 'dictionary', (${cost})`;

/** Whether the dictionary is to be written anew. */
export function isDictionaryWorn(reader: SqliteReader): boolean {
  const row = reader.prepare(`SELECT (${cost}) AS cost, value FROM meta WHERE name = 'dictionary'`).get();
  return row !== undefined && Number(row.cost) > Math.max(minRenewed, Number(row.value) * maxGrowth);
}

/** What is to be written in the place of the old dictionary and its documents. */
export interface RenewedDictionary {
  readonly dictionary: Dictionary;
  /** Counts how often the dictionary was begun anew, this time included. */
  readonly epoch: number;
  /** Sealed, from number 1 on. */
  readonly blocks: readonly Uint8Array[];
  /** Sealed, with the key of each. Damaged ones are missing. */
  readonly documents: readonly (readonly [key: number, data: Uint8Array])[];
}

/** Strings of one block: reading it takes some ten milliseconds. */
const blockStrings = 20_000;
/** Numbers of documents that are encoded in one step. */
const stepNumbers = 200_000;

/** The store must hold the same documents at the end as at the beginning. Throws as `SqliteReader.documents` does. */
export function* renewalSteps(reader: SqliteReader): Generator<void, RenewedDictionary> {
  const dictionary = new Dictionary(reader.lexicons);
  const epoch = reader.epoch() + 1;
  const blocks: Uint8Array[] = [];
  const documents: [number, Uint8Array][] = [];
  let written = emptyCheckpoint;
  let size = 0;
  const endBlock = (): void => {
    const block = dictionary.blockSince(written);
    if (block !== undefined) blocks.push(packBlock(blockName(blocks.length + 1, epoch), block));
    written = dictionary.checkpoint();
  };
  for (const { hash, language, columns } of reader.documents()) {
    if (columns === undefined) continue;
    const id = { hash, language };
    const data = sealed(documentName(id, epoch), encodeDocument(columns, dictionary, sumBytes).slice());
    documents.push([documentKey(id), data]);
    size += columns.length;
    if (stringsSince(written, dictionary.checkpoint()) > blockStrings) endBlock();
    if (size < stepNumbers) continue;
    size = 0;
    yield;
  }
  endBlock();
  // Writing all of it takes a moment too.
  yield;
  return { dictionary, epoch, blocks, documents };
}

function stringsSince(before: Checkpoint, after: Checkpoint): number {
  return parts.reduce((sum, part) => sum + after[part] - before[part], 0);
}
