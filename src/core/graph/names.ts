/**
 * Names for communities: two to four of their most characteristic keys in the order of `labels.ts`, with the file where most of it lies, of code also the folder, and
 * no two alike.
 *
 * A key that only repeats the words of a chosen one is passed over. Words are written as a title among the chunks writes them, else with
 * capitals, as keys are folded. Where the keys do not tell two communities apart, the place and at last a number does.
 * Cost: linear in keys and paths.
 */

import { Space } from '../document.ts';
import type { ChunkInfo } from '../retrieve/reader.ts';
import { foldedWords } from '../text/entities.ts';
import { nameOfTitle } from '../text/names.ts';
import { inOrderOfLabels, type LabelKey } from './labels.ts';
import { moduleName } from './modulePath.ts';
import { isVague } from './vague.ts';

/** What one community may be called. */
export interface Naming {
  /** Single keys as they are shown, best first; as many as a name may be made of. */
  readonly labels: readonly string[];
  /** Whole names, best first; never none. */
  readonly options: NameOptions;
}

interface NameOption {
  readonly name: string;
  /** The same for names that a reader would take for the same. */
  readonly canonical: string;
  /** A number for `canonical`, given by the one `Namer` that it is put to. */
  code: number | undefined;
}

/** Whole names, best first: made when they are asked for, as the first one mostly does. */
export class NameOptions {
  readonly #write: (position: number) => string | undefined;
  readonly #written: NameOption[] = [];

  /** @param write the name at a position, undefined after the last; there is a first one. */
  constructor(write: (position: number) => string | undefined) {
    this.#write = write;
  }

  /** The name at a position; undefined after the last. */
  at(position: number): NameOption | undefined {
    const known = this.#written[position];
    if (known !== undefined) return known;
    const name = this.#write(position);
    if (name === undefined) return undefined;
    const option = optionOf(name);
    this.#written[position] = option;
    return option;
  }
}

function optionOf(name: string): NameOption {
  return { name, canonical: canonical(name), code: undefined };
}

const fewest = 2;
const most = 4;
const longestKey = 40;
/** Share of the chunks that must lie in one place for it to be told. */
const placeShare = 0.6;

/** The possible names of a community with these keys (most characteristic first) and chunks in the order of place. */
export function namingOf(keys: readonly LabelKey[], chunks: readonly ChunkInfo[]): Naming {
  const labels = shownKeys(keys, chunks);
  const place = placeOfMost(chunks.map(({ path }) => path));
  let code = 0;
  for (const { kind } of chunks) if (kind === 'code') code++;
  // Of prose a folder says little, but that all stands in one file does, and so does any place where there is but one key.
  const isPlaced =
    code * 2 > chunks.length || labels.length < fewest || (place !== undefined && chunks.some(({ path }) => path.endsWith(place)));
  const lengths = most - fewest + 1;
  const plain = (position: number): string => labels.slice(0, fewest + position).join(', ');
  const write = (position: number): string | undefined => {
    if (position < lengths) return isPlaced ? placed(plain(position), place) : plain(position);
    return position === lengths && !isPlaced ? placed(plain(0), place) : undefined;
  };
  return { labels, options: new NameOptions(write) };
}

/** A name with the place where what it names lies. */
export function placed(name: string, place: string | undefined): string {
  return place === undefined ? name : `${name} · ${place}`;
}

/** One name each, no two alike, in the order given. */
export function nameCommunities(namings: readonly Pick<Naming, 'options'>[]): readonly string[] {
  return new Namer().nameAll(namings);
}

/** Names the same communities again and again: what was seen before is known by its number. */
export class Namer {
  readonly #codes = new Map<string, number>();
  /** The last round in which a name was taken, by its number. */
  #taken = new Int32Array(1024);
  #round = 0;

