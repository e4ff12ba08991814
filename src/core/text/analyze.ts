/**
 * Text to chunks with terms and keys: everything that the index stores of a document.
 *
 * A chunk's terms count its text once and its name field (title, defined names) `nameWeight` times, as BM25F does with one term
 * frequency. Deterministic: the result depends on the text and the language alone.
 * Cost: a few passes over the text; strings are made once per distinct word.
 */

import { type Chunk, type ChunkKind, type DocumentAnalysis, Role, Space } from '../document.ts';
import { type ChunkRange, chunkRanges } from './chunks.ts';
import { detach } from './detach.ts';
import { collectMarkup, collectNames, foldedWords, isSymbol, isSymbolAt, KeyCollector } from './entities.ts';
import { type Language, plainText, someCode } from './languages.ts';
import { lineAt, linesOf } from './lines.ts';
import { nameOfTitle } from './names.ts';
import { everywhere, placeCursor, placeEnds } from './places.ts';
import { blankSecrets } from './secrets.ts';
import { fenceAfter } from './sections.ts';
import { termsOf } from './terms.ts';
import { tokenize } from './tokens.ts';
import { TermCollector, type Word, wordAt } from './words.ts';

/** How often a word of the title, a defined name or the path counts. */
export const nameWeight = 3;
/** Names that a chunk's title lists at most. */
const namesInTitle = 3;

/** The words of a chunk's text: its terms, and the symbols that it mentions. */
function addText(text: string, inCode: boolean, placeOf: (offset: number) => number, terms: TermCollector, keys: KeyCollector): void {
  const tokens = tokenize(text);
  const { count, starts, ends, shapes } = tokens;
  const symbols = new Map<Word, number>();
  for (let i = 0; i < count; i++) {
    const [start, end, shape] = [starts[i] as number, ends[i] as number, shapes[i] as number];
    const places = 1 << placeOf(start);
    const word = wordAt(text, tokens, i);
    if (word === undefined) {
      const slice = text.slice(start, end);
      for (const term of termsOf(slice, shape)) terms.addTerm(detach(term), 1, places);
      if (isSymbol(slice, shape, inCode) && (!inCode || isSymbolAt(text, start, end, shape)))
        keys.add(Space.Symbol, slice, Role.Mentions, places);
      continue;
    }
    terms.addWord(word, 1, places);
    if (inCode ? word.isSymbolInCode && isSymbolAt(text, start, end, shape) : word.isSymbolInProse)
      symbols.set(word, (symbols.get(word) ?? 0) | places);
  }
  for (const [word, places] of symbols) keys.add(Space.Symbol, word.text, Role.Mentions, places);
}

/** The words of a title or a defined name, which count more. */
function addName(name: string, terms: TermCollector): void {
  const tokens = tokenize(name);
  const { count, starts, ends, shapes } = tokens;
  for (let i = 0; i < count; i++) {
    const word = wordAt(name, tokens, i);
    if (word !== undefined) terms.addWord(word, nameWeight, everywhere);
    else
      for (const term of termsOf(name.slice(starts[i], ends[i]), shapes[i] as number)) terms.addTerm(detach(term), nameWeight, everywhere);
  }
}

/** Prose with its fenced code blanked out, offsets kept; code says nothing about proper names. */
function withoutFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  const lines = linesOf(text);
  let kept = '';
  let fence = '';
  for (let i = 0; i < lines.count; i++) {
    const next = fenceAfter(fence, lineAt(lines, i));
    const line = text.slice(lines.starts[i], lines.starts[i + 1]);
    kept += fence === '' && next === '' ? line : line.replace(/[^\r\n]/g, ' ');
    fence = next;
  }
  return kept;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface ChunkSource {
  readonly text: string;
  readonly kind: ChunkKind;
  readonly title: string;
  /** Titles whose words weigh as names: the heading path, or the names that are defined. */
  readonly nameField: readonly string[];
  readonly range: Pick<ChunkRange, 'startColumn' | 'endColumn' | 'headings' | 'definitions'>;
  readonly startLine: number;
  readonly endLine: number;
}

