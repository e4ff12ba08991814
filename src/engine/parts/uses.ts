/**
 * How much other files use what a file defines: of each file the number of files that import, call, extend, throw, link or mention what it alone
 * (or one of few) defines.
 *
 * A name that k files define counts 1/k for each, and none at all above `maxDefiners`: it is as good as unknown which one is meant. Where the
 * language's uses are not distinguished (no role besides the mention), a mention counts. A user in a corner (tests, change logs) counts a
 * part. Cost: the keys of all chunks are read once, and passed over twice.
 */

import { Role, Space } from '../document.ts';
import type { IndexReader } from '../index/reader.ts';
import type { Yield } from '../util/steps.ts';
import type { SourceFile } from './sourceFiles.ts';

const maxDefiners = 3;
/** What a user in a corner counts. */
const cornerWeight = 0.1;
/** The weight of a mention in prose, and of a mention in code that is not a use by its role. */
const mentionWeight = 0.25;
/** What a use of a plain word counts (`items`, `update`) where it is not imported: other things may be called so. */
const plainWeight = 0.1;

/** Files whose keys are read between two yields. */
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
export async function countUses(reader: IndexReader, files: readonly SourceFile[], yieldThread: Yield): Promise<Uses> {
  const { columns, size } = await readColumns(reader, files, yieldThread);
  const { counts, definers, names, defined } = await definitionsIn(reader, files, columns, size);
  await yieldThread();
  const scores = new Float64Array(files.length);
  const usedFiles = new Float64Array(files.length);
  const users = new Float64Array(size);
  const isPlain = new Uint8Array(size);
  for (const [id, name] of names) isPlain[id] = Number(name === name.toLowerCase() && !name.includes('_') && !name.includes('-'));
  /** Of the current file: the weight of each name that it uses, of each file whose definitions it uses, and which these are. */
  const weights = new Float64Array(size);
  const best = new Float64Array(files.length);
  const used: number[] = [];
  const usedBy: number[] = [];
  for (const [file, { ids, roles }] of columns.entries()) {
    if (file % portion === 0) await yieldThread();
    used.length = 0;
    usedBy.length = 0;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] as number;
      if (counts[id] === 0) continue;
      const weight = useWeight(roles[i] as number, isPlain[id] === 1);
      if (weight <= (weights[id] as number) || isDefiner(id, file)) continue;
      if (weights[id] === 0) used.push(id);
      weights[id] = weight;
    }
    const own = files[file]?.corner === undefined ? 1 : cornerWeight;
    for (const id of used) {
      const weight = (weights[id] as number) * own;
      weights[id] = 0;
      users[id] = (users[id] as number) + weight;
      const count = counts[id] as number;
      for (let at = 0; at < count; at++) {
        const one = definers[id * maxDefiners + at] as number;
        if (best[one] === 0) usedBy.push(one);
        best[one] = Math.max(best[one] as number, weight / count);
      }
    }
    for (const definer of usedBy) {
      scores[definer] = (scores[definer] as number) + (best[definer] as number);
      usedFiles[file] = (usedFiles[file] as number) + (best[definer] as number);
      best[definer] = 0;
    }
  }

  function isDefiner(id: number, file: number): boolean {
    for (let at = 0; at < (counts[id] as number); at++) if (definers[id * maxDefiners + at] === file) return true;
    return false;
  }

  return {
    scores,
    usedFiles,
    definedIn(file) {
      const found = new Set(defined[file]);
      return [...found]
        .flatMap((id) => (names.has(id) ? [{ name: names.get(id) as string, users: users[id] as number }] : []))
        .sort((a, b) => b.users - a.users || (a.name < b.name ? -1 : 1));
    },
  };
}

/** The keys of one file's chunks, with their roles. */
interface Columns {
  readonly ids: Int32Array;
  readonly roles: Uint8Array;
}

/** The keys of each file, and a number above all of them. */
async function readColumns(reader: IndexReader, files: readonly SourceFile[], yieldThread: Yield) {
  const columns: Columns[] = [];
  let size = 0;
  for (let from = 0; from < files.length; from += portion) {
    await yieldThread();
    const some = files.slice(from, from + portion);
    const chunks: number[] = [];
    for (const { firstChunk, chunksEnd } of some) for (let chunk = firstChunk; chunk < chunksEnd; chunk++) chunks.push(chunk);
    const { offsets, ids, roles } = await reader.chunkKeyColumns(chunks);
    for (let i = 0; i < ids.length; i++) size = Math.max(size, (ids[i] as number) + 1);
    let at = 0;
    for (const { firstChunk, chunksEnd } of some) {
      const [start, end] = [offsets[at], offsets[at + chunksEnd - firstChunk]];
      columns.push({ ids: ids.subarray(start, end), roles: roles.subarray(start, end) });
      at += chunksEnd - firstChunk;
    }
  }
  return { columns, size };
}

/** Which symbols few files define. Columns by key, without an array per key: there are many more keys than such symbols. */
interface Definitions {
  /** Number of files that define each; 0 if there are too many. */
  readonly counts: Uint8Array;
  /** The files: those of key `id` from `id * maxDefiners` on. */
  readonly definers: Int32Array;
  readonly names: ReadonlyMap<number, string>;
  /** Keys that each file defines, these or others. */
  readonly defined: readonly (readonly number[])[];
}

async function definitionsIn(
  reader: IndexReader,
  files: readonly SourceFile[],
  columns: readonly Columns[],
  size: number,
): Promise<Definitions> {
  const counts = new Uint8Array(size);
  const definers = new Int32Array(size * maxDefiners);
  const defined: number[][] = [];
  for (const [file, { ids, roles }] of columns.entries()) {
    const own: number[] = [];
    defined.push(own);
    if (files[file]?.corner !== undefined || files[file]?.kind === 'data') continue;
    for (let i = 0; i < ids.length; i++) {
      const role = roles[i] as number;
      if ((role & (Role.Defines | Role.Title)) === 0) continue;
      const id = ids[i] as number;
      if ((role & Role.Defines) !== 0) own.push(id);
      const count = counts[id] as number;
      if (count > maxDefiners || (count > 0 && definers[id * maxDefiners + count - 1] === file)) continue;
      if (count < maxDefiners) definers[id * maxDefiners + count] = file;
      counts[id] = count + 1;
    }
  }
  const few: number[] = [];
  for (let id = 0; id < size; id++) {
    if ((counts[id] as number) > maxDefiners) counts[id] = 0;
    else if (counts[id] !== 0) few.push(id);
  }
  const names = new Map<number, string>();
  for (const [i, text] of (await reader.keyTexts(few)).entries()) {
    if (text[0] === Space.Symbol) names.set(few[i] as number, text.slice(2));
    else counts[few[i] as number] = 0;
  }
  return { counts, definers, names, defined };
}

function useWeight(roles: number, isPlain: boolean): number {
  if ((roles & (Role.Imports | Role.Extends)) !== 0) return 1;
  if ((roles & (Role.Calls | Role.Throws)) !== 0) return isPlain ? plainWeight : 1;
  return (roles & Role.Mentions) !== 0 ? mentionWeight * (isPlain ? plainWeight : 1) : 0;
}
