/** A folder of generated code and docs to save and query, from a seed: an editor under load. */

import fs from 'node:fs';
import path from 'node:path';
import { randomNumbers } from './randomEdits.ts';

/** Number of files that get every other save and every question. */
const hot = 40;
/** Files of one directory. */
const perDirectory = 50;
const syllables = ['ka', 'ro', 'mi', 'ten', 'sul', 'ver', 'ona', 'pi', 'dra', 'lem'];

export interface SavedFolder {
  /** Relative paths, with `/`. */
  readonly files: readonly string[];
  /** Saves the next file in random order, with a changed line; returns its absolute path. */
  save(): string;
  /** The next question: one of some hundreds, each about names from two files. */
  question(): string;
}

/** Writes this many files below `root`: every third is a page about names that the others define and call. */
export function savedFolder(root: string, count: number, seed = 1): SavedFolder {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const names = Array.from({ length: count }, (_, i) => `${pick(syllables)}${pick(syllables)}${pick(syllables)}${i}`);
  const name = (): string => pick(names);
  const title = (one: string): string => one.charAt(0).toUpperCase() + one.slice(1);
  const page = (one: string): string =>
    Array.from(
      { length: 1 + below(20) },
      () =>
        `## ${title(one)} and ${title(name())}\n\nThe ${title(one)} takes what ${title(name())} left before the bell,\nand hands it to ${title(name())}.\n`,
    ).join('\n');
  const code = (one: string): string =>
    Array.from(
      { length: 3 + below(40) },
      (_, i) =>
        `/** Hands the ${name()} to ${name()}. */\nexport function ${one}${i}(${pick(syllables)}: string) {\n  const left = ${name()}1(${name()}2());\n  return ${name()}0(left);\n}\n`,
    ).join('\n');
  const files = names.map((one, i) => `part${Math.floor(i / perDirectory)}/${one}.${i % 3 === 0 ? 'md' : 'ts'}`);
  const texts = files.map((_, i) => (i % 3 === 0 ? page(names[i] as string) : code(names[i] as string)));
  for (const [i, file] of files.entries()) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), texts[i] as string);
  }
  let saves = 0;
  return {
    files,
    save() {
      const at = below(random() < 0.5 ? hot : count);
      const absolute = path.join(root, files[at] as string);
      fs.writeFileSync(absolute, `${texts[at]}\n// The ${name()} of save ${saves++} calls ${name()}0.\n`);
      return absolute;
    },
    question: () => `What does ${title(names[below(hot)] as string)} take, and where is ${name()}1 handed on before the bell?`,
  };
}
