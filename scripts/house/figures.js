// Figures of the source from its text: folder sizes, import cycles, imports between rooms, and names that have a standard term.
import path from 'node:path';
import { literals } from './literals.js';
import { mayImport, roomOf } from './rooms.js';
import { rulesByFile, sumOfRules } from './rules.js';
import { circles } from './sources.js';

/** @typedef {import('./sources.js').Source} Source */

/** Maximum number of files in a folder; a folder with more has more than one idea. */
export const maxFiles = 15;

/**
 * Parts of names that have a standard term: max and min, report. Terms of the field are exceptions: `leastSquares`, `longestCommonPrefix`.
 */
const oldWords = /^(?:most|least|longest|fewest|told|said)$/i;
const fieldTerms = /least(?:Squares|RecentlyUsed|Collisions)|longestCommonPrefix/i;
const declaration = /\b(?:const|let|function\*?|class|interface|type|readonly|get|set)\s+#?([A-Za-z_$][\w$]*)/g;

/**
 * Folders with more than `maxFiles` files.
 * @param {readonly Source[]} sources
 * @returns {Map<string, number>} files by folder
 */
export function folderSizes(sources) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const { file } of sources) sizes.set(path.posix.dirname(file), (sizes.get(path.posix.dirname(file)) ?? 0) + 1);
  return sizes;
}

/**
 * @param {readonly Source[]} sources
 * @returns {string[]} imports that the table of rooms does not allow, as "file -> file"
 */
export function forbiddenImports(sources) {
  return sources.flatMap(({ file, imports }) => {
    const from = roomOf(file);
    const inside = imports.filter((other) => other.startsWith('src/'));
    return inside
      .filter((other) => from === '' || (roomOf(other) !== from && !mayImport(from, roomOf(other))))
      .map((other) => `${file} -> ${other}`);
  });
}

/**
 * @param {readonly Source[]} sources
 * @returns {string[]} declared names that have a part of `oldWords`
 */
export function oldNames(sources) {
  const names = new Set(sources.flatMap(({ text }) => [...text.matchAll(declaration)].map((match) => /** @type {string} */ (match[1]))));
  return [...names].filter((name) => !fieldTerms.test(name) && name.split(/(?=[A-Z])|_/).some((part) => oldWords.test(part))).sort();
}

/** Data of the languages: their words, and the syntax of their declarations, imports and manifests. */
const languageData =
  /\/engine\/(?:vocabulary\/(?!subjectKeys)|text\/languages\.ts|text\/code\/languages\/|text\/uses\/syntaxes\.ts|drift\/(?:imports|dependencies)\.ts)/;

/**
 * Number of the words in the tables of the engine, without the data of the languages. A table is a string that holds nothing but words, at least
 * two, or eight within braces (shorter ones are messages), or more than five alternatives, in a regular expression or a string.
 * @param {readonly Source[]} sources
 */
export function engineWords(sources) {
  let words = 0;
  for (const { file, text: code } of sources) {
    if (!file.startsWith('src/engine/') || languageData.test(file)) continue;
    for (const { kind, text, depth } of literals(code))
      if (kind === 'expression' || kind === 'string') words += wordsIn(text, kind === 'expression' || depth === 0 ? 2 : 8);
  }
  return words;
}

/**
 * The rules of the engine, the data of the languages among them.
 * @param {readonly Source[]} sources
 */
export function engineRules(sources) {
  return sumOfRules([...rulesByFile(sources)].filter(([file]) => file.startsWith('src/engine/')).map(([, rules]) => rules));
}

/**
 * @param {string} text
 * @param {number} min words of a table
 */
function wordsIn(text, min) {
  const words = text.trim().split(/[\s|]+/);
  if (words.length >= min && words.every((word) => /^[\p{L}\p{N}_$.'"\\@[\]-]+$/u.test(word))) return words.length;
  if (text.split('|').length < 6) return 0;
  return text.replaceAll(/\\[pP]\{[^}]*\}|\\+./g, ' ').match(/\p{L}{3,}/gu)?.length ?? 0;
}

/**
 * All figures, as `npm run house` prints them.
 * @param {readonly Source[]} sources
 * @returns {[string, number | string][]}
 */
export function houseFigures(sources) {
  const sizes = folderSizes(sources);
  const [largest = ['', 0]] = [...sizes].sort((a, b) => b[1] - a[1]);
  const { patterns, tests, unexplained } = engineRules(sources);
  return [
    ['files', sources.length],
    ['lines', sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)],
    ['folders', sizes.size],
    [`files in the largest folder (${largest[0]})`, largest[1]],
    ['circles of imports, types included', circles(sources).length],
    ['imports against the table of rooms', forbiddenImports(sources).length],
    ['declared names with most, least, longest, fewest, told or said', oldNames(sources).length],
    ['patterns in the engine, whatever makes them', patterns],
    ['conditions in the engine that look for a text', tests],
    ['fractional constants in the engine whose comment does not say where they are from (--rules)', unexplained],
    ["words in the engine's tables, without the data of languages", engineWords(sources)],
  ];
}
