/**
 * Which parts of a source are comments and strings: a scanner of marks, not a parser.
 *
 * Deviations: a template literal is a string as a whole, a regular expression is code; a quote that nothing closes on its line opens
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
  const marks = marksOf[languageId] ?? cLike;
  const zones = new Uint8Array(text.length);
  for (let at = 0; at < text.length; ) {
    const end = endOfZone(text, at, marks);
    if (end === undefined) {
      at++;
      continue;
    }
    zones.fill(end.zone, at, end.to);
    at = end.to;
  }
  return zones;
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
    else if (sign === '\n' && quote !== '`') return -1;
  }
  return -1;
}
