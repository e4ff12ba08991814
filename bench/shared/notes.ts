/** Generated notes: words and names drawn from fixed, skewed vocabularies; a chunk for each section. */

import { mix32 } from '../../src/engine/hash/mix.ts';

export const sectionsPerFile = 20;
const vocabulary = 60_000;
const names = 200_000;
const syllables = ['ba', 'co', 'di', 'fu', 'ga', 'hel', 'jo', 'kin', 'lo', 'mar', 'no', 'pe', 'ri', 'sa', 'tu', 'ven'];

/** Draws words; the same seed gives the same ones. */
export class Draw {
  #at: number;

  constructor(seed: number) {
    this.#at = seed * 100_003;
  }

  /** A number below `limit`; small ones are far more frequent. */
  skewed(limit: number): number {
    return Math.floor(limit ** (mix32(++this.#at) / 2 ** 32)) % limit;
  }

  word(number = this.skewed(vocabulary)): string {
    let text = '';
    for (let rest = number + 16; rest > 0; rest >>= 4) text += syllables[rest & 15];
    return text;
  }

  name(): string {
    const number = this.skewed(names);
    const [first, last] = [this.word(number % 997), this.word(number)];
    return `${first[0]?.toUpperCase()}${first.slice(1)} ${last[0]?.toUpperCase()}${last.slice(1)}`;
  }

  section(): string {
    const sentences = Array.from({ length: 4 }, () => {
      const words = Array.from({ length: 9 }, () => this.word());
      return `${words.slice(0, 4).join(' ')} ${this.name()} ${words.slice(4).join(' ')}.`;
    });
    return `## ${this.name()}\n\n${sentences.join('\n')}\n`;
  }
}

export const textOf = (file: number, version: number): string => {
  const draw = new Draw(file * 1000 + version);
  return Array.from({ length: sectionsPerFile }, () => draw.section()).join('\n');
};

export const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] as number;
export const shown = (number: number, digits = 0): string => number.toFixed(digits);
