/**
 * Step two of `mesh`: the links of a chunk, read from live postings.
 *
 * A chunk is linked to the chunks whose title it mentions, that mention its title, that share rare names with it, or that define a
 * symbol it mentions. Every link keeps the keys that made it, so its evidence is exact.
 * Source: MeshRAG section 3.3 (edges annotated with the shared entities), with one bucket per entity in place of signature bands.
 * Cost: linear in the postings of the chunk's rare keys.
 */

import { Role } from '../../document.ts';
import { type IndexReader, type KeyOfChunk, type Postings, Trait } from '../../index/reader.ts';
import { everywhere } from '../../text/names/places.ts';
import { termsOf } from '../../text/words/terms.ts';
import type { EvidenceKind } from '../keyEvidence.ts';
import { firstHit, type Hits, nextHit, termOfHit } from '../systems/bm25.ts';
import { rarity } from './namedKeys.ts';
import type { MeshWeights } from './weights.ts';
import { languagesIn, stemPostings } from './wordPostings.ts';

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
  /** Key ids that made the link. */
  readonly keys: number[];
  kind: EvidenceKind;
}

/** Context of the links of one question. */
export interface LinkContext {
  readonly reader: IndexReader;
  readonly hits: Hits;
  readonly weights: MeshWeights;
  /** Ids of the keys that the question names. */
  readonly named: ReadonlyMap<number, unknown>;
  readonly mass: number;
  /** Keys in more chunks than this do not link. */
  readonly max: number;
}

/** Share of the question's idf mass in the positions of `chunk` given by `mask`, without words of its title. */
function shareAt(hits: Hits, chunk: number, mask: number, mass: number): number {
  let sum = 0;
  for (let hit = firstHit(hits, chunk); hit >= 0; hit = nextHit(hits, hit)) {
    const places = hits.places[hit] as number;
    if (places !== everywhere && (places & mask) !== 0) sum += termOfHit(hits, hit).idf;
  }
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

function hasRole(postings: Postings, role: number): boolean {
  for (let i = 0; i < postings.size; i++) if ((postings.values[i] as number) & role) return true;
  return false;
}

/** What a title, and a shared name, keep of their weight where the question names them: what all seeds say leads nowhere new. */
const namedTitle = 0.1;
const namedShare = 0.5;
/** The weight of the best shared name without any term of the question in its positions. */
const bareName = 0.3;
/** So many symbols that a single chunk uses and another defines make a full link. */
const fullSymbols = 3;

function followTitle(table: LinkTable, id: number, postings: Postings, size: number, context: LinkContext): void {
  const { max, named, reader } = context;
  const holders = countRole(postings, Role.Title);
  if (holders === 0 || holders > max) return;
  const value = rarity(size, reader.liveCount) * (named.has(id) ? namedTitle : 1);
  for (let i = 0; i < postings.size; i++) {
    if (!((postings.values[i] as number) & Role.Title)) continue;
    const link = table.byName(postings.chunks[i] as number);
    if (link === undefined) continue;
    if (!link.keys.includes(id)) link.keys.push(id);
    if (value > link.title) {
      link.title = value;
      link.kind = 'title';
    }
  }
}

function shareName(table: LinkTable, from: number, key: KeyOfChunk, postings: Postings, size: number, context: LinkContext): void {
  const { max, named, reader, hits, mass } = context;
  if (postings.size < 2 || size > max) return;
  const rare = rarity(size, reader.liveCount);
  const kept = named.has(key.id) ? namedShare : 1;
  const weight = rare * rare * kept;
  const best = rare * kept * (bareName + shareAt(hits, from, key.places, mass));
  for (let i = 0; i < postings.size; i++) {
    const link = table.byName(postings.chunks[i] as number);
    if (link === undefined) continue;
    link.shared = Math.min(1, link.shared + weight);
    if (best > link.best) link.best = best;
    if (!link.keys.includes(key.id)) link.keys.push(key.id);
  }
}

function followSymbol(table: LinkTable, id: number, postings: Postings, context: LinkContext): void {
  const { max, reader } = context;
  if (postings.size > max) return;
  const holders = countRole(postings, Role.Defines);
  if (holders === 0) return;
  const weight = rarity(postings.size, reader.liveCount) / holders / fullSymbols;
  for (let i = 0; i < postings.size; i++) {
    if (!((postings.values[i] as number) & Role.Defines)) continue;
    // Loose snippets define names for themselves alone.
    if ((reader.traits[postings.chunks[i] as number] as number) & Trait.NoPath) continue;
    const link = table.to(postings.chunks[i] as number);
    if (link === undefined) continue;
    link.symbol = Math.min(1, link.symbol + weight);
    link.keys.push(id);
    if (link.title === 0) link.kind = 'symbol';
  }
}

/** Links back from chunks that mention this chunk's title. */
function mentionedBy(table: LinkTable, postings: Postings, id: number, context: LinkContext): void {
  if (postings.size > context.max) return;
  for (let i = 0; i < postings.size; i++) {
    if (!((postings.values[i] as number) & Role.Mentions)) continue;
    const link = table.byName(postings.chunks[i] as number);
    if (link === undefined) continue;
    link.mentionedBack = true;
    if (!link.keys.includes(id)) link.keys.push(id);
  }
}

/** The links of each chunk. */
export async function linksOf(context: LinkContext, chunks: readonly number[]): Promise<readonly (readonly Link[])[]> {
  const { reader } = context;
  const keysOf = await reader.chunkKeys(chunks);
  const hasPassage = chunks.some((chunk) => isPassage(reader.traits[chunk] as number));
  const known = await followedKeys(context, keysOf.flat(), hasPassage);
  const names = hasPassage ? [...known.values()].map(({ text }) => text).filter((text) => text.startsWith('n:')) : [];
  const inner = await innerTitles(reader, names);
  return chunks.map((chunk, c) => {
    const table = new LinkTable(chunk, reader.traits);
    // Sums of floating numbers must not depend on ids: the order of texts is that of the chunk's keys, sorted once here.
    const keys = (keysOf[c] as readonly KeyOfChunk[]).filter(({ id }) => known.has(id));
    keys.sort((a, b) => compare(known.get(a.id)?.text, known.get(b.id)?.text));
    for (const key of keys) {
      const { text, postings: list, size } = known.get(key.id) as { text: string; postings: Postings; size: number };
      if (text.startsWith('n:')) {
        if (!table.isPassage) continue;
        if (key.roles & Role.Mentions) {
          followTitle(table, key.id, list, size, context);
          shareName(table, chunk, key, list, size, context);
          for (const other of inner.get(text) ?? []) followTitle(table, other.id, other.postings, other.size, context);
        }
        if (key.roles & Role.Title) mentionedBy(table, list, key.id, context);
      } else if (text.startsWith('s:') && key.roles & Role.Mentions) followSymbol(table, key.id, list, context);
    }
    return [...table.links.values()];
  });
}

interface FollowedKey {
  readonly text: string;
  readonly postings: Postings;
  /** How many chunks speak of it. */
  readonly size: number;
}

/** The keys that may link: names where there is a passage, symbols that are not too common. The postings of others are not looked at. */
async function followedKeys(
  { reader, max }: LinkContext,
  keys: readonly KeyOfChunk[],
  hasPassage: boolean,
): Promise<ReadonlyMap<number, FollowedKey>> {
  const ids = [...new Set(keys.map(({ id }) => id))];
  const texts = await reader.keyTexts(ids);
  const linking = ids
    .map((id, i) => ({ id, text: texts[i] as string }))
    .filter(({ text }) => text.startsWith('s:') || (hasPassage && text.startsWith('n:')));
  const counts = await reader.keyCounts(linking.map(({ id }) => id));
  const followed = linking.filter(({ text }, i) => text.startsWith('n:') || (counts[i] as number) <= max);
  const postings = await reader.keyPostings(followed.map(({ id }) => id));
  const sizes = await nameSizes(
    reader,
    followed.map(({ text }) => text),
    postings,
  );
  return new Map(followed.map(({ id, text }, i) => [id, { text, postings: postings[i] as Postings, size: sizes[i] as number }]));
}

function compare(a: string | undefined, b: string | undefined): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}

