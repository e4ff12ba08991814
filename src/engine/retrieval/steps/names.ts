/**
 * Bonuses of `mesh` for names that a chunk shares with the question: titles, introductions of the thing that is asked for, proper
 * names, defined symbols, files. Each is weighted by its rarity among the chunks.
 * Cost: a pass over the postings of the named keys.
 */

import { Role } from '../../document.ts';
import { type ChunkInfo, type IndexReader, Trait } from '../../index/reader.ts';
import type { Question } from '../../question/question.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { fold } from '../../text/words/terms.ts';
import type { Hits } from '../systems/bm25.ts';
import { introductionsOf } from './introductions.ts';
import { lookUp, maximal, type NamedKey, rarity } from './namedKeys.ts';
import { selectBest } from './select.ts';
import { type MeshWeights, maxChunksOf } from './weights.ts';

export interface NameBonuses {
  /** Keys of the question by id. */
  readonly named: ReadonlyMap<number, NamedKey>;
  /** By chunk id; valid until the hits are released. */
  readonly bonus: Float64Array;
  /** Chunks with a bonus. */
  readonly chunks: ReadonlySet<number>;
  /** Whether the question names a title. */
  readonly namesTitle: boolean;
  /** Whether it names a defined symbol. */
  readonly namesSymbol: boolean;
  /** Whether it names a file with its extension. */
  readonly namesFile: boolean;
}

/** A symbol with more definitions is ambiguous. */
const maxDefinitions = 5;
/** Factor for a symbol that is spelled like the thing that is asked for, relative to a named symbol. */
const thingShare = 0.6;

/** Finds what the question names, and the bonuses of chunks for it. */
export async function nameBonuses(reader: IndexReader, question: Question, hits: Hits, weights: MeshWeights): Promise<NameBonuses> {
  const gathered = new Gathered(reader, question, hits, weights);
  const names = await lookUp(reader, question.names, 'title', Role.Title);
  const namesTitle = await gathered.addTitles(names);
  const isIntroduced = await gathered.addIntroductions();
  gathered.addMentions(names);
  const files = await namedFiles(reader, question);
  const namesSymbol = await gathered.addSymbols(files);
  // A document about the thing answers better than code of that name.
  if (!isIntroduced) await gathered.addThing();
  gathered.addFiles(files);
  const namesFile = await gathered.addWholeNames(files);
  const { named, chunks } = gathered;
  return { named, bonus: hits.scratch.bonus, chunks, namesTitle, namesSymbol, namesFile };
}

class Gathered {
  readonly named = new Map<number, NamedKey>();
  readonly chunks = new Set<number>();
  readonly #reader: IndexReader;
  readonly #question: Question;
  readonly #hits: Hits;
  readonly #weights: MeshWeights;
  readonly #count: number;
  /** Keys in more chunks are ignored. */
  readonly #max: number;

  constructor(reader: IndexReader, question: Question, hits: Hits, weights: MeshWeights) {
    this.#reader = reader;
    this.#question = question;
    this.#hits = hits;
    this.#weights = weights;
    this.#count = reader.liveCount;
    this.#max = maxChunksOf(weights, this.#count);
  }

