/**
 * Names for communities: two to four of their most characteristic keys, with the file where most of it lies, of code also the folder, and
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
import { isVague } from './vague.ts';

/** What one community may be called. */
export interface Naming {
  /** Single keys as they are shown, best first. */
  readonly labels: readonly string[];
  /** Whole names, best first; never none. */
  readonly options: readonly NameOption[];
}

export interface NameOption {
  readonly name: string;
  /** The same for names that a reader would take for the same. */
  readonly canonical: string;
}

export function optionsOf(names: readonly string[]): readonly NameOption[] {
  return [...new Set(names)].map((name) => ({ name, canonical: canonical(name) }));
}

const fewest = 2;
const most = 4;
const longestKey = 40;
/** Share of the chunks that must lie in one place for it to be told. */
const placeShare = 0.6;

/** The possible names of a community with these keys (with their space, most characteristic first) and chunks. */
export function namingOf(keys: readonly string[], chunks: readonly ChunkInfo[]): Naming {
  const list = shownKeys(keys, chunks);
  const place = placeOfMost(chunks.map(({ path }) => path));
  const isCode = chunks.filter(({ kind }) => kind === 'code').length * 2 > chunks.length;
  const plain: string[] = [];
  for (let length = fewest; length <= most; length++) plain.push(list.slice(0, length).join(', '));
  // Of prose a folder says little, but that all stands in one file does, and so does any place where there is but one key.
  const isPlaced = isCode || list.length < fewest || (place !== undefined && chunks.some(({ path }) => path.endsWith(place)));
  const names = isPlaced ? plain.map((name) => placed(name, place)) : [...plain, placed(plain[0] as string, place)];
  return { labels: list, options: optionsOf(names) };
}

/** A name with the place where what it names lies. */
export function placed(name: string, place: string | undefined): string {
  return place === undefined ? name : `${name} · ${place}`;
}

/** One name each, no two alike, in the order given. */
export function nameCommunities(namings: readonly Pick<Naming, 'options'>[]): readonly string[] {
  const taken = new Set<string>();
  return namings.map(({ options }) => {
    let chosen = options.find((option) => !taken.has(option.canonical));
    for (let number = 2; chosen === undefined; number++) {
      const [option] = optionsOf([`${options[0]?.name} (${number})`]);
      if (option !== undefined && !taken.has(option.canonical)) chosen = option;
    }
    taken.add(chosen.canonical);
    return chosen.name;
  });
}

/** The keys that a name may be made of, as they are shown; never none. */
function shownKeys(keys: readonly string[], chunks: readonly ChunkInfo[]): readonly string[] {
  const chosen: string[] = [];
  for (const key of keys) {
    const text = key.slice(2);
    const isName = key[0] === Space.Name;
    if ((!isName && key[0] !== Space.Symbol) || text.length > longestKey || isVague(key) || repeats(text, chosen)) continue;
    chosen.push(isName ? (asTitled(text, chunks) ?? capitalised(text)) : text);
  }
  return chosen.length > 0 ? chosen : [(keys.find((key) => key[0] !== Space.Name) ?? keys[0] ?? '').slice(2)];
}

/** A name as a title or heading of the chunks writes it. */
function asTitled(text: string, chunks: readonly ChunkInfo[]): string | undefined {
  const [first = ''] = text.split(' ');
  for (const { title } of chunks) {
    if (!title.toLowerCase().includes(first)) continue;
    const part = title.split(' › ').find((one) => nameOfTitle(one, foldedWords) === text);
    if (part !== undefined) return part.replace(/\s*[([][^([]*[)\]]$/, '').trim();
  }
  return undefined;
}

/** The labels that say something that those before do not say. */
export function withoutRepeats(labels: readonly string[]): readonly string[] {
  const chosen: string[] = [];
  for (const label of labels) if (!repeats(label, chosen)) chosen.push(label);
  return chosen;
}

/** Whether the key says nothing that a chosen one does not say: the one is within the other, but for case and joining characters. */
function repeats(text: string, chosen: readonly string[]): boolean {
  const words = bare(text);
  return chosen.some((other) => bare(other).includes(words) || words.includes(bare(other)));
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s_$~./-]/g, '');
}

const small = new Set(['a', 'an', 'and', 'at', 'by', 'de', 'for', 'in', 'la', 'of', 'on', 'or', 'the', 'to', 'with']);

function capitalised(words: string): string {
  return words
    .split(' ')
    .map((word, i) => {
      if (isAcronym(word)) return word.toUpperCase();
      return i > 0 && small.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

const acronyms = new Set(
  'ai ajax api apis ascii ci cli cors dom eol esm ide io ip iso json oauth os pdf qa sdk ui uri url urls utf ux wsgi yaml'.split(' '),
);
const forms = new Set('dr ft jr mr mrs ms mt sr st'.split(' '));

/** Whether a word is read letter by letter: known to be, or without a vowel. */
function isAcronym(word: string): boolean {
  return acronyms.has(word) || (/^[b-df-hj-np-tv-xz]{2,5}$/.test(word) && !forms.has(word));
}

/** The file, or else the deepest folder, that holds most of the paths, by its last two names; undefined where that is the root. */
export function placeOfMost(paths: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const path of paths) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const place = path.slice(0, end);
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  let best: string | undefined;
  for (const [place, count] of counts) {
    if (count < paths.length * placeShare) continue;
    if (best === undefined || place.length > best.length || (place.length === best.length && place < best)) best = place;
  }
  return best?.split('/').slice(-2).join('/');
}

/** A name without case and order: "b, A" is "a, b" to a reader. */
function canonical(name: string): string {
  const [keys = '', place = ''] = name.toLowerCase().split(' · ');
  return `${keys.split(', ').sort().join(', ')} · ${place}`;
}
