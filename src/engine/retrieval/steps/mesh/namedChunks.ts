/**
 * Bonuses of `mesh` for names that a chunk shares with the question: titles, introductions of the thing that is asked for, proper
 * names, defined symbols, files. Each is weighted by its rarity among the chunks.
 * Cost: a pass over the postings of the named keys.
 */

import { Role } from '../../../document.ts';
import { type ChunkInfo, Trait } from '../../../index/reader.ts';
import type { Question } from '../../../question/question.ts';
import { isDeclarationPath } from '../../../text/names/pathNames.ts';
import { countTerms } from '../../../text/words/countTerms.ts';
import { fold } from '../../../text/words/terms.ts';
import { rarity } from '../../rarity.ts';
import type { Hits } from '../../systems/bm25.ts';
import { selectBest } from '../select.ts';
import { findIntroductions } from './introductions.ts';
import type { MeshQuery } from './meshQuery.ts';
import { maximal, type NamedKey, type NamedKeys } from './namedKeys.ts';
import type { MeshWeights } from './weights.ts';

export interface NameBonuses {
  /** Keys of the question by id. */
  readonly named: ReadonlyMap<number, NamedKey>;
  /** By chunk id. */
  readonly bonus: ReadonlyMap<number, number>;
  /** Whether the question names a title. */
  readonly namesTitle: boolean;
  /** Whether it names a defined symbol. */
  readonly namesSymbol: boolean;
  /** Whether it names a file with its extension. */
  readonly namesFile: boolean;
}

/** A symbol with more definitions is ambiguous. */
const maxDefinitions = 5;

/** The bonuses of chunks for what the question names. */
export async function nameBonuses(query: MeshQuery, near: ReadonlyMap<number, number>): Promise<NameBonuses> {
  const gathered = new Gathered(query);
  gathered.addNear(near);
  const namesTitle = await gathered.addTitles();
  const isIntroduced = await gathered.addIntroductions();
  gathered.addMentions();
  const namesSymbol = await gathered.addSymbols();
  // A document about the thing answers better than code of that name.
  if (!isIntroduced) gathered.addThing();
  gathered.addFiles();
  const namesFile = await gathered.addWholeNames();
  const { named, bonus } = gathered;
  return { named, bonus, namesTitle, namesSymbol, namesFile };
}

class Gathered {
  readonly named = new Map<number, NamedKey>();
  readonly bonus = new Map<number, number>();
  readonly #query: MeshQuery;
  readonly #keys: NamedKeys;
  readonly #question: Question;
  readonly #hits: Hits;
  readonly #weights: MeshWeights;
  readonly #count: number;
  readonly #max: number;

  constructor(query: MeshQuery) {
    this.#query = query;
    this.#keys = query.keys;
    this.#question = query.question;
    this.#hits = query.hits;
    this.#weights = query.weights;
    this.#count = query.reader.liveCount;
    this.#max = query.max;
  }

