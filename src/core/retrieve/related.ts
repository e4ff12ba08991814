/**
 * What is related to a place: other chunks that share its rare keys, define what it mentions, or speak of what it defines.
 *
 * Weight of a shared key is its squared rarity, doubled where one side defines or is titled by it; keys in more than
 * `mostChunks` chunks say nothing. With a focus (the name under the cursor) chunks that hold it come first.
 * Source: MeshRAG section 3.3, links as exact sets of shared entities. Cost: the postings of the place's rare keys.
 */

import { type ChunkKey, Role, Space } from '../document.ts';
import { foldedWords } from '../text/entities.ts';
import { rarity } from './meshSeeds.ts';
import type { Evidence, EvidenceKind, Ranked, Ranking, RetrieveOptions } from './ranking.ts';
import type { IndexReader, Postings } from './reader.ts';
import { selectBest } from './select.ts';
import { isTelling } from './telling.ts';

/** Keys with more chunks than this are no evidence. */
export const mostChunks = 50;
const focusBonus = 10;
/** A chunk that defines the name under the cursor comes before those that mention it. */
const definitionBonus = 20;
const keysShown = 5;
const bearing = Role.Title | Role.Defines | Role.Heading;

export interface RelatedTo {
  /** The place's own keys. */
  readonly keys: readonly ChunkKey[];
  /** The name under the cursor, as written. */
  readonly focus?: string;
  /** Chunks that are the place itself. */
  readonly exclude: ReadonlySet<number>;
}

interface Shared {
  score: number;
  readonly keys: { readonly key: string; readonly weight: number }[];
}

/** The kind of evidence that a key gives. */
export function kindOfKey(key: string, roles: number): EvidenceKind {
  switch (key[0]) {
    case Space.Symbol:
      return 'symbol';
    case Space.Path:
      return 'path';
    case Space.Link:
      return 'link';
    case Space.Literal:
      return 'literal';
    default:
      return roles & Role.Title ? 'title' : roles & Role.Heading ? 'heading' : 'name';
  }
}

function evidenceOf(shared: Shared): readonly Evidence[] {
  const keys = [...shared.keys].sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1)).slice(0, keysShown);
  const kinds = new Map<EvidenceKind, string[]>();
  for (const { key } of keys) {
    const kind = kindOfKey(key, 0);
    kinds.set(kind, [...(kinds.get(kind) ?? []), key.slice(2)]);
  }
  return [...kinds].map(([kind, list]) => ({ kind, keys: list }));
}

/** Ranks the chunks that are related to a place. */
export async function relatedTo(reader: IndexReader, place: RelatedTo, options: RetrieveOptions): Promise<Ranking> {
  const focusKeys =
    place.focus === undefined ? [] : [`${Space.Symbol}:${place.focus}`, `${Space.Name}:${foldedWords(place.focus).join(' ')}`];
  const keys = place.keys
    .map(({ key, roles }) => ({ key, roles, focus: focusKeys.includes(key) }))
    .filter(({ key, focus }) => focus || isTelling(key));
  for (const key of focusKeys) if (!keys.some((entry) => entry.key === key)) keys.push({ key, roles: Role.Mentions, focus: true });
  keys.sort((a, b) => (a.key < b.key ? -1 : 1));
  const ids = await reader.keyIds(keys.map(({ key }) => key));
  const postings = await reader.keyPostings([...ids]);
  const found = new Map<number, Shared>();
  keys.forEach(({ key, roles, focus }, i) => {
    const list = postings[i] as Postings;
    if (list.size === 0 || list.size > mostChunks) return;
    const rare = rarity(list.size, reader.liveCount);
    for (let p = 0; p < list.size; p++) {
      const chunk = list.chunks[p] as number;
      if (place.exclude.has(chunk)) continue;
      const bears = ((list.values[p] as number) | roles) & bearing;
      const defines = ((list.values[p] as number) & bearing) !== 0;
      const weight = rare * rare * (bears ? 2 : 1) + (focus ? (defines ? definitionBonus : focusBonus) : 0);
      const shared = found.get(chunk) ?? { score: 0, keys: [] };
      shared.score += weight;
      shared.keys.push({ key, weight });
      found.set(chunk, shared);
    }
  });
  const accepted = options.accept === undefined ? [...found.keys()] : [...found.keys()].filter(options.accept);
  const chosen = await selectBest(reader, accepted, (chunk) => (found.get(chunk) as Shared).score, options.limit);
  const results: Ranked[] = chosen.map((chunk) => {
    const shared = found.get(chunk) as Shared;
    return { chunk, score: shared.score, evidence: evidenceOf(shared) };
  });
  return { results, unknownTerms: [] };
}
