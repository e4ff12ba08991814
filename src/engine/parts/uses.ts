/**
 * How much other files use what a file defines: of each file the number of files that import, call, extend, throw, link or mention what it alone
 * (or one of few) defines.
 *
 * A name that k files define counts 1/k for each, and none at all above `maxDefiners`: it is as good as unknown which one is meant. Where the
 * language's uses are not distinguished (no role besides the mention), a mention counts. A user in a corner (tests, change logs) counts a
 * part. Cost: one pass over the keys of all chunks, twice over those that are defined.
 */

import { Role, Space } from '../document.ts';
import type { IndexReader } from '../index/reader.ts';
import type { Pause } from '../retrieval/derived.ts';
import type { SourceFile } from './sourceFiles.ts';

const maxDefiners = 3;
/** What a user in a corner counts. */
const cornerWeight = 0.1;
/** What a mention in prose counts, and a mention in code that is no use by its role. */
const mentionWeight = 0.25;
/** What a use of a plain word counts (`items`, `update`) where it is not imported: other things may be called so. */
const plainWeight = 0.1;

/** Files whose keys are read between two pauses. */
const portion = 200;

export interface Uses {
  /** Weighted number of files that use each file, by its position. */
  readonly scores: Float64Array;
  /** Weighted number of files whose definitions each file uses. */
  readonly usedFiles: Float64Array;
  /** For each file the names that it defines, with the number of other files that use each, the most used first. */
  definedIn(file: number): readonly { readonly name: string; readonly users: number }[];
}

/** @param files all live files of the reader's only folder. */
export async function usesOf(reader: IndexReader, files: readonly SourceFile[], pause: Pause): Promise<Uses> {
  const columns = await columnsOf(reader, files, pause);
  const definers = await definersIn(reader, files, columns);
  await pause();
  const scores = new Float64Array(files.length);
  const usedFiles = new Float64Array(files.length);
  const users = new Float64Array(definers.size);
  /** Of the current file: the weight of each name that it uses, and which these are. */
  const weights = new Float64Array(definers.size);
  const used: number[] = [];
  const best = new Map<number, number>();
  for (const [file, { ids, roles }] of columns.entries()) {
    if (file % portion === 0) await pause();
    used.length = 0;
    best.clear();
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] as number;
      const by = definers.of(id);
      if (by === undefined || by.files.includes(file)) continue;
      const weight = weightOf(roles[i] as number, by.isPlain);
      if (weight <= (weights[id] as number)) continue;
      if (weights[id] === 0) used.push(id);
      weights[id] = weight;
    }
    const own = files[file]?.corner === undefined ? 1 : cornerWeight;
    for (const id of used) {
      const weight = (weights[id] as number) * own;
      weights[id] = 0;
      users[id] = (users[id] as number) + weight;
      const by = definers.of(id) as Definers;
      for (const one of by.files) best.set(one, Math.max(best.get(one) ?? 0, weight / by.files.length));
    }
    for (const [definer, weight] of best) {
      scores[definer] = (scores[definer] as number) + weight;
      usedFiles[file] = (usedFiles[file] as number) + weight;
    }
  }
  return {
    scores,
    usedFiles,
    definedIn(file) {
      const { ids, roles } = columns[file] as Columns;
      const found = new Map<string, number>();
      for (let i = 0; i < ids.length; i++) {
        const by = definers.of(ids[i] as number);
        if (((roles[i] as number) & Role.Defines) !== 0 && by !== undefined) found.set(by.name, users[ids[i] as number] as number);
      }
      return [...found].map(([name, count]) => ({ name, users: count })).sort((a, b) => b.users - a.users || (a.name < b.name ? -1 : 1));
    },
  };
}

/** The keys of one file's chunks, with their roles. */
interface Columns {
  readonly ids: Int32Array;
  readonly roles: Uint8Array;
}

async function columnsOf(reader: IndexReader, files: readonly SourceFile[], pause: Pause): Promise<readonly Columns[]> {
  const columns: Columns[] = [];
  for (let from = 0; from < files.length; from += portion) {
    await pause();
    const some = files.slice(from, from + portion);
    const chunks = some.flatMap(({ firstChunk, chunksEnd }) => Array.from({ length: chunksEnd - firstChunk }, (_, i) => firstChunk + i));
    const { offsets, ids, roles } = await reader.chunkKeyColumns(chunks);
    let at = 0;
    for (const { firstChunk, chunksEnd } of some) {
      const [start, end] = [offsets[at], offsets[at + chunksEnd - firstChunk]];
      columns.push({ ids: ids.subarray(start, end), roles: roles.subarray(start, end) });
      at += chunksEnd - firstChunk;
    }
  }
  return columns;
}

/** The few files that define a symbol. */
interface Definers {
  readonly name: string;
  readonly isPlain: boolean;
  readonly files: number[];
}

async function definersIn(reader: IndexReader, files: readonly SourceFile[], columns: readonly Columns[]) {
  let size = 0;
  for (const { ids } of columns) for (let i = 0; i < ids.length; i++) size = Math.max(size, (ids[i] as number) + 1);
  // Without an array per key: there are many more keys than names that few files define.
  const counts = new Uint8Array(size);
  const firstFiles = new Int32Array(size * maxDefiners);
  for (const [file, { ids, roles }] of columns.entries()) {
    if (files[file]?.corner !== undefined || files[file]?.kind === 'data') continue;
    for (let i = 0; i < ids.length; i++) {
      if (((roles[i] as number) & (Role.Defines | Role.Title)) === 0) continue;
      const id = ids[i] as number;
      const count = counts[id] as number;
      if (count > maxDefiners || (count > 0 && firstFiles[id * maxDefiners + count - 1] === file)) continue;
      if (count < maxDefiners) firstFiles[id * maxDefiners + count] = file;
      counts[id] = count + 1;
    }
  }
  const wanted: number[] = [];
  for (let id = 0; id < size; id++) if (counts[id] !== 0 && (counts[id] as number) <= maxDefiners) wanted.push(id);
  const texts = await reader.keyTexts(wanted);
  const found = new Array<Definers | undefined>(size).fill(undefined);
  for (const [i, text] of texts.entries()) {
    if (text[0] !== Space.Symbol) continue;
    const id = wanted[i] as number;
    const own = Array.from(firstFiles.subarray(id * maxDefiners, id * maxDefiners + (counts[id] as number)));
    found[id] = { name: text.slice(2), isPlain: isPlainWord(text.slice(2)), files: own };
  }
  return { size, of: (id: number): Definers | undefined => found[id] };
}

function weightOf(roles: number, isPlain: boolean): number {
  if ((roles & (Role.Imports | Role.Extends)) !== 0) return 1;
  if ((roles & (Role.Calls | Role.Throws)) !== 0) return isPlain ? plainWeight : 1;
  return (roles & Role.Mentions) !== 0 ? mentionWeight * (isPlain ? plainWeight : 1) : 0;
}

/** Whether a name is one word in lower case. */
function isPlainWord(name: string): boolean {
  return name === name.toLowerCase() && !name.includes('_') && !name.includes('-');
}