function analyzeChunk(source: ChunkSource): Chunk {
  const { text, kind } = source;
  const ends = placeEnds(text, kind);
  const terms = new TermCollector();
  const keys = new KeyCollector();
  addText(text, kind === 'code', placeCursor(ends), terms, keys);
  for (const name of source.nameField) addName(name, terms);
  collectKeys(source, ends, keys);
  return {
    startLine: source.startLine,
    endLine: source.endLine,
    startColumn: source.range.startColumn,
    endColumn: source.range.endColumn,
    kind,
    title: detach(source.title),
    length: terms.length,
    terms: terms.sorted(),
    keys: [...keys.keys].sort((a, b) => byText(a[0], b[0])).map(([key, { roles, places }]) => ({ key, roles, places })),
  };
}

/** Adds the keys that are more than single words. */
function collectKeys(source: ChunkSource, ends: Int32Array, keys: KeyCollector): void {
  const { text, kind } = source;
  const inCode = kind === 'code';
  if (!inCode) {
    const prose = withoutFences(text);
    collectNames(prose, tokenize(prose), placeCursor(ends), keys);
  }
  collectMarkup(text, inCode, placeFinder(ends), keys);
  for (const heading of source.range.headings) {
    const name = nameOfTitle(heading.title, foldedWords);
    if (name !== undefined) keys.add(Space.Name, name, Role.Heading, everywhere);
  }
  if (!inCode) {
    for (const name of titleNames(source.title.split(' › ').at(-1) ?? '')) keys.add(Space.Name, name, Role.Title, everywhere);
  }
  for (const { name } of source.range.definitions) {
    if (name.length >= 4) keys.add(Space.Symbol, name, Role.Defines, everywhere);
  }
}

/** The names that a title gives: the whole, and what stands before a comma ("Siemowit IV, Duke of Masovia"). */
function titleNames(title: string): readonly string[] {
  const comma = title.indexOf(', ');
  const names = [title, ...(comma > 0 ? [title.slice(0, comma)] : [])].map((text) => nameOfTitle(text, foldedWords));
  return names.filter((name) => name !== undefined);
}

/** Like `placeCursor`, for offsets in any order. */
function placeFinder(ends: Int32Array): (offset: number) => number {
  return (offset) => {
    let place = 0;
    while (place + 1 < ends.length && offset >= (ends[place] as number)) place++;
    return place;
  };
}

function titleOf(range: ChunkRange): string {
  if (range.headingPath.length > 0) return range.headingPath.join(' › ');
  const names = [...new Set(range.definitions.filter(({ name }) => name !== range.inside).map(({ name }) => name))];
  const shown = names.slice(0, namesInTitle).join(', ') + (names.length > namesInTitle ? ', …' : '');
  return [range.inside, shown].filter((part) => part !== undefined && part !== '').join(' › ');
}

/** The chunks of a document's text with their terms and keys; what looks like a secret is passed over. */
export function analyzeText(whole: string, language: Language): DocumentAnalysis {
  const text = blankSecrets(whole);
  const chunks = chunkRanges(text, language).map((range) => {
    const nameField = range.headingPath.length > 0 ? range.headingPath : range.definitions.map(({ name }) => name);
    return analyzeChunk({
      text: text.slice(range.from, range.to),
      kind: language.kind,
      title: titleOf(range),
      nameField,
      range,
      startLine: range.firstLine + 1,
      endLine: range.lastLine + 1,
    });
  });
  return { chunks };
}

const looksDefined = /^\s*(?:(?:async\s+)?def\s+\w+\s*\(|class\s+\w+|(?:export\s+)?(?:async\s+)?function\b|func\s+\w|fn\s+\w)/m;

/** Whether a passage without a file name is code: a definition line near its beginning, or a density of brackets and operators. */
export function looksLikeCode(text: string): boolean {
  const head = text.slice(0, 400);
  if (looksDefined.test(head)) return true;
  const signs = head.match(/[{}();=_<>[\]]/g)?.length ?? 0;
  const visible = head.replace(/\s/g, '').length;
  return signs > visible * 0.05 && /\w\(.*\)|\w\s*=\s*\S/.test(head);
}

/** A passage of a corpus: one chunk with its title, prose or code by its content. */
export function analyzePassage(title: string, whole: string): DocumentAnalysis {
  const text = blankSecrets(whole);
  const language = looksLikeCode(text) ? someCode : plainText;
  const ranges = chunkRanges(text, language);
  const definitions = ranges.flatMap((range) => range.definitions);
  const range = { startColumn: 0, endColumn: 0, headings: [], definitions };
  const nameField = title === '' ? definitions.map(({ name }) => name) : [title];
  const endLine = text.split('\n').length;
  return { chunks: [analyzeChunk({ text, kind: language.kind, title, nameField, range, startLine: 1, endLine })] };
}
