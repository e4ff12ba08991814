/**
 * Step two of `mesh`: the links of a chunk, read from live postings.
 *
 * A chunk is linked to the chunks whose title it mentions, that mention its title, that share rare names with it, or that define a
 * symbol it mentions. Every link keeps the keys that made it, so its evidence is exact.
 * Source: MeshRAG section 3.3 (edges annotated with the shared entities), with one bucket per entity in place of signature bands.
 * Cost: linear in the postings of the chunk's rare keys.
 */

import { Role } from '../../../document.ts';
import { type IndexReader, type KeyOfChunk, type Postings, Trait } from '../../../index/reader.ts';
import { everywhere } from '../../../text/names/places.ts';
import { termsOf } from '../../../text/words/terms.ts';
import type { EvidenceKind } from '../../keyEvidence.ts';
import { rarity } from '../../rarity.ts';
import type { Hits } from '../../systems/bm25.ts';
import type { MeshQuery } from './meshQuery.ts';

/** A key of a seed, or a name within one, that may link it. */
interface LinkingKey {
  readonly id: number;
  readonly text: string;
  readonly postings: Postings;
  /** Number of chunks that have it as their title or define it. */
  readonly bearers: number;
  /** Number of chunks that mention it. */
  readonly size: number;
  /** For a name, the titles that lie within it. */
  readonly titles: LinkingKey[];
}

/** A link from one chunk to another. All weights are in [0, 1]. */
export interface Link {
  readonly chunk: number;
  /** Rarity of the title that was followed. */
  title: number;
  /** Sum of the squared rarities of all shared names, at most 1; and the best of them, by the share of the question in its positions. */
  shared: number;
  best: number;
  /** Symbols mentioned here and defined there. */
  symbol: number;
  /** Whether the other chunk mentions this one's title. */
  mentionedBack: boolean;
  /** The keys that made the link. */
  readonly keys: LinkingKey[];
  kind: EvidenceKind;
}

/** Context of the links of one question. */
export interface LinkContext extends MeshQuery {
  /** Ids of the keys that the question names. */
  readonly named: ReadonlyMap<number, unknown>;
  readonly mass: number;
}

/** Share of the question's idf mass in the positions of `chunk` given by `mask`, without words of its title. */
export function shareAt(hits: Hits, chunk: number, mask: number, mass: number): number {
  let sum = 0;
  for (const { term, places } of hits.of(chunk)) if (places !== everywhere && (places & mask) !== 0) sum += term.idf;
  return mass === 0 ? 0 : sum / mass;
}

class LinkTable {
  readonly links = new Map<number, Link>();
  readonly #from: number;
  readonly #traits: Uint8Array;

  constructor(from: number, traits: Uint8Array) {
    this.#from = from;
    this.#traits = traits;
  }

