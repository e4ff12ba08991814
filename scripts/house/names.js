// Figures of names: files that are called the same, and functions that are called by what they are of.
import path from 'node:path';

/** @typedef {import('./sources.js').Source} Source */

/** A name of a file may occur this often; with more it does not say which. */
const maxSame = 2;
/** Names that say the role of a file in its folder. */
const roles = new Set(['index.ts', 'main.ts']);

/**
 * @param {readonly Source[]} sources
 * @returns {[string, number][]} names of files that occur more than twice, with their number, the most frequent first
 */
export function repeatedFileNames(sources) {
  const byName = Map.groupBy(sources, ({ file }) => path.posix.basename(file));
  return [...byName]
    .map(([name, files]) => /** @type {[string, number]} */ ([name, files.length]))
    .filter(([name, number]) => number > maxSame && !roles.has(name))
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

const functions =
  /\bfunction\*?\s+(\w+Of)\b|\b(?:const|let)\s+(\w+Of)\b[^=\n]*=\s*(?:async\s*)?(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^=\n]*=>|\w+\s*=>|once\()|^\s+(?:(?:static|async|get|private|override)\s+)*#?(\w+Of)(?:<[^>\n]*>)?\(.*\{$/gm;

/**
 * @param {readonly Source[]} sources
 * @returns {string[]} functions and methods whose names end in `Of`, as "file: name"
 */
export function ofFunctions(sources) {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(functions)].map(([, declared, constant, method]) => `${file}: ${declared ?? constant ?? method}`),
  );
}
