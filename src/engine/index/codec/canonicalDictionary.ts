/**
 * A dictionary whose numbers depend on the documents alone: by frequency in powers of two, the frequent first, and by text within a power.
 * Small numbers are short in documents, and sorted texts share beginnings, which a compressor finds.
 *
 * Cost: one pass over the documents, and sorting their strings.
 */

import { type DocumentColumns, Head, viewsOf } from '../../text/words/columns.ts';
import type { Lexicons } from '../../text/words/lexicon.ts';
import { grown } from '../../util/growArray.ts';
import { type Dictionary, type Part, parts } from './dictionary.ts';

/** Strings in a block: some ten milliseconds to read. */
const blockStrings = 20_000;

export class StringCounts {
  readonly #lexicons: Lexicons;
  readonly #counts: Record<Part, Uint32Array>;

  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
    this.#counts = { terms: new Uint32Array(0), keys: new Uint32Array(0), titles: new Uint32Array(0) };
  }

  /** Counts the strings of a document. */
  add(columns: DocumentColumns): void {
    const { heads, terms, keys } = viewsOf(columns);
    const [ofTerms, ofKeys, ofTitles] = [this.#of('terms'), this.#of('keys'), this.#of('titles')];
    for (const id of terms.ids) ofTerms[id] = (ofTerms[id] as number) + 1;
    for (const id of keys.ids) ofKeys[id] = (ofKeys[id] as number) + 1;
    for (let at = Head.Title; at < heads.length; at += Head.size) {
      const id = heads[at] as number;
      ofTitles[id] = (ofTitles[id] as number) + 1;
    }
  }

  /** Numbers the strings so far in an empty dictionary, and gives it in blocks. */
  *number(dictionary: Dictionary): Generator<Uint8Array, void> {
    for (const part of parts) {
      const numbers = dictionary.part(part);
      for (const ids of this.#byFrequency(part)) {
        for (let at = 0; at < ids.length; at += blockStrings) {
          const before = dictionary.checkpoint();
          for (const id of ids.slice(at, at + blockStrings)) numbers.of(id);
          yield dictionary.blockSince(before) as Uint8Array;
        }
      }
    }
  }

  /** The ids of each power of two, the most frequent first, sorted by text. */
  *#byFrequency(part: Part): Generator<readonly number[]> {
    const counts = this.#counts[part];
    const classes: { readonly id: number; readonly text: string }[][] = Array.from({ length: 33 }, () => []);
    for (let id = 0; id < counts.length; id++) {
      const count = counts[id] as number;
      if (count > 0) classes[Math.clz32(count)]?.push({ id, text: this.#lexicons[part].text(id) });
    }
    for (const strings of classes) yield strings.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ id }) => id);
  }

  /** The counts of a part, long enough for every id of its lexicon. */
  #of(part: Part): Uint32Array {
    const { size } = this.#lexicons[part];
    if (this.#counts[part].length < size) this.#counts[part] = grown(this.#counts[part], size * 1.25);
    return this.#counts[part];
  }
}
