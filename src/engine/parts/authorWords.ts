/**
 * What the author of a file says of it: the first sentence of its text, or of the comment that opens the file or comes before a definition.
 *
 * Skipped are front matter, headings, badges, tables, code blocks and HTML of prose; and of code licence headers and directives of tools. A
 * sentence has at least three words. Cost: one scan of the file's beginning.
 */

import { findDefinitions } from '../text/definitions.ts';
import { fenceAfter } from '../text/fences.ts';
import { type Language, languageOf } from '../text/languages.ts';
import { type Lines, lineAt, linesOf } from '../text/lines.ts';
import { isLegalText } from '../text/names/legal.ts';
import { sentencesOf } from '../text/sentences.ts';
import { scanned, tokenize } from '../text/words/tokens.ts';
import { isCommentLine, Zone, ZoneList } from '../text/zones.ts';
import { isReadme } from './sourcePaths.ts';

/** A sentence of a file. */
export interface Quote {
  readonly path: string;
  /** 1-based: where it begins. */
  readonly line: number;
  /** As written, on one line; without the marks of comments and links. */
  readonly text: string;
}

/** What a sentence is about: the whole file, or a definition in it. */
export interface Words extends Quote {
  readonly of: 'file' | 'definition';
}

/** Code units at the beginning of a file that are read. */
const readLength = 12_000;
const minWords = 3;
/** Longer sentences end with an ellipsis. */
const maxLength = 200;

/** The first sentence about a file; `undefined` if its beginning has none. */
export function firstSentence(path: string, text: string): Words | undefined {
  const head = text.slice(0, readLength);
  const found = languageOf(path).kind === 'doc' ? ofProse(path, head) : ofCode(path, head);
  return found && { path, of: 'file', ...found };
}

/** The sentence that begins a description, on one line; `undefined` if it says too little. */
export function sentenceOf(text: string): string | undefined {
  const plain = withoutMarks(text);
  const [first] = sentencesOf(plain);
  if (first === undefined) return undefined;
  const sentence = plain.slice(first.from, first.to);
  if (!saysSomething(sentence) || ':{'.includes(sentence.at(-1) as string)) return undefined;
  if (sentence.length <= maxLength) return sentence;
  const end = sentence.lastIndexOf(' ', maxLength - 1);
  return `${sentence.slice(0, end > maxLength / 2 ? end : maxLength - 1)} …`;
}

