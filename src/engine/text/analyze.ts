/**
 * Analyzes a text: chunks with their terms and keys, everything that the index stores of a document.
 *
 * A chunk's term frequencies count its text once and its name field (title, defined names) `nameWeight` times, as in BM25F with a single term
 * frequency. Deterministic: the result depends only on the text and the language.
 * Cost: one pass over the code units finds words, lines and punctuation (`tokens.ts`); later steps read only these. Strings are made only for
 * new plain words, names, titles and paths.
 */

import { type ChunkKind, type DocumentAnalysis, Role, Space } from '../document.ts';
import { type ChunkRange, chunkRanges } from './chunks.ts';
import { addsMembers, type Definition } from './code/definition.ts';
import { definitionsOf, readSource } from './code/read.ts';
import { DocumentCollector } from './collector.ts';
import { type Language, plainText, someCode } from './languages.ts';
import { type Lines, linesIn } from './lines.ts';
import { collectMarkup, type RolesAt } from './markup.ts';
import { collectNames, foldedWords, isSymbol, isSymbolAt } from './names/entities.ts';
import { nameOfTitle } from './names/nameFinder.ts';
import { everywhere, type PlaceEnds, placeCursor, placesOf } from './names/places.ts';
import { blankSpans, secretsAmong } from './secrets/secrets.ts';
import type { Span } from './spans.ts';
import { stemmedLanguageOf } from './stemming/stemmedLanguage.ts';
import type { StemmedLanguage } from './stemming/stems.ts';
import { sliceText, type TextSlice, TextSlicer, wholeSlice } from './textSlice.ts';
import { distinguishesUses, UseReader } from './uses/uses.ts';
import { analysisOf, type DocumentColumns } from './words/columns.ts';
import { createLexicons, type Lexicons } from './words/lexicon.ts';
import { isRandomWord } from './words/randomWords.ts';
import { termsOf } from './words/terms.ts';
import { type Scan, Scanner, tokenize } from './words/tokens.ts';
import { WordKind } from './words/words.ts';
import { ZoneList } from './zones.ts';

/** The weight of words in the title, a defined name or the path. */
export const nameWeight = 3;
/** Max names in a chunk's title. */
const namesInTitle = 3;

/** One collector per set of lexicons and language, reused for every document. */
const collectors = new WeakMap<Lexicons, Map<StemmedLanguage | undefined, DocumentCollector>>();
/** The collector of the current document. */
let collector: DocumentCollector;
/** Scans whole documents. */
const scanner = new Scanner();
/** The comments and strings of the current document, if it is code. */
const zones = new ZoneList();
/** The uses in the current document, if it is code. */
const uses = new UseReader();

/** A document's text without its secrets, and what one pass over it found. */
interface ReadText {
  readonly text: string;
  readonly scan: Scan;
}

function readText(whole: string): ReadText {
  const secrets = secretsAmong(whole, scanner.scan(whole));
  const text = secrets.length === 0 ? whole : blankSpans(whole, secrets);
  if (secrets.length > 0) scanner.scan(text);
  return { text, scan: scanner };
}

/** Switches `collector` to the language of the next document; code is read as English. */
function startDocument({ text, scan }: ReadText, kind: ChunkKind, lexicons: Lexicons): void {
  const language = kind === 'doc' ? stemmedLanguageOf(text, scan) : undefined;
  const known = collectors.get(lexicons) ?? new Map<StemmedLanguage | undefined, DocumentCollector>();
  collectors.set(lexicons, known);
  collector = known.get(language) ?? new DocumentCollector(lexicons, language);
  known.set(language, collector);
  collector.startDocument(scan);
}

/** Adds the words of a slice: its terms, and the symbols that it mentions. */
function addText({ text, scan, from, to, firstWord, endWord }: TextSlice, inCode: boolean, placeEnds: PlaceEnds): void {
  const { starts, ends, shapes } = scan;
  const { words } = collector;
  const isDocument = scan === scanner;
  const symbolKind = inCode ? WordKind.SymbolInCode : WordKind.SymbolInProse;
  const hasUses = inCode && isDocument;
  let place = 0;
  for (let i = firstWord; i < endWord; i++) {
    const start = starts[i] as number;
    while (place + 1 < placeEnds.length && start - from >= (placeEnds[place] as number)) place++;
    const places = 1 << place;
    const word = isDocument ? (words.ofToken[i] as number) : words.find(scan, i);
    if (word >= 0) {
      const kinds = words.kindsOf(word);
      const isMention =
        (kinds & symbolKind) !== 0 &&
        (!inCode || isSymbolAt(scan, i, from, to)) &&
        ((kinds & WordKind.Piece) === 0 || !isPiece(scan, i, isDocument));
      collector.addWord(word, 1, places, !isMention ? 0 : hasUses ? Role.Mentions | uses.rolesOf(i) : Role.Mentions);
      continue;
    }
    const rare = text.slice(start, ends[i]);
    addRareWord(rare, shapes[i] as number, 1, places);
    const isMention =
      isSymbol(rare, shapes[i] as number, inCode) &&
      (!inCode || isSymbolAt(scan, i, from, to)) &&
      !isRandomWord(scan.units, start, ends[i] as number);
    if (isMention) collector.add(Space.Symbol, rare, hasUses ? Role.Mentions | uses.rolesOf(i) : Role.Mentions, places);
  }
}