  /** One name each, no two alike, in the order given. */
  nameAll(namings: readonly Pick<Naming, 'options'>[]): readonly string[] {
    this.#round++;
    return namings.map(({ options }) => this.#name(options));
  }

  #name(options: NameOptions): string {
    for (let position = 0; ; position++) {
      const option = options.at(position);
      if (option === undefined) break;
      if (this.#take(option)) return option.name;
    }
    for (let number = 2; ; number++) {
      const option = optionOf(`${options.at(0)?.name} (${number})`);
      if (this.#take(option)) return option.name;
    }
  }

  /** Whether the name was free; it is not any more. */
  #take(option: NameOption): boolean {
    const code = option.code ?? this.#codeOf(option);
    if (this.#taken[code] === this.#round) return false;
    this.#taken[code] = this.#round;
    return true;
  }

  #codeOf(option: NameOption): number {
    const code = this.#codes.get(option.canonical) ?? this.#codes.size;
    this.#codes.set(option.canonical, code);
    option.code = code;
    if (code >= this.#taken.length) {
      const taken = this.#taken;
      this.#taken = new Int32Array(taken.length * 2);
      this.#taken.set(taken);
    }
    return code;
  }
}

/** The keys that a name may be made of, as they are shown; never none. */
function shownKeys(keys: readonly LabelKey[], chunks: readonly ChunkInfo[]): readonly string[] {
  const chosen = new Labels();
  for (const key of inOrderOfLabels(keys)) {
    if (chosen.texts.length === most) break;
    const text = key[0] === Space.Literal ? moduleName(key.slice(2)) : key.slice(2);
    if (text.length > longestKey || isVague(key) || chosen.hold(text)) continue;
    chosen.add(key[0] === Space.Name ? (asTitled(text, chunks) ?? capitalised(text)) : text);
  }
  if (chosen.texts.length > 0) return chosen.texts;
  const { key } = keys.find((one) => one.key[0] !== Space.Name) ?? keys[0] ?? { key: '' };
  return [key.slice(2)];
}

/** A name as a title or heading of the chunks writes it. */
function asTitled(text: string, chunks: readonly ChunkInfo[]): string | undefined {
  const [first = ''] = text.split(' ');
  for (const { title } of chunks) {
    if (title === '' || !title.toLowerCase().includes(first)) continue;
    const part = title.split(' › ').find((one) => nameOfTitle(one, foldedWords) === text);
    if (part !== undefined) return part.replace(/\s*[([][^([]*[)\]]$/, '').trim();
  }
  return undefined;
}

/** The labels that say something that those before do not say. */
export function withoutRepeats(labels: readonly string[]): readonly string[] {
  const chosen = new Labels();
  for (const label of labels) if (!chosen.hold(label)) chosen.add(label);
  return chosen.texts;
}

/** Labels none of which repeats another. */
class Labels {
  readonly texts: string[] = [];
  readonly #bare: string[] = [];

  add(text: string): void {
    this.texts.push(text);
    this.#bare.push(bare(text));
  }

  /** Whether a text says nothing that a label does not say: the one is within the other, but for case and joining characters. */
  hold(text: string): boolean {
    if (this.texts.length === 0) return false;
    const words = bare(text);
    return this.#bare.some((other) => other.includes(words) || words.includes(other));
  }
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s_$~./-]/g, '');
}

const small = new Set(['a', 'an', 'and', 'at', 'by', 'de', 'for', 'in', 'la', 'of', 'on', 'or', 'the', 'to', 'with']);

function capitalised(words: string): string {
  return words
    .split(' ')
    .map((word, i) => {
      if (isAcronym(word) || word.includes('_')) return word.toUpperCase();
      return i > 0 && small.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

const acronyms = new Set(
  'ai ajax api apis ascii ci cjs cli cors csrf dom eol esm faq esm ide io ip iso json mit oauth os pcre pdf qa rest sdk ui uri url urls utf ux wsgi yaml'.split(
    ' ',
  ),
);
const forms = new Set('dr ft jr mr mrs ms mt sr st'.split(' '));

/** Whether a word is read letter by letter: known to be, or without a vowel. */
function isAcronym(word: string): boolean {
  return acronyms.has(word) || (/^[b-df-hj-np-tv-xz]{2,5}$/.test(word) && !forms.has(word));
}

/**
 * The file, or else the deepest folder, that holds most of the paths, by its last two names; undefined where that is the root.
 * @param paths ascending: what holds more than half of them holds the middle one.
 */
export function placeOfMost(paths: readonly string[]): string | undefined {
  const middle = paths[paths.length >> 1] ?? '';
  for (let end = middle.length; end > 0; end = middle.lastIndexOf('/', end - 1)) {
    const place = middle.slice(0, end);
    let count = 0;
    for (const path of paths) if (path === place || (path.startsWith(place) && path[end] === '/')) count++;
    if (count >= paths.length * placeShare) return place.split('/').slice(-2).join('/');
  }
  return undefined;
}

/** A name without case and order: "b, A" is "a, b" to a reader. */
function canonical(name: string): string {
  const [keys = '', place = ''] = name.toLowerCase().split(' · ');
  return `${keys.split(', ').sort().join(', ')} · ${place}`;
}
