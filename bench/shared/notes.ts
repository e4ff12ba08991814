/** Generated notes: words and names drawn from fixed, skewed vocabularies; a chunk for each section. What a machine publishes that has analysed them. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { mix32 } from '../../src/engine/hash/mix.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import { type IndexedDocument, indexedDocument } from '../../src/engine/index/segment.ts';
import { analyzeColumns } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';
import type { Publishable } from '../../src/storage/published.ts';

/** As few as files of source trees have. */
const sectionsPerFile = 5;
const folders = 200;
const vocabulary = 60_000;
const names = 200_000;
const syllables = ['ba', 'co', 'di', 'fu', 'ga', 'hel', 'jo', 'kin', 'lo', 'mar', 'no', 'pe', 'ri', 'sa', 'tu', 'ven'];

/** Draws words; the same seed gives the same ones. */
class Draw {
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

const textOf = (file: number, version: number): string => {
  const draw = new Draw(file * 1000 + version);
  return Array.from({ length: sectionsPerFile }, () => draw.section()).join('\n');
};

export const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] as number;
export const shown = (number: number, digits = 0): string => number.toFixed(digits);

/** Questions with words as skewed as those of the notes. */
export function questionsOf(count: number): readonly string[] {
  const draw = new Draw(7);
  return Array.from({ length: count }, () => `${draw.name()} ${draw.word()} ${draw.word()} ${draw.word()} ${draw.word()}`);
}

/** Files of notes. */
export class Notes {
  readonly lexicons = createLexicons();
  readonly count: number;
  /** How often each file has changed. */
  readonly #versions: Int32Array;
  #index: MemoryIndex | undefined;

  constructor(chunks: number) {
    this.count = Math.ceil(chunks / sectionsPerFile);
    this.#versions = new Int32Array(this.count);
  }

  /** Of all of them, in memory. */
  get index(): MemoryIndex {
    if (this.#index === undefined) {
      this.#index = new MemoryIndex(this.lexicons);
      for (let from = 0; from < this.count; from += 1000)
        this.#index.apply(Array.from({ length: Math.min(1000, this.count - from) }, (_, i) => this.#documentAt(from + i)));
    }
    return this.#index;
  }

  /** Gives some files other words. */
  change(files: Iterable<number>): void {
    const changed = [...files];
    for (const file of changed) (this.#versions[file] as number)++;
    this.#index?.apply(changed.map((file) => this.#documentAt(file)));
  }

  /** What is published of them as they are now. */
  source(): Publishable {
    const contents = new Map(
      Array.from({ length: this.count }, (_, file) => {
        const hash = createHash('sha256').update(`${file} ${this.#versions[file]}`).digest('hex');
        return [pathOf(file), { hash, language: 'markdown' }] as const;
      }),
    );
    return { contents, lexicons: this.lexicons, index: this.index.frozen() };
  }

  #documentAt(file: number): IndexedDocument {
    const at = pathOf(file);
    const language = languageOf(at);
    return indexedDocument(at, language.name, analyzeColumns(textOf(file, this.#versions[file] as number), language, this.lexicons));
  }
}

/** Writes files of notes into a folder, and commits them with git. */
export function writeNotes(folder: string, count: number): void {
  for (let file = 0; file < count; file++) {
    const at = path.join(folder, pathOf(file));
    if (file < folders) fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.writeFileSync(at, textOf(file, 0));
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args]);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'notes');
}

function pathOf(file: number): string {
  return `notes/${file % folders}/note${file}.md`;
}