/** Links and images by their text, without emphasis, white space as one blank. */
function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\](?:\([^()\s]*(?:\s"[^"]*")?\)|\[[^\][]*\])/g, '$1')
    .replace(/\*\*|__|<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** An address is no word. */
const addresses = /https?:\/\/\S+/g;

function saysSomething(text: string): boolean {
  const sentence = text.replace(addresses, '').trim();
  if (sentence === '') return false;
  const isUnspaced = (sentence.codePointAt(0) as number) > 0x2e80;
  // Paths and names of files have no blanks, lists of links have marks between them.
  if ((!isUnspaced && sentence.split(' ').length < minWords) || sentence.includes('•') || sentence.includes(' | ')) return false;
  const { count, ends, starts } = tokenize(sentence);
  let [words, letters] = [0, 0];
  for (let i = 0; i < count; i++) {
    const length = (ends[i] as number) - (starts[i] as number);
    letters += length;
    if (length > 1) words++;
  }
  return (words >= minWords || (isUnspaced && letters >= 6)) && letters >= sentence.length / 2;
}

interface Found {
  readonly line: number;
  readonly text: string;
  readonly of?: Words['of'];
}

function ofProse(path: string, text: string): Found | undefined {
  const lines = text.split('\n');
  let at = 0;
  if (lines[0]?.trim() === '---') {
    const end = lines.findIndex((line, i) => i > 0 && line.trim() === '---');
    const described = lines.findIndex((line, i) => i < end && line.startsWith('description:'));
    const description =
      described < 0
        ? undefined
        : sentenceOf(
            (lines[described] as string)
              .slice('description:'.length)
              .trim()
              .replace(/^["']|["']$/g, ''),
          );
    if (description !== undefined) return { line: described + 1, text: description };
    at = end + 1;
  }
  let fence: ReturnType<typeof fenceAfter>;
  let fallback: Found | undefined;
  /** Whether a block quote may be a tagline: only a README has one. */
  let isBelowTitle = isReadme(path);
  /** Whether indented lines go on with a list item or the content of a directive. */
  let isNested = false;
  for (let paragraph: string[] = [], from = at; at <= lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    const isOutside = fence === undefined;
    fence = fenceAfter(fence, lines[at] ?? '');
    const isIndented = line !== '' && (lines[at] ?? '').trimStart() !== lines[at];
    if (line !== '' && !isIndented) isNested = nestingMarks.some((mark) => line.startsWith(mark));
    const isText =
      isOutside && fence === undefined && !(isNested && isIndented) && isParagraphLine(line, lines[at] ?? '', lines[at + 1]?.trim() ?? '');
    // A program without an extension is read as prose: its documentation may begin with quote marks on a line of their own.
    if (isText && !line.startsWith('<') && !docMarks.includes(line)) {
      if (paragraph.length === 0) from = at;
      paragraph.push(line);
      continue;
    }
    // Of HTML only what is a statement by its end: other lines are links, buttons, headings and captions.
    const inTags = isText ? sentenceOf(line) : undefined;
    const tagged = inTags !== undefined && '.。'.includes(inTags.at(-1) as string) ? inTags : undefined;
    const sentence = paragraph.length === 0 ? undefined : sentenceOf(paragraph.join(' '));
    if (sentence !== undefined) return { line: from + 1, text: sentence };
    if (line.startsWith('##')) isBelowTitle = false;
    const isQuote = isBelowTitle && isOutside && line.startsWith('> ') && !lines[at - 1]?.startsWith('>');
    const tagline = isQuote ? quotedFrom(lines, at) : undefined;
    const spare = tagged ?? tagline;
    if (spare !== undefined && fallback === undefined) fallback = { line: at + 1, text: spare };
    // A sentence in HTML or in a block quote counts if none comes before the first section.
    if (fallback !== undefined && isOutside && line.startsWith('##')) return fallback;
    paragraph = [];
  }
  return fallback;
}

/** The sentence of the block quote that begins at a line, as projects write their tagline; a note (`> [!NOTE]`) has none. */
function quotedFrom(lines: readonly string[], from: number): string | undefined {
  let end = from;
  while (lines[end]?.trimStart().startsWith('>')) end++;
  const quoted = lines.slice(from, end).map((line) => line.trimStart().slice(1).trim());
  return quoted[0]?.startsWith('[!') ? undefined : sentenceOf(quoted.join(' '));
}

/** Marks of lines whose content goes on in indented ones: items of lists, directives of reStructuredText. */
const nestingMarks = ['- ', '* ', '+ ', '.. '];

/** Marks of lines that are no sentence: headings, tables, lists of badges, HTML, directives, rules. */
const otherMarks = [
  '#',
  '% ',
  '- ',
  '* ',
  '+ ',
  '> ',
  '|',
  '![',
  '[![',
  ':::',
  '---',
  '===',
  '***',
  '{',
  '}',
  'import ',
  'export ',
  '.. ',
  ':',
  '//',
  '[!',
];

function isParagraphLine(line: string, raw: string, next: string): boolean {
  if (line === '' || ((raw.startsWith('    ') || raw.startsWith('\t')) && !line.startsWith('<'))) return false;
  if (otherMarks.some((mark) => line.startsWith(mark)) || isLink(line)) return false;
  // The heading of a line that is underlined.
  return !(next.length >= 3 && (isRepeated(next, '=') || isRepeated(next, '-') || isRepeated(next, '~') || isRepeated(next, '*')));
}

/** Whether a line is a link and nothing else. */
function isLink(line: string): boolean {
  return line.startsWith('[') && line.indexOf(')') === line.length - 1 && line.indexOf('](') === line.lastIndexOf('](');
}

function isRepeated(text: string, character: string): boolean {
  return text === character.repeat(text.length);
}

const zones = new ZoneList();

function ofCode(path: string, text: string): Found | undefined {
  const language = languageOf(path);
  if (language.comments.line.length === 0 && language.comments.block.length === 0) return undefined;
  const { count, starts, ends, kinds } = zones.find(text, scanned(text), language.comments);
  const blocks: { from: number; to: number }[] = [];
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== Zone.Comment) continue;
    const [from, to] = [starts[i] as number, ends[i] as number];
    const last = blocks.at(-1);
    const between = last === undefined ? '' : text.slice(last.to, from);
    if (last !== undefined && between.trim() === '' && between.split('\n').length <= (text[last.to - 1] === '\n' ? 1 : 2)) last.to = to;
    else blocks.push({ from, to });
  }
  const lines = linesOf(text);
  const defined = new Set(findDefinitions(lines, language).map(({ line }) => line));
  let isTop = true;
  let codeFrom = 0;
  for (const { from, to } of blocks) {
    const before = text.slice(codeFrom, from).trim();
    codeFrom = to;
    const isPrologue = !before.includes('\n') && prologues.some((one) => before.startsWith(one));
    if (before !== '' && !isPrologue) isTop = false;
    const block = text.slice(from, to);
    if (isLegalText(block)) continue;
    const line = lineOf(text, from);
    const after = lineOf(text, to - (text[to - 1] === '\n' ? 1 : 0)) + 1;
    const isDocumentation = docMarks.some((mark) => block.startsWith(mark));
    if (!isTop && !isDocumentation && !defined.has(after) && !text.slice(to).trimStart().startsWith('package ')) continue;
    const found = sentenceIn(block);
    if (found !== undefined)
      return {
        line: line + found.line + 1,
        text: found.text,
        of: isTop || block.startsWith('//!') ? 'file' : 'definition',
      };
  }
  return undefined;
}

/** What may come before the comment that opens a file, on one line. */
const prologues = ['#!', '<?', "'use ", '"use '];
/** What begins a comment that documents. */
const docMarks = ['/**', '///', '//!', '/*!', '"""', "'''"];
/** What tools are told in comments. */
const directives = [
  'eslint',
  'prettier',
  'biome',
  'tslint',
  'pragma',
  'jsxImportSource',
  'vim:',
  '-*-',
  'coding',
  'noqa',
  'pylint',
  'mypy',
  'type:',
  'istanbul',
  '+build',
  'go:',
  'nolint',
  'reference ',
  'region',
  'endregion',
  'todo',
  'fixme',
  'xxx',
];

/** The first sentence of a comment, and the line in it, from 0. */
function sentenceIn(block: string): Found | undefined {
  const lines = block.split('\n').map(withoutCommentMarks);
  const sectionName = lines.findIndex((line) => line !== '');
  let from = Math.max(0, sectionName);
  while (
    from < lines.length &&
    (lines[from] === '' || directives.some((word) => (lines[from] as string).toLowerCase().replace(/^@/, '').startsWith(word)))
  )
    from++;
  const kept: string[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.startsWith('@') || line.startsWith('\\')) {
      if (kept.length > 0) break;
      kept.push(line.slice(line.indexOf(' ') + 1 || line.length).trim());
    } else if (line === '' && kept.join('') !== '') {
      if (sentenceOf(kept.join(' ')) !== undefined) break;
      kept.length = 0;
      from = at + 1;
    } else kept.push(line);
  }
  const text = sentenceOf(kept.join(' '));
  return text === undefined ? undefined : { line: from, text };
}

/** Lines of a comment before a definition that are read. */
const maxCommentLines = 40;

/** The first sentence of the comment that ends before a line (0-based), or of the text that opens a definition in Python. */
export function sentenceBefore(lines: Lines, line: number, { comments }: Language): string | undefined {
  let from = line;
  while (from > 0 && line - from < maxCommentLines && isCommentLine(lineAt(lines, from - 1), comments)) from--;
  const block = Array.from({ length: line - from }, (_, i) => lineAt(lines, from + i)).join('\n');
  const found = block === '' || isLegalText(block) ? undefined : sentenceIn(block);
  if (found !== undefined) return found.text;
  const next = line + 1 < lines.count ? lineAt(lines, line + 1).trim() : '';
  const quotes = ['"""', "'''"].find((mark) => next.startsWith(mark));
  return quotes === undefined ? undefined : sentenceOf(next.slice(quotes.length).split(quotes)[0] as string);
}

const commentMarks = '/*#!-;%"\'<>=~+|';

function withoutCommentMarks(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && (commentMarks.includes(line[from] as string) || (line[from] as string).trim() === '')) from++;
  while (to > from && ('*/"\'=-#>'.includes(line[to - 1] as string) || (line[to - 1] as string).trim() === '')) to--;
  return line.slice(from, to);
}

/** The line of an offset, from 0. */
function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