  /** Whether names link this chunk: passages and notes, not the sections of a longer document. */
  get isPassage(): boolean {
    return isPassage(this.#traits[this.#from] as number);
  }

  /** The link to a passage by a name. */
  byName(chunk: number): Link | undefined {
    return isPassage(this.#traits[chunk] as number) ? this.to(chunk) : undefined;
  }

  to(chunk: number): Link | undefined {
    if (chunk === this.#from) return undefined;
    let link = this.links.get(chunk);
    if (link === undefined) {
      link = { chunk, title: 0, shared: 0, best: 0, symbol: 0, mentionedBack: false, keys: [], kind: 'name' };
      this.links.set(chunk, link);
    }
    return link;
  }
}

function isPassage(traits: number): boolean {
  return (traits & (Trait.Whole | Trait.Prose)) === (Trait.Whole | Trait.Prose);
}

function countRole(postings: Postings, role: number): number {
  let count = 0;
  for (let i = 0; i < postings.size; i++) if ((postings.values[i] as number) & role) count++;
  return count;
}

/** What a name keeps of its weight where the question names it: what all seeds say leads nowhere new. */
const namedShare = 0.5;
/** The weight of the best shared name without any term of the question in its positions. */
export const bareName = 0.3;
/** A year or another number alone; as a title it may be followed. */
const isNumber = /^n:\d+$/;
/** So many symbols that a single chunk uses and another defines make a full link. */
const fullSymbols = 3;

function followTitle(table: LinkTable, key: LinkingKey, context: LinkContext): void {
  const { max, named, reader } = context;
  const { id, postings, bearers, size } = key;
  if (bearers === 0 || bearers > max) return;
  const value = rarity(size, reader.liveCount) * (named.has(id) ? namedShare : 1);
  for (let i = 0; i < postings.size; i++) {
    if (!((postings.values[i] as number) & Role.Title)) continue;
    const link = table.byName(postings.chunks[i] as number);
    if (link === undefined) continue;
    if (!link.keys.includes(key)) link.keys.push(key);
    if (value > link.title) {
      link.title = value;
      link.kind = 'title';
    }
  }
}

function shareName(table: LinkTable, from: number, places: number, key: LinkingKey, context: LinkContext): void {
  const { max, named, reader, hits, mass } = context;
  const { id, postings, size } = key;
  if (postings.size < 2 || size > max || isNumber.test(key.text)) return;
  const rare = rarity(size, reader.liveCount);
  const kept = named.has(id) ? namedShare : 1;
  const weight = rare * rare * kept;
  const best = rare * kept * (bareName + shareAt(hits, from, places, mass));
  for (let i = 0; i < postings.size; i++) {
    const link = table.byName(postings.chunks[i] as number);
    if (link === undefined) continue;
    link.shared = Math.min(1, link.shared + weight);
    if (best > link.best) link.best = best;
    if (!link.keys.includes(key)) link.keys.push(key);
  }
}

function followSymbol(table: LinkTable, key: LinkingKey, context: LinkContext): void {
  const { reader } = context;
  const { postings, bearers } = key;
  if (bearers === 0) return;
  const weight = rarity(postings.size, reader.liveCount) / bearers / fullSymbols;
  for (let i = 0; i < postings.size; i++) {
    if (!((postings.values[i] as number) & Role.Defines)) continue;
    // Loose snippets define names for themselves alone.
    if ((reader.traits[postings.chunks[i] as number] as number) & Trait.NoPath) continue;
    const link = table.to(postings.chunks[i] as number);
    if (link === undefined) continue;
    link.symbol = Math.min(1, link.symbol + weight);
    link.keys.push(key);
    if (link.title === 0) link.kind = 'symbol';
  }
}

/** Links back from chunks that mention this chunk's title. */
function mentionedBy(table: LinkTable, key: LinkingKey, context: LinkContext): void {
  const { postings } = key;
  if (postings.size > context.max) return;
  for (let i = 0; i < postings.size; i++) {
    if (!((postings.values[i] as number) & Role.Mentions)) continue;
    const link = table.byName(postings.chunks[i] as number);
    if (link === undefined) continue;
    link.mentionedBack = true;
    if (!link.keys.includes(key)) link.keys.push(key);
  }
}

/** The links of each chunk. Two round trips: the keys of the chunks, then the postings of those that may link. */
export async function findLinks(context: LinkContext, chunks: readonly number[]): Promise<readonly (readonly Link[])[]> {
  const { reader } = context;
  const keysOf = await reader.chunkKeys(chunks);
  const linking = await linkingKeys(
    context,
    keysOf.flat(),
    chunks.some((chunk) => isPassage(reader.traits[chunk] as number)),
  );
  return chunks.map((chunk, c) => {
    const table = new LinkTable(chunk, reader.traits);
    // Sums of floating numbers must not depend on ids: the order of texts is that of the chunk's keys, sorted once here.
    const keys = (keysOf[c] as readonly KeyOfChunk[]).filter(({ text }) => linking.has(text));
    keys.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    for (const { text, roles, places } of keys) {
      const key = linking.get(text) as LinkingKey;
      if (text.startsWith('n:')) {
        if (!table.isPassage) continue;
        if (roles & Role.Mentions) {
          followTitle(table, key, context);
          shareName(table, chunk, places, key, context);
          for (const title of key.titles) followTitle(table, title, context);
        }
        if (roles & Role.Title) mentionedBy(table, key, context);
      } else if (text.startsWith('s:') && roles & Role.Mentions) followSymbol(table, key, context);
    }
    return [...table.links.values()];
  });
}

/** Cached look-ups of the names of one reader, which recur with every question. */
interface KnownNames {
  /** For a name of one word: the number of chunks with the word, in the language where it is most common. */
  readonly sizes: Map<string, number>;
  /** For a name within another: the title that it is, if any. */
  readonly titles: Map<string, LinkingKey | undefined>;
}

const knownNames = new WeakMap<IndexReader, KnownNames>();

/** The keys that may link, by text: names where there is a passage, also those within longer ones; symbols that are not too common. */
async function linkingKeys(
  { reader, max, languages }: LinkContext,
  keys: readonly KeyOfChunk[],
  hasPassage: boolean,
): Promise<ReadonlyMap<string, LinkingKey>> {
  const own = new Map<string, KeyOfChunk>();
  for (const key of keys)
    if (key.text.startsWith('n:') ? hasPassage : key.text.startsWith('s:') && key.count <= max) own.set(key.text, key);
  const names = [...own.keys()].filter((text) => text.startsWith('n:'));
  const { sizes, titles } = knownNames.get(reader) ?? { sizes: new Map(), titles: new Map() };
  knownNames.set(reader, { sizes, titles });
  const innerOf = new Map(names.map((text) => [text, innerNames(text)]));
  const inner = [...new Set([...innerOf.values()].flat())].filter((text) => !titles.has(text));
  const words = [...names, ...inner].filter((text) => !text.includes(' ') && !sizes.has(text));
  const terms = words.flatMap((text) => [undefined, ...languages].map((language) => termsOf(text.slice(2), 0, language)[0] ?? ''));
  const [postings, found, counts] = await Promise.all([
    reader.keyPostings([...own.values()].map(({ id }) => id)),
    reader.findKeys(inner),
    reader.termCounts(terms),
  ]);
  const width = languages.length + 1;
  for (const [i, text] of words.entries()) sizes.set(text, Math.max(...counts.subarray(i * width, (i + 1) * width)));
  const linkingKey = (text: string, id: number, list: Postings): LinkingKey => {
    const bearers = countRole(list, text.startsWith('s:') ? Role.Defines : Role.Title);
    return { text, id, postings: list, bearers, size: Math.max(list.size, sizes.get(text) ?? 0), titles: [] };
  };
  for (const [i, { id, postings: list }] of found.entries()) {
    const key = linkingKey(inner[i] as string, id, list);
    titles.set(key.text, key.bearers > 0 ? key : undefined);
  }
  const linking = new Map<string, LinkingKey>();
  for (const [i, { text, id }] of [...own.values()].entries()) linking.set(text, linkingKey(text, id, postings[i] as Postings));
  for (const [text, parts] of innerOf)
    for (const part of parts) {
      const title = titles.get(part);
      // One object for each key, so that a link lists it once.
      if (title !== undefined) linking.get(text)?.titles.push(linking.get(part) ?? title);
    }
  return linking;
}

/** Names of more words than this are not looked into. */
const maxSplit = 6;

/** The runs of words within a name key, other than the whole ("n:president barack obama" holds "n:barack obama"). */
function innerNames(key: string): readonly string[] {
  const ends: number[] = [];
  for (let at = key.indexOf(' '); at >= 0; at = key.indexOf(' ', at + 1)) ends.push(at);
  if (ends.length === 0 || ends.length >= maxSplit) return [];
  ends.push(key.length);
  const inner: string[] = [];
  for (let first = 0; first < ends.length; first++) {
    const from = first === 0 ? 2 : (ends[first - 1] as number) + 1;
    for (let last = first; last < ends.length; last++) {
      if (first === 0 && last === ends.length - 1) continue;
      inner.push(first === 0 ? key.slice(0, ends[last]) : `n:${key.slice(from, ends[last])}`);
    }
  }
  return inner;
}
