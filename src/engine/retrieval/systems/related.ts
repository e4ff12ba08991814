/**
 * What is related to a place: other chunks that share its rare keys, define what it mentions, or speak of what it defines.
 *
 * Weight of a shared key is its squared rarity, doubled where one side defines or is titled by it; keys in more than
 * `maxChunks` chunks say nothing. With a focus (what is under the cursor) chunks that hold it come first.
 * A brief ranking, for a hover, lists those alone, and without any only chunks that share much; it is silent otherwise.
 * Source: MeshRAG section 3.3, links as exact sets of shared entities. Cost: the postings of the place's rare keys.
 */

import { type ChunkKey, Role } from '../../document.ts';
import type { IndexReader, Postings } from '../../index/reader.ts';
import { isSubjectKey } from '../../vocabulary/subjectKeys.ts';
import { evidenceOfKeys } from '../keyEvidence.ts';
import type { Evidence, Ranked, Ranking, RetrieveOptions } from '../ranking.ts';
import { rarity } from '../steps/namedKeys.ts';
import { selectBest } from '../steps/select.ts';

/** Keys with more chunks than this are no evidence. */
export const maxChunks = 50;
const focusBonus = 10;
/** A chunk that defines the name under the cursor comes before those that mention it. */
const definitionBonus = 20;
const keysShown = 5;
/** Least score of a chunk that a brief ranking lists although it does not hold what is under the cursor. */
const minBriefScore = 2;
/** Chunks of one file that a brief ranking lists. */
const briefOfFile = 2;
const bearing = Role.Title | Role.Defines | Role.Heading;

/** A place, by what it holds. */
export interface RelatedTo {
  /** The place's own keys. */
  readonly keys: readonly ChunkKey[];
  /** Keys of what is under the cursor. */
  readonly focus?: readonly string[];
  /** Chunks that are the place itself. */
  readonly exclude: ReadonlySet<number>;
}

export interface RelatedOptions extends RetrieveOptions {
  /** Only what is worth an interruption, at most two chunks of a file. */
  readonly brief?: boolean;
}

interface Shared {
  score: number;
  /** Whether it holds what is under the cursor. */
  focus: boolean;
  readonly keys: { readonly key: string; readonly weight: number }[];
}

function evidenceOf(shared: Shared): readonly Evidence[] {
  const keys = [...shared.keys].sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1)).slice(0, keysShown);
  return evidenceOfKeys(keys.map(({ key }) => key));
}

/** Ranks the chunks that are related to a place. */
export async function relatedTo(reader: IndexReader, place: RelatedTo, options: RelatedOptions): Promise<Ranking> {
  const found = await sharing(reader, place);
  const accepted = [...found.keys()].filter((chunk) => options.accept?.(chunk) ?? true);
  const scoreOf = (chunk: number) => (found.get(chunk) as Shared).score;
  const chosen = options.brief
    ? await chooseBriefly(reader, accepted, found, options.limit)
    : await selectBest(reader, accepted, scoreOf, options.limit);
  const results: Ranked[] = chosen.map((chunk) => {
    const shared = found.get(chunk) as Shared;
    return { chunk, score: shared.score, evidence: evidenceOf(shared) };
  });
  return { results, unknownTerms: [] };
}

/** Every chunk that shares a rare key with the place. */
async function sharing(reader: IndexReader, place: RelatedTo): Promise<Map<number, Shared>> {
  const focusKeys = new Set(place.focus);
  const keys = place.keys
    .map(({ key, roles }) => ({ key, roles, focus: focusKeys.has(key) }))
    .filter(({ key, focus }) => focus || isSubjectKey(key));
  for (const key of focusKeys) if (!keys.some((entry) => entry.key === key)) keys.push({ key, roles: Role.Mentions, focus: true });
  keys.sort((a, b) => (a.key < b.key ? -1 : 1));
  const ids = await reader.keyIds(keys.map(({ key }) => key));
  const postings = await reader.keyPostings([...ids]);
  const found = new Map<number, Shared>();
  keys.forEach(({ key, roles, focus }, i) => {
    const list = postings[i] as Postings;
    if (list.size === 0 || list.size > maxChunks) return;
    // A plain word is what the cursor is about only where something bears it as its name.
    const isFocus = focus && (isSubjectKey(key) || roles !== Role.Mentions || hasBearer(list));
    const rare = rarity(list.size, reader.liveCount);
    for (let p = 0; p < list.size; p++) {
      const chunk = list.chunks[p] as number;
      if (place.exclude.has(chunk)) continue;
      const bears = ((list.values[p] as number) | roles) & bearing;
      const defines = ((list.values[p] as number) & bearing) !== 0;
      const weight = rare * rare * (bears ? 2 : 1) + (isFocus ? (defines ? definitionBonus : focusBonus) : 0);
      const shared = found.get(chunk) ?? { score: 0, focus: false, keys: [] };
      shared.score += weight;
      shared.focus ||= isFocus;
      shared.keys.push({ key, weight });
      found.set(chunk, shared);
    }
  });
  return found;
}

function hasBearer({ size, values }: Postings): boolean {
  for (let p = 0; p < size; p++) if ((values[p] as number) & bearing) return true;
  return false;
}

/** The best of what holds the focus, else of what shares much, at most two of a file. */
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