/** Whether token `i`, which may be part of base64 data, is: whether it touches a random word. */
function isPiece(scan: Scan, i: number, isDocument: boolean): boolean {
  const { starts, ends, count } = scan;
  if (i > 0 && ends[i - 1] === (starts[i] as number) - 1 && joinsData(scan, ends[i - 1] as number) && isRandom(scan, i - 1, isDocument))
    return true;
  return (
    i + 1 < count && starts[i + 1] === (ends[i] as number) + 1 && joinsData(scan, ends[i] as number) && isRandom(scan, i + 1, isDocument)
  );
}

function joinsData({ units }: Scan, at: number): boolean {
  return units[at] === Char.Plus || units[at] === Char.Slash;
}

const Char = { Plus: 43, Slash: 47 } as const;

function isRandom(scan: Scan, i: number, isDocument: boolean): boolean {
  const word = isDocument ? (collector.words.ofToken[i] as number) : collector.words.find(scan, i);
  if (word >= 0) return (collector.words.kindsOf(word) & WordKind.Random) !== 0;
  return isRandomWord(scan.units, scan.starts[i] as number, scan.ends[i] as number);
}

/** Adds a word that the table does not store: a long one, one of an unspaced script, or one with too many hash collisions. */
function addRareWord(word: string, shape: number, weight: number, places: number): void {
  for (const term of termsOf(word, shape, collector.language)) collector.addTerm(term, weight, places);
}

/** Adds the words of a title or defined name, which have a higher weight. */
function addName(name: string): void {
  const tokens = tokenize(name);
  const { count, starts, ends, shapes } = tokens;
  for (let i = 0; i < count; i++) {
    const word = collector.words.find(tokens, i);
    if (word >= 0) collector.addWord(word, nameWeight, everywhere);
    else addRareWord(name.slice(starts[i], ends[i]), shapes[i] as number, nameWeight, everywhere);
  }
}

/** The text of a slice with its code blanked, offsets kept: code has no proper names. */
function withoutCode(slice: TextSlice, code: readonly Span[]): string {
  // Of a chunk that is part of a line, code may begin before.
  const offset = (at: number): number => Math.max(0, at - slice.from);
  return blankSpans(
    sliceText(slice),
    code.map(({ from, to }) => ({ from: offset(from), to: offset(to) })),
  );
}

interface ChunkSource {
  /** The chunk's text. */
  readonly slice: TextSlice;
  readonly kind: ChunkKind;
  readonly title: string;
  /** Titles whose words count as names: the heading path, or the defined names. */
  readonly nameField: readonly string[];
  readonly range: Pick<ChunkRange, 'startColumn' | 'endColumn' | 'headings' | 'definitions' | 'code'>;
  readonly startLine: number;
  readonly endLine: number;
}

function collectChunk(source: ChunkSource): void {
  const { slice, kind, startLine, endLine } = source;
  const ends = placesOf(slice, kind);
  collector.startChunk();
  uses.startChunk(source.range.definitions);
  addText(slice, kind === 'code', ends);
  for (const name of source.nameField) addName(name);
  collectKeys(source, ends);
  const { startColumn, endColumn } = source.range;
  collector.endChunk({ startLine, endLine, startColumn, endColumn, kind }, source.title);
}

const rolesAt: RolesAt = (start, end) => uses.rolesAt(start, end);

/** Adds the keys that are not single words. */
function collectKeys(source: ChunkSource, ends: PlaceEnds): void {
  const inCode = source.kind === 'code';
  if (!inCode) {
    const prose = withoutCode(source.slice, source.range.code);
    collectNames(prose, tokenize(prose), placeCursor(ends), collector);
  }
  collectMarkup(source.slice, inCode, ends, collector, inCode && source.slice.scan === scanner ? rolesAt : undefined);
  for (const heading of source.range.headings) {
    const name = nameOfTitle(heading.title, foldedWords);
    if (name !== undefined) collector.add(Space.Name, name, Role.Heading, everywhere);
  }
  if (!inCode) {
    for (const name of titleNames(source.title.split(' › ').at(-1) ?? '')) collector.add(Space.Name, name, Role.Title, everywhere);
  }
  for (const { name, kind } of source.range.definitions) {
    const roles = kind === 'type' ? Role.Defines | Role.DefinesType : Role.Defines;
    if (name.length >= 4 && !addsMembers(kind)) collector.add(Space.Symbol, name, roles, everywhere);
  }
}

