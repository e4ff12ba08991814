/**
 * What a community may be called: its most characteristic keys in the order of `labels.ts`, and the place where most of it lies: the file,
 * of code also the folder. A key that only repeats the words of a chosen one is passed over. Of these `namer.ts` makes each
 * community a name. Cost: linear in keys and paths.
 */

import { Space } from '../document.ts';
import type { ChunkInfo } from '../index/reader.ts';
import { LabelSet } from './labelSet.ts';
import { inOrderOfLabels, type LabelKey } from './labels.ts';
import { moduleName } from './modulePath.ts';
import { type NameParts, Naming } from './namer.ts';
import { commonPlace } from './place.ts';
import { isVague } from './vague.ts';
import { written } from './writing.ts';

/** Keys that a name is chosen from. */
const maxLabels = 6;
/** Keys of a name where nothing else is called so. */
const usual = 2;
/** Characters of a key. */
const maxKeyLength = 40;

/** What a community with these keys (most characteristic first) and chunks in the order of place may be called. */
export function namingOf(keys: readonly LabelKey[], chunks: readonly ChunkInfo[]): Naming {
  let code = 0;
  for (const { kind } of chunks) if (kind === 'code') code++;
  const isCode = code * 2 > chunks.length;
  const { labels, telling } = shownKeys(keys, chunks, isCode);
  const place = commonPlace(chunks.map(({ path }) => path));
  // Of prose a folder says little, but that all stands in one file does, and so does any place where there is but one key.
  const isPlaced = isCode || telling < usual || (place !== undefined && chunks.some(({ path }) => path.endsWith(place)));
  return new Naming({ labels, telling, length: usual, place, isPlaced });
}

/** The keys that a name may be made of, as they are shown; never none. */
function shownKeys(keys: readonly LabelKey[], chunks: readonly ChunkInfo[], isCode: boolean): Pick<NameParts, 'labels' | 'telling'> {
  const order = inOrderOfLabels(keys, isCode ? 'code' : 'prose');
  const chosen = new LabelSet();
  let telling = 0;
  for (const [i, key] of order.keys.entries()) {
    if (chosen.texts.length === maxLabels) break;
    const text = key[0] === Space.Literal ? moduleName(key.slice(2)) : key.slice(2);
    if (text.length > maxKeyLength || isVague(key) || chosen.hold(text)) continue;
    chosen.add(key[0] === Space.Name ? (asSymbol(text, keys) ?? written(text, chunks)) : text);
    if (i < order.telling) telling++;
  }
  return chosen.texts.length > 0 ? { labels: chosen.texts, telling } : { labels: [lastResort(keys)], telling: 0 };
}

/** A word as a symbol of the same letters is written. */
function asSymbol(word: string, keys: readonly LabelKey[]): string | undefined {
  return keys
    .find(({ key }) => key[0] === Space.Symbol && key.length === word.length + 2 && key.slice(2).toLowerCase() === word)
    ?.key.slice(2);
}

/** A key as it is: rather one that begins with a word, and rather what is quoted or defined than a word that says nothing. */
function lastResort(keys: readonly LabelKey[]): string {
  const worded = keys.filter(({ key }) => /^[^\p{L}]?\p{L}{3}[\p{ASCII}\p{L}]*$/u.test(key.slice(2)));
  const { key } = worded.find((one) => one.key[0] !== Space.Name) ?? worded[0] ?? keys[0] ?? { key: '' };
  return key.slice(2);
}
