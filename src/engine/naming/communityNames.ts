/**
 * The possible names of a community: its most characteristic keys in the order of `labels.ts`, and the place of most of its chunks: the
 * file, or for code also the folder. Keys that only repeat words of a chosen one are skipped. `namer.ts` makes unique names of these.
 * Cost: linear in keys and paths.
 */

import { Space } from '../document.ts';
import type { ChunkInfo } from '../index/reader.ts';

import { foldedWords } from '../text/names/entities.ts';
import { nameOfTitle } from '../text/names/nameFinder.ts';
import { abbreviations } from '../text/sentences.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { isWordAt } from '../text/words/characters.ts';
import { LabelSet } from './labelSet.ts';
import { type LabelKey, orderLabels } from './labels.ts';
import { moduleName } from './modulePath.ts';
import type { Naming } from './namer.ts';
import { commonPlace } from './place.ts';
import { isVague } from './vague.ts';

/** What of a chunk its name may come from. */
type NamedChunk = Pick<ChunkInfo, 'path' | 'title' | 'kind'>;

/** Maximum number of keys that a name is chosen from. */
const maxLabels = 6;
/** Number of keys in a name, unless more are needed to make it unique. */
const labelsPerName = 2;
/** Maximum length of a key in characters. */
const maxKeyLength = 40;

/** The possible names of a community with these keys (most characteristic first) and chunks (in order of place). */
export function createNaming(keys: readonly LabelKey[], chunks: readonly NamedChunk[]): Naming {
  let code = 0;
  for (const { kind } of chunks) if (kind === 'code') code++;
  const isCode = code * 2 > chunks.length;
  const { labels, meaningful } = displayedKeys(keys, chunks, isCode);
  const place = commonPlace(chunks.map(({ path }) => path));
  // For prose, a folder means little; but a single file is shown, and any place if there is only one key.
  const showsPlace = isCode || meaningful < labelsPerName || (place !== undefined && chunks.some(({ path }) => path.endsWith(place)));
  return { labels, meaningful, length: labelsPerName, place, showsPlace };
}

/** The labels that a name may consist of, as displayed; at least one. */
function displayedKeys(keys: readonly LabelKey[], chunks: readonly NamedChunk[], isCode: boolean): Pick<Naming, 'labels' | 'meaningful'> {
  const order = orderLabels(keys, isCode ? 'code' : 'prose');
  const types = new Set(keys.filter(({ isType }) => isType).map(({ key }) => key));
  const chosen = new LabelSet();
  let meaningful = 0;
  for (const [i, key] of order.keys.entries()) {
    if (chosen.texts.length === maxLabels) break;
    const text = key[0] === Space.Literal ? moduleName(key.slice(2)) : key.slice(2);
    if (text.length > maxKeyLength || (isVague(key) && !types.has(key)) || chosen.covers(text)) continue;
    chosen.add(key[0] === Space.Name ? (symbolSpelling(text, keys) ?? displayName(text, chunks)) : text);
    if (i < order.meaningful) meaningful++;
  }
  return chosen.texts.length > 0 ? { labels: chosen.texts, meaningful } : { labels: [fallbackLabel(keys)], meaningful: 0 };
}

/** The spelling of a word as a symbol, if one has the same letters. */
function symbolSpelling(word: string, keys: readonly LabelKey[]): string | undefined {
  return keys
    .find(({ key }) => key[0] === Space.Symbol && key.length === word.length + 2 && key.slice(2).toLowerCase() === word)
    ?.key.slice(2);
}

/** Fallback: a key as it is; preferably one that begins with a word, and a quote or symbol rather than a meaningless word. */
function fallbackLabel(keys: readonly LabelKey[]): string {
  const wordLike = keys.filter(({ key }) => /^[^\p{L}]?\p{L}{3}[\p{ASCII}\p{L}]*$/u.test(key.slice(2)));
  const { key } = wordLike.find((one) => one.key[0] !== Space.Name) ?? wordLike[0] ?? keys[0] ?? { key: '' };
  return key.slice(2);
}

/** A name (folded words) as spelt in a title of the chunks, else capitalised. */
function displayName(name: string, chunks: readonly NamedChunk[]): string {
  return titleSpelling(name, chunks) ?? spellingWithinTitle(name, chunks) ?? capitalised(name);
}

/** The spelling of a title or heading of the chunks that equals the name. */
function titleSpelling(text: string, chunks: readonly NamedChunk[]): string | undefined {
  const [first = ''] = text.split(' ');
  for (const { title } of chunks) {
    if (title === '' || !title.toLowerCase().includes(first)) continue;
    const part = title.split(' › ').find((one) => nameOfTitle(one, foldedWords) === text);
    if (part !== undefined) return part.replace(/\s*[([][^([]*[)\]]$/, '').trim();
  }
  return undefined;
}

/** The capitalised spelling of the name within a title. */
function spellingWithinTitle(text: string, chunks: readonly NamedChunk[]): string | undefined {
  for (const { title } of chunks) {
    const at = title.toLowerCase().indexOf(text);
    if (at < 0 || isWordAt(title, at - 1) || isWordAt(title, at + text.length)) continue;
    const part = title.slice(at, at + text.length);
    if (part !== text) return part;
  }
  return undefined;
}

function capitalised(words: string): string {
  return words
    .split(' ')
    .map((word, i) => {
      if (isAcronym(word) || word.includes('_')) return word.toUpperCase();
      return i > 0 && stopWords.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

const acronyms = new Set(
  (
    'ai ajax api apis ascii aws ci cjs cli cors cpu csrf dom eol esm faq gpu ide io ip iso json mit oauth os pcre pdf qa rest sdk seo ssr ' +
    'ui uri url urls utf ux wsgi yaml'
  ).split(' '),
);

/** Whether a word is spelt letter by letter: a known acronym, or without a vowel. */
function isAcronym(word: string): boolean {
  return acronyms.has(word) || (/^[b-df-hj-np-tv-xz]{2,5}$/.test(word) && !abbreviations.has(word));
}