/** The names in a title: the whole, and the part before a comma ("Siemowit IV, Duke of Masovia"). */
function titleNames(title: string): readonly string[] {
  const comma = title.indexOf(', ');
  const names = [title, ...(comma > 0 ? [title.slice(0, comma)] : [])].map((text) => nameOfTitle(text, foldedWords));
  return names.filter((name) => name !== undefined);
}

function titleOf(range: ChunkRange): string {
  if (range.headingPath.length > 0) return range.headingPath.join(' › ');
  const { inside, definitions } = range;
  const names: string[] = [];
  for (const { name } of definitions) if (name !== inside && names.length <= namesInTitle && !names.includes(name)) names.push(name);
  if (names.length > namesInTitle) names[namesInTitle] = '…';
  const shown = names.join(', ');
  if (inside === undefined) return shown;
  return shown === '' ? inside : `${inside} › ${shown}`;
}

/** Reads the code of a document once: its definitions, and its comments and strings for its uses. */
function startCode(lines: Lines, scan: Scan, language: Language): readonly Definition[] {
  zones.clear();
  const source = readSource(lines.text, scan, language, distinguishesUses(language) ? zones : undefined);
  uses.startDocument(source, scan, language, zones);
  return source === undefined ? [] : definitionsOf(source, lines);
}

/** The chunks of a document's text with their terms and keys, as ids of `lexicons`; what looks like a secret is passed over. */
export function analyzeColumns(whole: string, language: Language, lexicons: Lexicons): DocumentColumns {
  const { kind } = language;
  const read = readText(whole);
  startDocument(read, kind, lexicons);
  const { text, scan } = read;
  const lines = linesIn(text, scan);
  const definitions = startCode(lines, scan, language);
  const cutter = new TextSlicer(text, scan);
  for (const range of chunkRanges(lines, language, definitions)) {
    const slice = cutter.next(range.from, range.to);
    const nameField = range.headingPath.length > 0 ? range.headingPath : range.definitions.map(({ name }) => name);
    const [startLine, endLine] = [range.firstLine + 1, range.lastLine + 1];
    collectChunk({ slice, kind, title: titleOf(range), nameField, range, startLine, endLine });
  }
  return collector.finish();
}

/** As `analyzeColumns`, as plain data. */
export function analyzeText(whole: string, language: Language): DocumentAnalysis {
  const lexicons = passingLexicons();
  return analysisOf(analyzeColumns(whole, language, lexicons), lexicons);
}

let passing = createLexicons();
/** Max terms in the lexicons of transient texts; then they are replaced. */
const maxPassingLength = 20_000;

/** Lexicons for texts outside any index. */
function passingLexicons(): Lexicons {
  if (passing.terms.size > maxPassingLength) passing = createLexicons();
  return passing;
}

const looksDefined = /^\s*(?:(?:async\s+)?def\s+\w+\s*\(|class\s+\w+|(?:export\s+)?(?:async\s+)?function\b|func\s+\w|fn\s+\w)/m;

/** Whether a passage without a file name is code: a definition near its start, or a high density of brackets and operators. */
export function looksLikeCode(text: string): boolean {
  const head = text.slice(0, 400);
  if (looksDefined.test(head)) return true;
  const signs = head.match(/[{}();=_<>[\]]/g)?.length ?? 0;
  const visible = head.replace(/\s/g, '').length;
  return signs > visible * 0.05 && /\w\(.*\)|\w\s*=\s*\S/.test(head);
}

/** A passage of a corpus: one chunk with its title, prose or code by its content. Terms and keys are ids of `lexicons`. */
export function passageColumns(title: string, whole: string, lexicons: Lexicons): DocumentColumns {
  const read = readText(whole);
  const { text, scan } = read;
  const language = looksLikeCode(text) ? someCode : plainText;
  startDocument(read, language.kind, lexicons);
  const lines = linesIn(text, scan);
  const ranges = chunkRanges(lines, language, startCode(lines, scan, language));
  const definitions = ranges.flatMap((range) => range.definitions);
  const code = ranges.flatMap((range) => range.code);
  const range = { startColumn: 0, endColumn: 0, headings: [], definitions, code };
  const nameField = title === '' ? definitions.map(({ name }) => name) : [title];
  const endLine = text.split('\n').length;
  collectChunk({ slice: wholeSlice(text, scan), kind: language.kind, title, nameField, range, startLine: 1, endLine });
  return collector.finish();
}
