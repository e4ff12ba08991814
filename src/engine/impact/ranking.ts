/**
 * Ranks the files of a folder by how likely they change with some of its files, tests among tests and the others among the others.
 *
 * Each kind of evidence (shared rare names, uses, a like name, size, language) is turned into a tail probability: the share of
 * the files of the group with evidence at least as strong. A file's score is the weighted sum of their negative logarithms, Fisher's method of
 * combining independent tests (Statistical Methods for Research Workers, 1932, section 21.1). Deviation: the kinds of evidence depend on each
 * other, so their weights differ; they were chosen on repositories apart from those that are reported (`bench/impact`). No evidence has
 * probability 1 and adds nothing. Cost: the postings of the files' rare keys, and sorting the files once for each kind.
 */

import type { ChunkKey } from '../document.ts';
import { type ChunkInfo, chunkIdsOf, type DocumentInfo } from '../index/reader.ts';
import type { RelationSource } from '../relations/candidates.ts';
import { relatedTo } from '../retrieval/systems/related.ts';
import { isTestPath } from '../text/names/pathNames.ts';
import { identifierParts } from '../text/words/terms.ts';
import { fileNameOf } from '../util/paths.ts';

/** Weight of each kind of evidence. */
export interface ImpactWeights {
  /** Uses of names that the files define, each by its rarity. */
  readonly uses: number;
  /** Shared rare names: the scores of all passages of the file by `relatedTo`. */
  readonly related: number;
  /** Shared rare names of its best passage. */
  readonly passage: number;
  /** Rare words shared by the names of the files. */
  readonly name: number;
  /** Passages: a long file changes more often. */
  readonly size: number;
  /** The language of a changed file. */
  readonly language: number;
}

/** The weights of tests and of all other files. */
export const impactWeights: { readonly others: ImpactWeights; readonly tests: ImpactWeights } = {
  others: { related: 1, passage: 0.5, uses: 0.2, name: 0.5, size: 0.3, language: 0 },
  tests: { related: 1, passage: 0.1, uses: 0.3, name: 0.5, size: 0.75, language: 0.75 },
};

export interface RankedFile {
  readonly path: string;
  readonly isTest: boolean;
  /** In nats; comparable among tests and among the others. */
  readonly score: number;
  /** The rare names of the best passage that shares any, rarest first. */
  readonly shared: readonly string[];
  /** Whether its name shares a word with that of a changed file. */
  readonly isNamedAlike: boolean;
}

/** 1-based and inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

export interface ChangedFiles {
  readonly paths: ReadonlySet<string>;
  /** The changed lines of files that change only in part. */
  readonly ranges?: ReadonlyMap<string, readonly LineRange[]>;
  /** By file: the strength of its uses of what changes. */
  readonly uses: ReadonlyMap<string, number>;
}

/** Passages of the changed files whose keys are read. */
export const maxChangedPassages = 400;

/** By file. */
type Strengths = ReadonlyMap<string, number>;

/** What connects the files of a folder with the changed ones. */
export interface ImpactEvidence {
  /** The visible files apart from the changed ones. */
  readonly files: readonly string[];
  /** By kind of evidence and file; a file without any is absent. */
  readonly strengths: Readonly<Record<keyof ImpactWeights, Strengths>>;
  /** The rare names that a file's most related passage shares. */
  readonly shared: ReadonlyMap<string, readonly string[]>;
  /** Number of the changed passages; only the keys of the first `maxChangedPassages` are read. */
  readonly passages: number;
}

/** Collects the evidence of each kind. */
export async function collectEvidence(changed: ChangedFiles, source: RelationSource): Promise<ImpactEvidence> {
  const { reader, folder, isVisible, languageOf } = source;
  const documents = (await reader.documents()).filter((one) => one.folder === folder && one.chunksEnd > one.firstChunk);
  const files = documents.map(({ path }) => path).filter((path) => !changed.paths.has(path) && isVisible?.(path) !== false);
  const own = documents.filter(({ path }) => changed.paths.has(path));
  const { related, passage, ...found } = await relatedFiles(own, changed.ranges, source);
  const languages = new Set([...changed.paths].map((path) => languageOf(path).id));
  await source.yieldThread();
  const strengths = {
    uses: changed.uses,
    related,
    passage,
    name: nameStrengths([...changed.paths], files),
    size: new Map(documents.map(({ path, firstChunk, chunksEnd }) => [path, chunksEnd - firstChunk])),
    language: new Map(files.flatMap((path) => (languages.has(languageOf(path).id) ? [[path, 1] as const] : []))),
  };
  return { files, strengths, ...found };
}

