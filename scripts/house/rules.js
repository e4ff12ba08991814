// Rules about text: the patterns of the source, made by whatever makes them, the texts that its conditions look for, and its constants.
import { literals } from './literals.js';

/** @typedef {import('./sources.js').Source} Source */
/** @typedef {{ patterns: number, tests: number, unexplained: string[] }} Rules of a file; the last as "file:line constant" */

/** A function whose result is a pattern, by its annotation. */
const makers = /\bfunction\s+(\w+)[^;{]*?\):\s*RegExp\b|\bconst\s+(\w+)\s*=\s*\([^;{]*?\):\s*RegExp\s*=>/g;
/** A condition that looks for a text: what a pattern would say otherwise. */
const textTests = /\.(?:startsWith|endsWith|includes|indexOf|lastIndexOf)\(\s*'|[!=]== '(?:[^\w\\]|\\.)'|\bcase '(?:[^\w\\]|\\.)'/g;
/** Words of a comment that says where a constant is from; at the head of a file those that speak for all of its constants. */
const origin = /measur|bench|chosen|source|paper|section|\bas in\b|\bper cent\b|\d %|https?:/i;
const originOfAll = /\bmeasured\b|\bbench\/|\bchosen\b/i;

/**
 * @param {string} text TypeScript
 * @returns {string} without its comments, line by line
 */
function withoutComments(text) {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/\s\/\/ .*$/gm, '');
}

/**
 * The rules of each file. A pattern is a regular expression literal, a `new RegExp`, or a call of a function that is declared to return a
 * `RegExp`, where it is declared or imported. A list of strings that is mapped to patterns counts once.
 * @param {readonly Source[]} sources
 * @returns {Map<string, Rules>} by file
 */
export function rulesByFile(sources) {
  const codes = new Map(sources.map(({ file, text }) => [file, withoutComments(text)]));
  const makersOf = new Map(
    [...codes].map(([file, code]) => [file, [...code.matchAll(makers)].map(([, named, constant]) => named ?? constant)]),
  );
  return new Map(
    sources.map(({ file, text, imports }) => {
      const code = /** @type {string} */ (codes.get(file));
      const own = makersOf.get(file) ?? [];
      const imported = imports
        .flatMap((other) => makersOf.get(other) ?? [])
        .filter((name) => new RegExp(`^import .*\\b${name}\\b`, 'm').test(code));
      const calls = [...own, ...imported].reduce(
        (sum, name) => sum + (code.match(new RegExp(`(?<!function )\\b${name}\\(`, 'g'))?.length ?? 0),
        0,
      );
      const found = literals(text);
      const patterns = found.filter(({ kind }) => kind === 'expression').length + (code.match(/\bnew RegExp\(/g)?.length ?? 0) + calls;
      const tests = code.match(textTests)?.length ?? 0;
      return [file, { patterns, tests, unexplained: unexplained(file, text, found) }];
    }),
  );
}

/**
 * Fractional constants of which neither their line nor the comment above says where they are from.
 * @param {string} file
 * @param {string} text
 * @param {readonly import('./literals.js').Literal[]} found
 * @returns {string[]} as "file:line constant"
 */
function unexplained(file, text, found) {
  const lines = text.split('\n');
  if (originOfAll.test(/^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '')) return [];
  return [...text.matchAll(/(?<![\w.'-])\d+\.\d+\b(?!\.)/g)].flatMap((match) => {
    const isCode = found.some(({ kind, at }) => kind === 'number' && Math.abs(at - match.index) < 9);
    const line = text.slice(0, match.index).split('\n').length;
    return isCode && !origin.test(commentOn(lines, line - 1)) ? [`${file}:${line} ${match[0]}`] : [];
  });
}

/**
 * @param {readonly string[]} lines
 * @param {number} at of a constant
 * @returns {string} its line, and the comment above
 */
function commentOn(lines, at) {
  let first = at;
  while (first > 0 && /^\s*(?:\/\/|\/?\*)/.test(lines[first - 1] ?? '')) first--;
  return lines.slice(first, at + 1).join('\n');
}

/**
 * @param {readonly Rules[]} rules
 * @returns {{ patterns: number, tests: number, unexplained: number }}
 */
export function sumOfRules(rules) {
  return {
    patterns: rules.reduce((sum, { patterns }) => sum + patterns, 0),
    tests: rules.reduce((sum, { tests }) => sum + tests, 0),
    unexplained: rules.reduce((sum, one) => sum + one.unexplained.length, 0),
  };
}
