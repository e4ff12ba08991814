/**
 * The names by which files and passages belong together, and which of them say most of a community.
 *
 * A name is a key that names a subject; a symbol that nothing in the parts defines belongs to a library. A symbol and words with the same letters
 * are one name.
 */

import { Role, Space } from '../document.ts';
import { type ChunkInfo, Trait } from '../index/reader.ts';
import { withoutRepeats } from '../naming/labelSet.ts';
import type { LabelKey } from '../naming/labels.ts';
import { isOneSubject, isUbiquitous } from '../naming/ubiquitousKeys.ts';
import { isCommonWord, isVague } from '../naming/vague.ts';
import { pushTo } from '../util/pushTo.ts';
import { isSubjectKey } from '../vocabulary/subjectKeys.ts';
import type { CommunityInput, InputFile } from './communityInput.ts';

/** A key of a community's passages. */
interface KeyUse {
  count: number;
  roles: number;
  definers: number;
}

/** Names are numbers here, chunks positions in the input. */
export class SharedNames {
  readonly #input: CommunityInput;
  /** The name of each key; -1 for none. */
  readonly #nameOf: Int32Array;
  /** The letters of each name, and whether it is a symbol. */
  readonly #letters: string[] = [];
  readonly #symbols = new Set<number>();

  constructor(input: CommunityInput) {
    this.#input = input;
    const { texts, keys, roles } = input;
    const allRoles = new Uint8Array(texts.length);
    for (let i = 0; i < keys.length; i++) allRoles[keys[i] as number] = (allRoles[keys[i] as number] as number) | (roles[i] as number);
    const known = new Map<string, number>();
    this.#nameOf = Int32Array.from(texts, (text, key) => {
      if (!namesSubject(text, allRoles[key] as number, input.definers[key] as number, input.holders[key] as number)) return -1;
      const letters = text.slice(2).toLowerCase();
      const name = known.get(letters) ?? this.#letters.push(letters) - 1;
      known.set(letters, name);
      if (text[0] === Space.Symbol) this.#symbols.add(name);
      return name;
    });
  }

  /** For each name, the positions of the files that hold it. */
  holdersIn(files: readonly InputFile[]): Iterable<readonly number[]> {
    const holders = new Map<number, number[]>();
    for (const [at, file] of files.entries()) for (const name of this.#inFile(file)) pushTo(holders, name, at);
    return holders.values();
  }

  /** The names that several of the files hold. */
  sharedBy(files: readonly InputFile[]): ReadonlySet<number> {
    const [held, shared] = [new Set<number>(), new Set<number>()];
    for (const file of files) for (const name of this.#inFile(file)) (held.has(name) ? shared : held).add(name);
    return shared;
  }

  /** The chunks of a file that hold two of the names: two symbols, or words neither of which contain the other. */
  passagesWithTwo({ from, to }: InputFile, shared: ReadonlySet<number>): readonly number[] {
    const found: number[] = [];
    for (let chunk = from; chunk < to; chunk++) {
      const held = this.#inChunk(chunk).filter((name) => shared.has(name));
      const letters = held.map((name) => this.#letters[name] as string).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
      const symbols = held.filter((name) => this.#symbols.has(name)).length;
      if (symbols >= 2 || withoutRepeats(letters).length >= 2) found.push(chunk);
    }
    return found;
  }

  /** The keys of the names, most characteristic of the chunks first: many of these hold it, few others do. */
  characteristic(chunks: readonly number[], shared: ReadonlySet<number>): readonly LabelKey[] {
    const uses = new Map<number, KeyUse>();
    const { offsets, keys, roles, texts, holders } = this.#input;
    for (const chunk of chunks)
      for (let i = offsets[chunk] as number; i < (offsets[chunk + 1] as number); i++) {
        const key = keys[i] as number;
        if (!shared.has(this.#nameOf[key] as number)) continue;
        const use = uses.get(key) ?? { count: 0, roles: 0, definers: 0 };
        uses.set(key, use);
        use.count++;
        use.roles |= roles[i] as number;
        if (((roles[i] as number) & Role.Defines) !== 0) use.definers++;
      }
    const weighted = Array.from(uses, ([at, use]) => {
      const label = labelKey(texts[at] as string, use);
      return { label, weight: (use.count ** 2 / (holders[at] as number)) * weightOf(label) };
    });
    return weighted.sort((a, b) => b.weight - a.weight || (a.label.key < b.label.key ? -1 : 1)).map(({ label }) => label);
  }

  /** A chunk of a file as its name is derived from it. */
  passage(chunk: number, { path }: InputFile): Pick<ChunkInfo, 'path' | 'title' | 'kind'> {
    const isProse = ((this.#input.traits[chunk] as number) & Trait.Prose) !== 0;
    return { path, title: this.#input.titles[chunk] as string, kind: isProse ? 'doc' : 'code' };
  }

  /** The chunk's id in the reader. */
  idOf(chunk: number): number {
    return this.#input.chunks[chunk] as number;
  }

  #inFile({ from, to }: InputFile): ReadonlySet<number> {
    const found = new Set<number>();
    for (let chunk = from; chunk < to; chunk++) for (const name of this.#inChunk(chunk)) found.add(name);
    return found;
  }

  #inChunk(chunk: number): readonly number[] {
    const { offsets, keys } = this.#input;
    const names = new Set<number>();
    for (let i = offsets[chunk] as number; i < (offsets[chunk + 1] as number); i++) names.add(this.#nameOf[keys[i] as number] as number);
    names.delete(-1);
    return [...names];
  }
}

/** @param roles in all chunks. @param definers @param holders numbers of chunks. */
function namesSubject(text: string, roles: number, definers: number, holders: number): boolean {
  if (!isSubjectKey(text)) return false;
  // A symbol defined nowhere belongs to a library: calling `forEach` or `setTimeout` is not a common subject.
  if (text[0] === Space.Symbol && !isOneSubject(definers, holders)) return false;
  // A type is a subject whatever its name.
  if (definesType(text, roles)) return true;
  // Nor are common imports, or a heading that all pages have.
  const canBeUbiquitous = text[0] !== Space.Name || (roles & Role.Heading) !== 0;
  return !isCommonWord(text) && !(canBeUbiquitous && isUbiquitous(text, true));
}

function definesType(text: string, roles: number): boolean {
  return text[0] === Space.Symbol && (roles & Role.DefinesType) !== 0;
}

function labelKey(key: string, { count, roles, definers }: KeyUse): LabelKey {
  const isSubject = definers > 0 ? isOneSubject(definers, count) : (roles & (Role.Title | Role.Heading)) !== 0;
  return { key, isSubject, isType: isSubject && definesType(key, roles) };
}

/** How much a key says of its chunks: powers of two, so that sums are exact. */
function weightOf({ key, isSubject, isType }: LabelKey): number {
  if (isType) return 1;
  if (isVague(key) || (key[0] !== Space.Symbol && key[0] !== Space.Name)) return weights.little;
  if (key[0] === Space.Symbol) return isSubject ? weights.some : weights.less;
  if (/\d/.test(key)) return weights.less;
  if (isSubject) return 1;
  return key.includes(' ') ? weights.some : weights.less;
}

const weights = { some: 1 / 4, less: 1 / 16, little: 1 / 64 };