/** The files, best first; ties by path. */
export function rankFiles({ files, strengths, shared }: ImpactEvidence, weights = impactWeights): readonly RankedFile[] {
  const ranked: RankedFile[] = [];
  for (const group of ['others', 'tests'] as const) {
    const isTest = group === 'tests';
    const scores = new Map(files.filter((path) => isTestPath(path) === isTest).map((path) => [path, 0]));
    for (const [kind, weight] of Object.entries(weights[group])) addEvidence(scores, strengths[kind as keyof ImpactWeights], weight);
    for (const [path, score] of scores)
      ranked.push({ path, isTest, score, shared: shared.get(path) ?? [], isNamedAlike: (strengths.name.get(path) ?? 0) > 0 });
  }
  return ranked.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** Adds the weighted negative logarithm of the share of the files with at least this strength. */
function addEvidence(scores: Map<string, number>, strengths: Strengths, weight: number): void {
  const sorted = [...scores.keys()].sort((a, b) => (strengths.get(b) ?? 0) - (strengths.get(a) ?? 0));
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const strength = strengths.get(sorted[from] as string) ?? 0;
    while (to < sorted.length && (strengths.get(sorted[to] as string) ?? 0) === strength) to++;
    if (strength === 0) return;
    const surprise = -Math.log(to / sorted.length);
    for (const path of sorted.slice(from, to)) scores.set(path, (scores.get(path) as number) + weight * surprise);
  }
}

/** The summed scores of each file's related passages, and the names that the best of them shares. */
async function relatedFiles(
  own: readonly DocumentInfo[],
  ranges: ChangedFiles['ranges'],
  { reader, folder }: RelationSource,
): Promise<Pick<ImpactEvidence, 'shared' | 'passages'> & { readonly related: Strengths; readonly passage: Strengths }> {
  const chunks = own.flatMap(chunkIdsOf);
  const infosOfOwn = await reader.chunkInfo(chunks);
  const changed = chunks.filter((_, i) => isWithin(infosOfOwn[i] as ChunkInfo, ranges));
  const keys = new Map<string, ChunkKey>();
  for (const { text, roles, places } of (await reader.chunkKeys(changed.slice(0, maxChangedPassages))).flat())
    if (!keys.has(text)) keys.set(text, { key: text, roles, places });
  const { results } = await relatedTo(reader, { keys: [...keys.values()], exclude: new Set(chunks) }, { limit: Number.POSITIVE_INFINITY });
  const infos = await reader.chunkInfo(results.map(({ chunk }) => chunk));
  const related = new Map<string, number>();
  const passage = new Map<string, number>();
  const shared = new Map<string, readonly string[]>();
  for (const [i, { score, evidence }] of results.entries()) {
    const info = infos[i];
    if (info === undefined || info.folder !== folder) continue;
    related.set(info.path, (related.get(info.path) ?? 0) + score);
    if (passage.has(info.path)) continue;
    passage.set(info.path, score);
    shared.set(
      info.path,
      evidence.flatMap(({ keys: names }) => names),
    );
  }
  return { related, passage, shared, passages: changed.length };
}

function isWithin({ path, startLine, endLine }: ChunkInfo, ranges: ChangedFiles['ranges']): boolean {
  const own = ranges?.get(path);
  return own === undefined || own.some((range) => range.startLine <= endLine && startLine <= range.endLine);
}

/** The words of a file's name without its ending, in small letters. */
function nameWords(path: string): ReadonlySet<string> {
  const name = fileNameOf(path);
  const end = name.lastIndexOf('.');
  const words = (end > 0 ? name.slice(0, end) : name).split(/[^\p{L}\p{N}_]+/u).flatMap(identifierParts);
  return new Set(words.map((word) => word.toLowerCase()));
}

/** The rarity of the words that the names of files share with those of the changed ones. */
function nameStrengths(changed: readonly string[], others: readonly string[]): ReadonlyMap<string, number> {
  const words = new Map([...changed, ...others].map((path) => [path, nameWords(path)]));
  const counts = new Map<string, number>();
  for (const all of words.values()) for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log(words.size / (counts.get(word) as number));
  const total = (all: Iterable<string>): number => [...all].reduce((sum, word) => sum + rarity(word), 0);
  const totals = new Map([...words].map(([path, all]) => [path, total(all)]));
  const changedWith = new Map<string, string[]>();
  for (const path of changed) for (const word of words.get(path) ?? []) changedWith.set(word, [...(changedWith.get(word) ?? []), path]);
  return new Map(
    others.map((path) => {
      const common = new Map<string, number>();
      for (const word of words.get(path) ?? [])
        for (const one of changedWith.get(word) ?? []) common.set(one, (common.get(one) ?? 0) + rarity(word));
      const own = totals.get(path) as number;
      const likeness = [...common].map(([one, shared]) => (shared === 0 ? 0 : shared / Math.sqrt(own * (totals.get(one) as number))));
      return [path, Math.max(0, ...likeness)];
    }),
  );
}