  /** Documents with a named title; headings of sections count as words only. Returns whether there is any. */
  async addTitles(): Promise<boolean> {
    const titles = maximal(this.#keys.names.filter(({ holders }) => holders.length > 0 && holders.length <= this.#max));
    for (const entry of titles) {
      this.named.set(entry.id, entry);
      const documents = entry.holders.filter((chunk) => (this.#query.reader.traits[chunk] as number) & Trait.Whole);
      await this.#addRanked(documents, this.#weights.named * rarity(entry.postings.size, this.#count));
    }
    return titles.length > 0;
  }

  /** Sections that introduce the thing that is asked for. Returns whether a whole document is about it. */
  async addIntroductions(): Promise<boolean> {
    const { sections, isWhole } = await findIntroductions(this.#query);
    for (const entry of sections) {
      const { length } = entry.holders;
      if (length === 0 || length > this.#max) continue;
      this.named.set(entry.id, entry);
      await this.#addRanked(entry.holders, this.#weights.named * rarity(length, this.#count));
    }
    return isWhole;
  }

  /** Chunks that mention a name and match a term of the question; those with that title have their bonus already. */
  addMentions(): void {
    for (const entry of maximal(this.#keys.names)) {
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
  async addSymbols(): Promise<boolean> {
    const { symbols, files } = this.#keys;
    for (const entry of symbols) {
      this.named.set(entry.id, entry);
      if (entry.key === this.#question.bareSymbol) {
        await this.#addBareSymbol(entry);
        continue;
      }
      if (this.#question.aboutTests) continue;
      this.#addDefined(entry.holders.length > maxDefinitions ? narrowed(entry, files) : entry, this.#weights.named);
    }
    return symbols.some(({ holders }) => holders.length > 0);
  }

  /** Definitions of the symbol that is the whole question; what only declares it comes after, unless nothing but tests defines it. */
  async #addBareSymbol({ holders }: NamedKey): Promise<void> {
    const infos = await this.#query.infos.chunkInfo(holders);
    const declares = holders.map((_, i) => isDeclarationPath((infos[i] as ChunkInfo).path));
    const isAuxiliary = (chunk: number): boolean => ((this.#query.reader.traits[chunk] as number) & Trait.Auxiliary) !== 0;
    const isDefined = holders.some((chunk, i) => !declares[i] && !isAuxiliary(chunk));
    for (const [i, chunk] of holders.entries()) this.#add(chunk, isDefined && declares[i] ? this.#weights.named : this.#weights.bareSymbol);
  }

  /** Definitions of a symbol that is spelled like the thing that is asked for. */
  addThing(): void {
    for (const entry of this.#keys.thingSymbols) {
      if (this.named.has(entry.id) || entry.holders.length === 0 || entry.holders.length > maxDefinitions) continue;
      this.named.set(entry.id, entry);
      this.#addDefined(entry, this.#weights.named);
    }
  }

  /**
   * Chunks of files that are named. In questions and reports, a common word that happens to be a file's name means little; short
   * notes of a change name the file that it is in.
   */
  addFiles(): void {
    const { asks, isReport } = this.#question;
    for (const entry of this.#keys.files) {
      if (entry.holders.length === 0) continue;
      const size = asks || isReport ? Math.max(entry.holders.length, this.#frequencyOf(entry)) : entry.holders.length;
      this.named.set(entry.id, entry);
      for (const chunk of entry.holders) this.#addHit(chunk, this.#weights.file * rarity(size, this.#count));
    }
  }

  /** Chunks of files named with their extension. Returns whether there are any. */
  async addWholeNames(): Promise<boolean> {
    let isNamed = false;
    for (const [name, key] of this.#question.files) {
      const holders = this.#keys.files.find((file) => file.key === key)?.holders ?? [];
      const infos = await this.#query.infos.chunkInfo(holders);
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

  /** What is related to where the question is asked. */
  addNear(near: ReadonlyMap<number, number>): void {
    for (const [chunk, share] of near) this.#addHit(chunk, this.#weights.near * share);
  }

  #addDefined({ holders }: NamedKey, value: number): void {
    if (holders.length > maxDefinitions) return;
    for (const chunk of holders) this.#add(chunk, (value * rarity(holders.length, this.#count)) / Math.sqrt(holders.length));
  }

  /** To the best by words most, and to each next one less. */
  async #addRanked(chunks: readonly number[], value: number): Promise<void> {
    const ranked = await selectBest(this.#query.infos, chunks, this.#hits.scoreOf, chunks.length);
    for (const [rank, chunk] of ranked.entries()) this.#add(chunk, value * this.#weights.titleDecay ** rank);
  }

  /** Chunks that also match a term of the question. */
  #addHit(chunk: number, value: number): void {
    if (this.#hits.scoreOf(chunk) > 0) this.#add(chunk, value);
  }

  #add(chunk: number, value: number): void {
    this.bonus.set(chunk, (this.bonus.get(chunk) ?? 0) + value);
  }
}

/** Whether one of two paths is the end of the other. */
function isSamePath(a: string, b: string): boolean {
  return `/${a}`.endsWith(`/${b}`) || b.endsWith(`/${a}`);
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