/** How many chunks hold the word of a name that is one, by the names of one reader: the same ones come with every question. */
const wordSizes = new WeakMap<IndexReader, Map<string, number>>();

/** How many chunks speak of each name: a name of one word is as common as the word. */
async function nameSizes(reader: IndexReader, keys: readonly string[], postings: readonly Postings[]): Promise<readonly number[]> {
  const known = wordSizes.get(reader) ?? new Map<string, number>();
  wordSizes.set(reader, known);
  const missing = keys.filter((key) => key.startsWith('n:') && !key.includes(' ') && !known.has(key));
  const languages = [undefined, ...(await languagesIn(reader))];
  const words = missing.map((key) => {
    const [term = '', ...stems] = new Set(languages.map((language) => termsOf(key.slice(2), 0, language)[0] ?? ''));
    return { term, stems };
  });
  const stems = await stemPostings(reader, words);
  for (const [i, key] of missing.entries()) known.set(key, Math.max(0, ...(stems[i] ?? []).map((stem) => stem.postings.size)));
  return postings.map(({ size }, i) => Math.max(size, known.get(keys[i] as string) ?? 0));
}

interface InnerTitle {
  readonly id: number;
  /** How many chunks speak of it. */
  readonly size: number;
  readonly postings: Postings;
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

/** What `innerTitles` found for the names of one reader; the same names come with every question. */
const foundInner = new WeakMap<IndexReader, Map<string, readonly InnerTitle[]>>();

/** For each name the titles that lie within it. */
async function innerTitles(reader: IndexReader, names: readonly string[]): Promise<ReadonlyMap<string, readonly InnerTitle[]>> {
  let known = foundInner.get(reader);
  if (known === undefined) {
    known = new Map();
    foundInner.set(reader, known);
  }
  const missing = names.filter((name) => !known.has(name));
  const inner = missing.map(innerNames);
  const ids = await reader.keyIds(inner.flat());
  const distinct = [...new Set(ids)].filter((id) => id >= 0);
  const postings = await reader.keyPostings(distinct);
  const titles = new Map<number, InnerTitle>();
  const sizes = await nameSizes(reader, await reader.keyTexts(distinct), postings);
  distinct.forEach((id, i) => {
    const list = postings[i] as Postings;
    if (hasRole(list, Role.Title)) titles.set(id, { id, postings: list, size: sizes[i] as number });
  });
  let at = 0;
  for (const [i, name] of missing.entries()) {
    const end = at + (inner[i] as readonly string[]).length;
    known.set(
      name,
      [...ids.subarray(at, end)].map((id) => titles.get(id)).filter((title) => title !== undefined),
    );
    at = end;
  }
  return known;
}
