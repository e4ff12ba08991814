/**
 * What a community may be called: two to four of its most characteristic keys in the order of `labels.ts`, with the file where most of it
 * lies, of code also the folder. A key that only repeats the words of a chosen one is passed over. Of these names `namer.ts` gives each
 * community one. Cost: linear in keys and paths.
 */

import { Space } from '../document.ts';
import type { ChunkInfo } from '../retrieve/reader.ts';
import { LabelSet } from './labelSet.ts';
import { inOrderOfLabels, type LabelKey } from './labels.ts';
import { moduleName } from './modulePath.ts';
import { type Nameable, NameOptions } from './namer.ts';
import { placed, placeOfMost } from './place.ts';
import { isVague } from './vague.ts';
import { written } from './writing.ts';

/** What one community may be called. */
export interface Naming extends Nameable {
  /** Single keys as they are shown, best first; as many as a name may be made of. */
  readonly labels: readonly string[];
}

/** Keys of a name. */
const fewest = 2;
const most = 4;
/** Characters of a key. */
const longestKey = 40;

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

/** The keys that a name may be made of, as they are shown; never none. */
function shownKeys(keys: readonly LabelKey[], chunks: readonly ChunkInfo[]): readonly string[] {
  const chosen = new LabelSet();
  for (const key of inOrderOfLabels(keys)) {
    if (chosen.texts.length === most) break;
    const text = key[0] === Space.Literal ? moduleName(key.slice(2)) : key.slice(2);
    if (text.length > longestKey || isVague(key) || chosen.hold(text)) continue;
    chosen.add(key[0] === Space.Name ? written(text, chunks) : text);
  }
  if (chosen.texts.length > 0) return chosen.texts;
  const { key } = keys.find((one) => one.key[0] !== Space.Name) ?? keys[0] ?? { key: '' };
  return [key.slice(2)];
}
