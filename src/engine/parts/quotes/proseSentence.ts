/**
 * The sentence that describes a document: its description in the front matter, of a README the one that says what its subject is, or else the first
 * paragraph that says something. A README may begin with a block quote (its tagline), and documents with HTML: their sentences count if no paragraph
 * comes before the first section.
 */

import type { Block, Heading } from '../../text/documents/document.ts';
import { frontMatterValue } from '../../text/documents/frontMatter.ts';
import { readDocument } from '../../text/documents/readDocument.ts';
import type { Language } from '../../text/languages.ts';
import { type Lines, lineAt, linesOf } from '../../text/lines.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { stopWords } from '../../text/stemming/stopWords.ts';
import { isReadme } from '../sourcePaths.ts';
import { docMarks } from './commentSentence.ts';
import { type Sentence, sentenceOf } from './sentence.ts';

/** Cost: that of reading the text, which is the beginning of a document. */
export function proseSentence(path: string, text: string, language: Language): Sentence | undefined {
  const lines = linesOf(text);
  const document = readDocument(lines, language);
  const description = frontMatterValue(lines, document.start, 'description');
  const described = description && sentenceOf(description.text);
  if (described !== undefined) return { line: (description as { readonly line: number }).line + 1, text: described };
  const parts = listParts(lines, document.headings, document.blocks(), language);
  const first = chooseSentence(parts, isReadme(path));
  if (first === undefined || !isReadme(path)) return first;
  const above = Array.from({ length: first.line - 1 }, (_, i) => lineAt(lines, i));
  return definitionIn(parts, above) ?? first;
}

function chooseSentence(parts: readonly Part[], isReadme: boolean): Sentence | undefined {
  let isBeforeSections = true;
  let spare: Sentence | undefined;
  for (const { kind, line, text: part } of parts) {
    if (kind === 'section') {
      if (spare !== undefined) return spare;
      isBeforeSections = false;
      continue;
    }
    const sentence = sentenceOf(part);
    if (sentence === undefined) continue;
    if (kind === 'paragraph') return { line, text: sentence };
    // Of HTML only what is a statement by its end: other lines are links, buttons, headings and captions.
    const isSpare = kind === 'html' ? '.。'.includes(sentence.at(-1) as string) : isBeforeSections && isReadme;
    if (isSpare) spare ??= { line, text: sentence };
  }
  return spare;
}

/** A README names its subject in its title, and defines it in one of its first paragraphs. */
const badgeMarks = ['![', '[!['];
const maxParagraphs = 12;
const maxNameWords = 3;

/**
 * The sentence that says what the subject of a README is, if the lines `above` its first sentence name it: "Kettle is a …". Notices and taglines may
 * come before it. By English rules.
 */
function definitionIn(parts: readonly Part[], above: readonly string[]): Sentence | undefined {
  const titles = above.filter((line) => !badgeMarks.some((mark) => line.startsWith(mark)));
  const named = ` ${foldedWords(titles.join('\n')).join(' ')} `;
  let count = 0;
  for (const { kind, line, text } of parts) {
    if (kind !== 'paragraph' && kind !== 'quote') continue;
    if (++count > maxParagraphs) break;
    const sentence = sentenceOf(text);
    const name = sentence && nameDefinedBy(sentence);
    if (sentence === undefined || name === undefined || !named.includes(` ${name} `)) continue;
    return { line, text: sentence };
  }
  return undefined;
}

/** Whether a sentence says what something is, and not only that there is something. */
export function definesSubject(sentence: string): boolean {
  return nameDefinedBy(sentence) !== undefined;
}

/** The name, as folded words, that a sentence says something is; undefined if it says nothing of the kind. */
function nameDefinedBy(sentence: string): string | undefined {
  const words = withoutArticle(sentence);
  const verb = words.findIndex((word) => word === 'is' || word === 'are');
  const isName = verb > 0 && verb <= maxNameWords && !stopWords.has(words[0] as string);
  const isDefinition = isName && ['a', 'an', 'the'].includes(words[verb + 1] ?? '');
  return isDefinition ? words.slice(0, verb).join(' ') : undefined;
}

/** The folded words of a sentence without the article that it begins with. */
function withoutArticle(sentence: string): readonly string[] {
  const words = foldedWords(sentence);
  return words[0] === 'the' ? words.slice(1) : words;
}

/** A part of a document: `section` is the heading of one below the title, `html` a single line. */
interface Part {
  readonly kind: 'paragraph' | 'html' | 'quote' | 'section';
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** The parts of a document in order, without code, tables and lists. */
function listParts(lines: Lines, headings: readonly Heading[], blocks: readonly Block[], language: Language): readonly Part[] {
  const parts: Part[] = [];
  const [title] = headings;
  for (const { level, line, title: text } of headings) if (level > 1) parts.push({ kind: 'section', line: line + 1, text });
  for (const { kind, first, last, depth } of blocks) {
    // Authors and attributes follow the title of AsciiDoc.
    if (depth > 0 || (language.headings === 'asciidoc' && first === title?.end)) continue;
    if (kind === 'callout') parts.push({ kind: 'quote', line: first + 1, text: quoteIn(lines, first, last) });
    else if (kind === 'html') for (let i = first; i <= last; i++) parts.push({ kind, line: i + 1, text: lineAt(lines, i).trim() });
    else if (kind === 'paragraph') addParagraph(parts, lines, first, last);
  }
  return parts.sort((a, b) => a.line - b.line);
}

/** Adds a paragraph, in parts where lines of it are none of a text. */
function addParagraph(parts: Part[], lines: Lines, first: number, last: number): void {
  let text: string[] = [];
  for (let i = first; i <= last + 1; i++) {
    const line = i > last ? '' : lineAt(lines, i).trim();
    if (i <= last && isText(line)) text.push(line);
    else if (text.length > 0) {
      parts.push({ kind: 'paragraph', line: i - text.length + 1, text: text.join(' ') });
      text = [];
    }
  }
}

/** The text of a block quote; empty for a note (`> [!NOTE]`). */
function quoteIn(lines: Lines, first: number, last: number): string {
  const quoted = Array.from({ length: last - first + 1 }, (_, i) =>
    lineAt(lines, first + i)
      .trimStart()
      .slice(1)
      .trim(),
  );
  return quoted[0]?.startsWith('[!') ? '' : quoted.join(' ');
}

/** Marks of lines that are not sentences: templates, imports of MDX, attributes, badges, signatures. */
const otherMarks = ['% ', '-- ', '— ', '#', '![', '[![', '---', '===', '{', '}', 'import ', 'export ', ':', '//', '[!'];

/** A program without an extension is read as prose: its documentation may begin with quote marks on a line of their own. */
function isText(line: string): boolean {
  return !otherMarks.some((mark) => line.startsWith(mark)) && !docMarks.includes(line) && !isLink(line);
}

/** Whether a line is a link and nothing else, or defines the target of one. */
function isLink(line: string): boolean {
  const isWhole = line.indexOf(')') === line.length - 1 && line.indexOf('](') === line.lastIndexOf('](');
  return line.startsWith('[') && (isWhole || line.includes(']: '));
}
