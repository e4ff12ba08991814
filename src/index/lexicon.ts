/**
 * Strings to dense ids, each string kept once. One lexicon of terms and one of keys serve all folders of a process, so an id means
 * the same in every segment. Ids only ever grow; nothing may depend on their order.
 */
export class Lexicon {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  /** The id of a string, a new one at first sight. */
  intern(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#texts.push(text);
    this.#ids.set(text, id);
    return id;
  }

  /** The id of a string, or -1. */
  find(text: string): number {
    return this.#ids.get(text) ?? -1;
  }

  /** The string of an id below `size`. */
  text(id: number): string {
    return this.#texts[id] as string;
  }
}

/** The lexicons that segments of one process share. */
export interface Lexicons {
  readonly terms: Lexicon;
  readonly keys: Lexicon;
}

export function createLexicons(): Lexicons {
  return { terms: new Lexicon(), keys: new Lexicon() };
}
