/** Random changes of a folder's files, from a seed, as made by users, programs or git. */

import fs from 'node:fs';
import path from 'node:path';

/** A deterministic generator of numbers from 0 to 1: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = [
  'anchor',
  'harbour',
  'tide',
  'lighthouse',
  'capstan',
  'windlass',
  'fairlead',
  'bollard',
  'hawser',
  'samovar',
  'kettle',
  'ledger',
];

/** Names for renamed files: tests and change logs are recognised by name. */
const stems = ['moved', 'test/moved', 'changelogs/moved'];

/** A text of a few lines, as prose or as code. */
export function anyContent(random: () => number): string {
  const word = (): string => words[Math.floor(random() * words.length)] as string;
  const lines = Array.from({ length: 1 + Math.floor(random() * 30) }, () =>
    random() < 0.5
      ? `export function ${word()}${Math.floor(random() * 50)}() { return ${word()}('${word()}'); }`
      : `The ${word()} of the ${word()} keeps the ${word()}, says ${word()[0]?.toUpperCase()}${word()}.`,
  );
  return `${random() < 0.5 ? `# The ${word()} and the ${word()}\n\n` : ''}${lines.join('\n')}\n`;
}

/**
 * Makes one random change below `root`, or none, and returns the affected paths (relative, with `/`). `files` are the present files; kinds
 * are write, append, remove, rename (also to a test or a change log), rename of the case alone, move of a folder, and another ignore file.
 */
export function changeSomething(root: string, files: readonly string[], random: () => number): string[] {
  const pick = (): string => files[Math.floor(random() * files.length)] as string;
  const at = (name: string): string => path.join(root, name);
  const move = (from: string, to: string): string[] => {
    // On a case-insensitive file system the other spelling exists as well.
    const isOther = from.toLowerCase() !== to.toLowerCase();
    if (from === to || (isOther && fs.existsSync(at(to))) || !fs.existsSync(at(from))) return [];
    if (!isOther && fs.readdirSync(path.dirname(at(to))).includes(path.basename(to))) return [];
    fs.mkdirSync(path.dirname(at(to)), { recursive: true });
    fs.renameSync(at(from), at(to));
    return [from, to];
  };
  const kind = files.length === 0 ? 0 : random();
  if (kind < 0.25) {
    const name = `${random() < 0.7 ? `made${Math.floor(random() * 8)}/` : ''}file${Math.floor(random() * 400)}.${random() < 0.5 ? 'ts' : 'md'}`;
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), anyContent(random));
    return [name];
  }
  const name = pick();
  if (!fs.existsSync(at(name))) return [];
  if (kind < 0.6) {
    fs.appendFileSync(at(name), `\n${anyContent(random)}`);
    return [name];
  }
  if (kind < 0.72) {
    fs.rmSync(at(name), { force: true });
    return [name];
  }
  if (kind < 0.84) {
    const stem = stems[Math.floor(random() * stems.length)] as string;
    return move(name, `${path.posix.dirname(pick())}/${stem}${Math.floor(random() * 400)}${path.posix.extname(name)}`);
  }
  if (kind < 0.9) {
    const base = path.posix.basename(name);
    const other = base === base.toLowerCase() ? base.toUpperCase() : base.toLowerCase();
    return move(name, path.posix.join(path.posix.dirname(name), other));
  }
  if (kind < 0.96) {
    const directory = path.posix.dirname(name);
    return directory === '.' || directory.startsWith('.') ? [] : move(directory, `${directory}-${Math.floor(random() * 10)}`);
  }
  fs.writeFileSync(at('.meshragignore'), ['', 'made1/\n', '*7.md\n', 'made2/\nmade3/\n'][Math.floor(random() * 4)] as string);
  return ['.meshragignore'];
}

/** Regular files below `root`, relative, with `/`, sorted; without git's own. */
export function filesBelow(root: string): string[] {
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !/(^|\/)\.git(\/|$)/.test(name))
    .sort();
}
