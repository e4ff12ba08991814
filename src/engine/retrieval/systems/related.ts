/**
 * Ranks the chunks related to a place: those that share its rare keys, define what it mentions, or mention what it defines.
 *
 * The weight of a shared key is its squared idf, doubled if one side defines it or has it as title; keys in more than `maxChunks` chunks are
 * ignored but for the definitions of the name under the cursor, and so are builtins, dunders and what many chunks define (`isReason`). With a focus (the name under the cursor), chunks with it rank first.
 * A brief ranking, for a hover, has only those, and the definitions of a name that is no key of the place; if there are none, only chunks that
 * share much; otherwise nothing.
 * Source: MeshRAG section 3.3, links as exact sets of shared entities. Cost: the postings of the place's rare keys.
 */

import { bearingRoles, type ChunkKey, Role, Space } from '../../document.ts';
import type { FoundKey, IndexReader, Postings } from '../../index/reader.ts';
import { isReason } from '../../naming/ubiquitousKeys.ts';
import { evidenceOfKeys } from '../keyEvidence.ts';
import type { Ranked, Ranking, RetrieveOptions } from '../ranking.ts';
import { rarity } from '../rarity.ts';
import { selectBest } from '../steps/select.ts';

/** Keys in more chunks than this are ignored. */
export const maxChunks = 50;
const focusBonus = 10;
/** Ranks chunks that define the name under the cursor above those that mention it. */
const definitionBonus = 20;
const keysShown = 5;
/** Min score of chunks in a brief ranking without the name under the cursor. */
const minBriefScore = 2;
/** Max chunks per file in a brief ranking. */
const briefOfFile = 2;

/** A place, given by its keys. */
export interface RelatedTo {
  /** The place's own keys. */
  readonly keys: readonly ChunkKey[];
  /** Keys of the name under the cursor. */
  readonly focus?: readonly string[];
  /** The chunks of the place itself. */
  readonly exclude: ReadonlySet<number>;
}

export interface RelatedOptions extends RetrieveOptions {
  /** Only strong results, at most two chunks per file. */
  readonly brief?: boolean;
}

interface Shared {
  score: number;
  /** Whether it has a key of the focus. */
  focus: boolean;
  readonly keys: { readonly key: string; readonly weight: number; readonly isDefined: boolean }[];
}

function toRanked(chunk: number, { score, keys }: Shared): Ranked {
  const shown = [...keys].sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1)).slice(0, keysShown);
  const defines = shown.filter(({ key, isDefined }) => isDefined && key.startsWith(Space.Symbol)).map(({ key }) => key.slice(2));
  return { chunk, score, evidence: evidenceOfKeys(shown.map(({ key }) => key)), defines };
}

/** Ranks the chunks that are related to a place. */
export async function relatedTo(reader: IndexReader, place: RelatedTo, options: RelatedOptions): Promise<Ranking> {
  const found = await sharing(reader, place, options.brief);
  const accepted = [...found.keys()].filter((chunk) => options.accept?.(chunk) ?? true);
  const scoreOf = (chunk: number) => (found.get(chunk) as Shared).score;
  const chosen = options.brief
    ? await chooseBriefly(reader, accepted, found, options.limit)
    : await selectBest(reader, accepted, scoreOf, options.limit);
  return { results: chosen.map((chunk) => toRanked(chunk, found.get(chunk) as Shared)), unknownTerms: [] };
}

/** Every chunk that shares a rare key with the place. */
async function sharing(reader: IndexReader, place: RelatedTo, brief = false): Promise<Map<number, Shared>> {
  const focusKeys = new Set(place.focus);
  const keys = place.keys.map(({ key, roles }) => ({ key, roles, focus: focusKeys.has(key), isOwn: true }));
  for (const key of focusKeys)
    if (!keys.some((entry) => entry.key === key)) keys.push({ key, roles: Role.Mentions, focus: true, isOwn: false });
  keys.sort((a, b) => (a.key < b.key ? -1 : 1));
  const known = await reader.findKeys(keys.map(({ key }) => key));
  const found = new Map<number, Shared>();
  keys.forEach(({ key, roles, focus, isOwn }, i) => {
    const { postings: list } = known[i] as FoundKey;
    const isCommon = list.size > maxChunks;
    if (list.size === 0 || (isCommon && !focus) || !isReason(key, list, focus)) return;
    // A plain word is a focus only if something is named by it.
    const isFocus = focus && (isReason(key, list) || (roles & bearingRoles) !== 0 || hasBearer(list));
    const rare = rarity(list.size, reader.liveCount);
    for (let p = 0; p < list.size; p++) {
      const chunk = list.chunks[p] as number;
      if (place.exclude.has(chunk)) continue;
      const bears = ((list.values[p] as number) | roles) & bearingRoles;
      const defines = ((list.values[p] as number) & bearingRoles) !== 0;
      if ((isCommon || (brief && !isOwn)) && !defines) continue;
      const weight = rare * rare * (bears ? 2 : 1) + (isFocus ? (defines ? definitionBonus : focusBonus) : 0);
      const shared = found.get(chunk) ?? { score: 0, focus: false, keys: [] };
      shared.score += weight;
      shared.focus ||= isFocus;
      shared.keys.push({ key, weight, isDefined: ((list.values[p] as number) & Role.Defines) !== 0 });
      found.set(chunk, shared);
    }
  });
  return found;
}

function hasBearer({ size, values }: Postings): boolean {
  for (let p = 0; p < size; p++) if ((values[p] as number) & bearingRoles) return true;
  return false;
}

/** The best chunks with the focus, else of those that share much, at most two per file. */
async function chooseBriefly(reader: IndexReader, chunks: readonly number[], found: ReadonlyMap<number, Shared>, limit: number) {
  const of = (chunk: number) => found.get(chunk) as Shared;
  const focused = chunks.filter((chunk) => of(chunk).focus);
  const candidates = focused.length > 0 ? focused : chunks.filter((chunk) => of(chunk).score >= minBriefScore && of(chunk).keys.length > 1);
  const sorted = await selectBest(reader, candidates, (chunk) => of(chunk).score, candidates.length);
  const infos = await reader.chunkInfo(sorted);
  const ofFile = new Map<string, number>();
  const chosen: number[] = [];
  for (const [i, { folder, path }] of infos.entries()) {
    const file = `${folder} ${path}`;
    const count = (ofFile.get(file) ?? 0) + 1;
    ofFile.set(file, count);
    if (count <= briefOfFile && chosen.length < limit) chosen.push(sorted[i] as number);
  }
  return chosen;
}