  /** Documents with a named title; headings of sections count as words only. Returns whether there is any. */
  async addTitles(names: readonly NamedKey[]): Promise<boolean> {
    const titles = maximal(names.filter(({ holders }) => holders.length > 0 && holders.length <= this.#max));
    for (const entry of titles) {
      this.named.set(entry.id, entry);
      const documents = entry.holders.filter((chunk) => (this.#reader.traits[chunk] as number) & Trait.Whole);
      await this.#addRanked(documents, this.#weights.named * rarity(entry.postings.size, this.#count));
    }
    return titles.length > 0;
  }

  /** Sections that introduce the thing that is asked for. Returns whether a whole document is about it. */
  async addIntroductions(): Promise<boolean> {
    const { thing } = this.#question;
    if (thing === undefined) return false;
    const { sections, isWhole } = await introductionsOf(this.#reader, thing, this.#hits);
    for (const entry of sections) {
      const { length } = entry.holders;
      if (length === 0 || length > this.#max) continue;
      this.named.set(entry.id, entry);
      await this.#addRanked(entry.holders, this.#weights.named * rarity(length, this.#count));
    }
    return isWhole;
  }

  /** Chunks that mention a name and match a term of the question; those with that title have their bonus already. */
  addMentions(names: readonly NamedKey[]): void {
    for (const entry of maximal(names)) {
      if (!this.named.has(entry.id)) this.named.set(entry.id, { ...entry, kind: 'name' });
      const { size, chunks, values } = entry.postings;
      if (size > this.#max) continue;
      const value = this.#weights.name * rarity(size, this.#count) ** 2;
      for (let i = 0; i < size; i++) if (!((values[i] as number) & Role.Title)) this.#addHit(chunks[i] as number, value);
    }
  }

  /**
   * Definitions of named symbols; of many, those in a file that is named too. Questions about tests want mentions instead. Returns whether any
   * is defined.
   */
  async addSymbols(files: readonly NamedKey[]): Promise<boolean> {
    const symbols = await this.#defined(this.#question.symbols);
    for (const entry of symbols) {
      this.named.set(entry.id, entry);
      if (entry.key === this.#question.bareSymbol) {
        for (const chunk of entry.holders) this.#add(chunk, this.#weights.bareSymbol);
        continue;
      }
      if (this.#question.aboutTests) continue;
      this.#addDefined(entry.holders.length > maxDefinitions ? narrowed(entry, files) : entry, this.#weights.named);
    }
    return symbols.some(({ holders }) => holders.length > 0);
  }

  /** Definitions of a symbol that is spelled like the thing that is asked for. */
  async addThing(): Promise<void> {
    for (const entry of await this.#defined(this.#question.thingSymbols)) {
      if (this.named.has(entry.id) || entry.holders.length === 0 || entry.holders.length > maxDefinitions) continue;
      this.named.set(entry.id, entry);
      this.#addDefined(entry, this.#weights.named * thingShare);
    }
  }

  /**
   * Chunks of files that are named. In questions and reports, a common word that happens to be a file's name means little; short
   * notes of a change name the file that it is in.
   */
  addFiles(files: readonly NamedKey[]): void {
    const { asks, isReport } = this.#question;
    for (const entry of files) {
      if (entry.holders.length === 0) continue;
      const size = asks || isReport ? Math.max(entry.holders.length, this.#frequencyOf(entry)) : entry.holders.length;
      this.named.set(entry.id, entry);
      for (const chunk of entry.holders) this.#addHit(chunk, this.#weights.file * rarity(size, this.#count));
    }
  }

  /** Chunks of files named with their extension; reports mention many files, so there only those with a folder count. Returns whether there are any. */
  async addWholeNames(files: readonly NamedKey[]): Promise<boolean> {
    let isNamed = false;
    for (const [name, key] of this.#question.files) {
      if (this.#question.isReport && !name.includes('/')) continue;
      const holders = files.find((file) => file.key === key)?.holders ?? [];
      const infos = await this.#reader.chunkInfo(holders);
      const within = holders.filter((_, i) => isSamePath(fold((infos[i] as ChunkInfo).path), name));
      for (const chunk of within) this.#addHit(chunk, this.#weights.named * rarity(within.length, this.#count));
      isNamed ||= within.length > 0;
    }
    return isNamed;
  }

  /** The number of chunks with the words of a file's name; 0 if the question spells them differently. */
  #frequencyOf({ key }: NamedKey): number {
    const words = new Set(countTerms(key.slice(2)).keys());
    const sizes = this.#hits.terms.filter(({ term }) => words.has(term)).map(({ postings }) => postings.size);
    return sizes.length === 0 ? 0 : Math.min(...sizes);
  }

  #defined(symbols: readonly string[]): Promise<NamedKey[]> {
    return lookUp(this.#reader, symbols, 'symbol', Role.Defines);
  }

  #addDefined({ holders }: NamedKey, value: number): void {
    if (holders.length > maxDefinitions) return;
    for (const chunk of holders) this.#add(chunk, (value * rarity(holders.length, this.#count)) / Math.sqrt(holders.length));
  }

  /** To the best by words most, and to each next one less. */
  async #addRanked(chunks: readonly number[], value: number): Promise<void> {
    const ranked = await selectBest(this.#reader, chunks, (chunk) => this.#hits.scores[chunk] as number, chunks.length);
    for (const [rank, chunk] of ranked.entries()) this.#add(chunk, value * this.#weights.titleDecay ** rank);
  }

  /** Chunks that also match a term of the question. */
  #addHit(chunk: number, value: number): void {
    if ((this.#hits.scores[chunk] as number) > 0) this.#add(chunk, value);
  }

  #add(chunk: number, value: number): void {
    const { bonus } = this.#hits.scratch;
    bonus[chunk] = (bonus[chunk] as number) + value;
    this.chunks.add(chunk);
  }
}

/** Whether one of two paths is the end of the other. */
function isSamePath(a: string, b: string): boolean {
  return `/${a}`.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** The files and folders that the question names; a word of a longer name is none by itself. */
async function namedFiles(reader: IndexReader, { paths, joinedPaths }: Question): Promise<readonly NamedKey[]> {
  const joined = (await lookUp(reader, [...joinedPaths.keys()], 'path', Role.Title)).filter(({ holders }) => holders.length > 0);
  const within = new Set(joined.flatMap(({ key }) => joinedPaths.get(key) ?? []));
  const single = paths.filter((key) => !within.has(key));
  return [...joined, ...(await lookUp(reader, single, 'path', Role.Title))];
}

/** Of the definitions of a symbol those in a file or folder that is named, in the one that leaves fewest; all where none has any. */
function narrowed(entry: NamedKey, files: readonly NamedKey[]): NamedKey {
  let { holders } = entry;
  for (const file of files) {
    const within = new Set(file.holders);
    const left = entry.holders.filter((chunk) => within.has(chunk));
    if (left.length > 0 && left.length < holders.length) holders = left;
  }
  return { ...entry, holders };
}
