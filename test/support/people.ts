/** A made-up corpus of people and places with recurring names, for retrievers that use shared entities. */

import { draw } from '../../src/engine/hash/mix.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import type { IndexedDocument } from '../../src/engine/index/segment.ts';
import type { TextSource } from '../../src/engine/index/textSource.ts';
import { passageColumns } from '../../src/engine/text/analyze.ts';
import { noPathNames } from '../../src/engine/text/names/pathNames.ts';
import { lexicons } from './memoryIndex.ts';

const first = 'Anna Boris Clara Dmitri Edith Felix Greta Hugo'.split(' ');
const last = 'Ahlmark Bruckner Castell Dahlberg Engstrom'.split(' ');
const towns = 'Arlford Brindle Castermoor Dunwall Eastmere Farrow'.split(' ');

export interface Passage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const person = (n: number): string => `${first[n % first.length]} ${last[(n * 3) % last.length]}`;
const town = (n: number): string => towns[n % towns.length] as string;

/** This many passages, each about one person who met others in some towns. */
export function people(count: number): readonly Passage[] {
  return Array.from({ length: count }, (_, n) => ({
    path: `p${String(n).padStart(3, '0')}`,
    title: person(n),
    text: `Before the mill burned, ${person(n)} was born in ${town(draw(1, n))} and met ${person(draw(2, n))} at the mill of ${town(draw(3, n))}, where ${person(draw(4, n))} built a bridge in ${town(draw(5, n))}.`,
  }));
}

/** For an index of `indexOfPassages`. */
export function documentOf({ path, title, text }: Passage): IndexedDocument {
  return { path, language: 'text', names: noPathNames, columns: passageColumns(title, text, lexicons) };
}

/** An index of passages, added in batches. */
export function indexOfPassages(...batches: readonly (readonly Passage[])[]): MemoryIndex {
  const index = new MemoryIndex(lexicons);
  for (const batch of batches) index.apply(batch.map(documentOf));
  return index;
}

export function textsOfPassages(passages: readonly Passage[]): TextSource {
  const texts = new Map(passages.map(({ path, text }) => [path, text]));
  return { chunkText: async ({ path }) => texts.get(path) };
}
