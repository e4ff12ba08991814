/**
 * Which parts of a source are comments and strings: a scanner of marks, not a parser.
 *
 * Deviations: a regular expression is code; a quote that nothing closes on its line opens
 * nothing, so an error ends with its line. Documentation strings (three quotes) count as comments. Cost: one pass over the text.
 */

/** What a code unit belongs to. */
export const Zone = { Code: 0, Comment: 1, String: 2 } as const;

interface Marks {
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  readonly quotes: string;
}

const cLike: Marks = { line: ['//'], block: [['/*', '*/']], quotes: '"\'`' };
const marksOf: Readonly<Record<string, Marks>> = {
  python: {
    line: ['#'],
    block: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
    quotes: '"\'',
  },
  ruby: { line: ['#'], block: [['=begin', '=end']], quotes: '"\'' },
  elixir: { line: ['#', '%'], block: [['"""', '"""']], quotes: '"\'' },
  r: { line: ['#', '//'], block: [['/*', '*/']], quotes: '"\'' },
  php: { line: ['//', '#'], block: [['/*', '*/']], quotes: '"\'' },
  lua: { line: ['--'], block: [['--[[', ']]']], quotes: '"\'' },
  sql: { line: ['--'], block: [['/*', '*/']], quotes: '"\'' },
  haskell: {
    line: ['--', '//'],
    block: [
      ['{-', '-}'],
      ['(*', '*)'],
    ],
    quotes: '"',
  },
  lisp: { line: [';'], block: [['#|', '|#']], quotes: '"' },
  shellscript: { line: ['#'], block: [], quotes: '"\'' },
  makefile: { line: ['#'], block: [], quotes: '' },
  config: { line: ['#', ';'], block: [], quotes: '"\'' },
  html: { line: [], block: [['<!--', '-->']], quotes: '' },
  rust: { line: ['//'], block: [['/*', '*/']], quotes: '"' },
  css: { line: ['//'], block: [['/*', '*/']], quotes: '"\'' },
  json: { line: ['//'], block: [['/*', '*/']], quotes: '"' },
};

/** One of `Zone` for every code unit of the text of a language. */
export function zonesOf(text: string, languageId: string): Uint8Array {
  const zones = new Uint8Array(text.length);
  readCode(text, 0, marksOf[languageId] ?? cLike, zones, false);
  return zones;
}

/** Reads to the end, or past the brace that closes what a template holds. */
function readCode(text: string, from: number, marks: Marks, zones: Uint8Array, inTemplate: boolean): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (inTemplate && sign === '{') depth++;
    else if (inTemplate && sign === '}' && depth-- === 0) return at + 1;
    if (sign === '`' && marks.quotes.includes('`')) {
      at = readTemplate(text, at, marks, zones);
      continue;
    }
    const end = endOfZone(text, at, marks);
    if (end !== undefined) zones.fill(end.zone, at, end.to);
    at = end?.to ?? at + 1;
  }
  return at;
}

/** A template literal is a string but for the code in `${}`; what nothing closes is no template. */
function readTemplate(text: string, open: number, marks: Marks, zones: Uint8Array): number {
  if (text.indexOf('`', open + 1) < 0) return open + 1;
  let from = open;
  for (let at = open + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '`') {
      zones.fill(Zone.String, from, at + 1);
      return at + 1;
    } else if (text.startsWith('${', at)) {
      zones.fill(Zone.String, from, at + 2);
      from = readCode(text, at + 2, marks, zones, true) - 1;
      at = from;
    }
  }
  zones.fill(Zone.String, from, text.length);
  return text.length;
}

/** The comment or string that opens at an offset; undefined where none does. */
function endOfZone(text: string, at: number, marks: Marks): { readonly to: number; readonly zone: number } | undefined {
  for (const [open, close] of marks.block) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return { to: end < 0 ? text.length : end + close.length, zone: Zone.Comment };
  }
  if (marks.line.some((mark) => text.startsWith(mark, at)) && !isInAddress(text, at)) {
    const end = text.indexOf('\n', at);
    return { to: end < 0 ? text.length : end, zone: Zone.Comment };
  }
  const quote = text.charAt(at);
  if (!marks.quotes.includes(quote)) return undefined;
  const end = closing(text, at, quote);
  return end < 0 ? undefined : { to: end + 1, zone: Zone.String };
}

/** `//` after a colon is part of an address, `#` inside a word part of it. */
function isInAddress(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  return text.charAt(at) === '#' ? /[\w$&]/.test(before) : before === ':' && text.charAt(at) === '/';
}

function closing(text: string, open: number, quote: string): number {
  for (let at = open + 1; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === quote) return at;
    if (sign === '\\') at++;
    else if (sign === '\n') return -1;
  }
  return -1;
}
