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
  const columns: { readonly ids: Int32Array; readonly roles: Uint8Array }[] = [];
  for (const [at, { firstChunk, chunksEnd }] of files.entries()) {
    if (at % portion === 0) await pause();
    columns.push(await reader.chunkKeyColumns(Array.from({ length: chunksEnd - firstChunk }, (_, i) => firstChunk + i)));
  }
  const definers = new Map<number, number[]>();
  for (const [file, { ids, roles }] of columns.entries()) {
    if (files[file]?.corner !== undefined || files[file]?.kind === 'data') continue;
    for (let i = 0; i < ids.length; i++) {
      if (((roles[i] as number) & (Role.Defines | Role.Title)) === 0) continue;
      const known = definers.get(ids[i] as number);
      if (known === undefined) definers.set(ids[i] as number, [file]);
      else if (known.at(-1) !== file) known.push(file);
    }
  }
  for (const [id, by] of definers) if (by.length > maxDefiners) definers.delete(id);
  const ids = [...definers.keys()];
  const texts = new Map((await reader.keyTexts(ids)).map((text, i) => [ids[i] as number, text]));
  for (const [id, text] of texts) if (text[0] !== Space.Symbol) definers.delete(id);
  const plain = new Set([...texts].flatMap(([id, text]) => (isPlainWord(text.slice(2)) ? [id] : [])));
  await pause();
  const scores = new Float64Array(files.length);
  const usedFiles = new Float64Array(files.length);
  const users = new Map<number, number>();
  const used = new Map<number, number>();
  const best = new Map<number, number>();
  for (const [file, { ids: keys, roles }] of columns.entries()) {
    if (file % portion === 0) await pause();
    used.clear();
    best.clear();
    for (let i = 0; i < keys.length; i++) {
      const id = keys[i] as number;
      const by = definers.get(id);
      if (by === undefined || by.includes(file)) continue;
      const weight = weightOf(roles[i] as number, plain.has(id));
      if (weight > (used.get(id) ?? 0)) used.set(id, weight);
    }
    const own = files[file]?.corner === undefined ? 1 : cornerWeight;
    for (const [id, weight] of used) {
      users.set(id, (users.get(id) ?? 0) + weight * own);
      const by = definers.get(id) as number[];
      for (const one of by) best.set(one, Math.max(best.get(one) ?? 0, (weight * own) / by.length));
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
      const { ids: keys, roles } = columns[file] as { ids: Int32Array; roles: Uint8Array };
      const found = new Map<string, number>();
      for (let i = 0; i < keys.length; i++) {
        const text = texts.get(keys[i] as number);
        if (((roles[i] as number) & Role.Defines) === 0 || text === undefined || text[0] !== Space.Symbol) continue;
        found.set(text.slice(2), users.get(keys[i] as number) ?? 0);
      }
      return [...found].map(([name, count]) => ({ name, users: count })).sort((a, b) => b.users - a.users || (a.name < b.name ? -1 : 1));
    },
  };
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
