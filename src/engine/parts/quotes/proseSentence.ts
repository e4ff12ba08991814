/**
 * The sentence that describes a document: its description in the front matter, of a README the one that says what its subject is, or else the first
 * paragraph that says something. A README may begin with a block quote (its tagline), and documents with HTML: their sentences count if no paragraph
 * comes before the first section.
 */

import { fenceAfter } from '../../text/fences.ts';
import type { Language } from '../../text/languages.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { stopWords } from '../../text/stemming/stopWords.ts';
import { isReadme } from '../sourcePaths.ts';
import { docMarks } from './commentSentence.ts';
import { type Sentence, sentenceOf } from './sentence.ts';

/** Cost: one pass over the lines before the sentence; of a README, over its first paragraphs. */
export function proseSentence(path: string, text: string, { headings }: Language): Sentence | undefined {
  const lines = withoutHidden(text.split('\n'), headings === 'asciidoc');
  const { description, end } = frontMatterOf(lines);
  if (description !== undefined) return description;
  const first = firstOf(blocksOf(lines, end), isReadme(path));
  if (first === undefined || !isReadme(path)) return first;
  return definitionIn(blocksOf(lines, end), lines.slice(0, first.line - 1)) ?? first;
}

function firstOf(blocks: Iterable<Block>, isReadme: boolean): Sentence | undefined {
  let isBeforeSections = true;
  let spare: Sentence | undefined;
  for (const { kind, line, text: block } of blocks) {
    if (kind === 'section') {
      if (spare !== undefined) return spare;
      isBeforeSections = false;
      continue;
    }
    const sentence = sentenceOf(block);
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
function definitionIn(blocks: Iterable<Block>, above: readonly string[]): Sentence | undefined {
  const titles = above.filter((line) => !badgeMarks.some((mark) => line.startsWith(mark)));
  const named = ` ${foldedWords(titles.join('\n')).join(' ')} `;
  let count = 0;
  for (const { kind, line, text } of blocks) {
    if (kind !== 'paragraph') continue;
    if (++count > maxParagraphs) break;
    const sentence = sentenceOf(text);
    const name = sentence && nameDefinedBy(sentence);
    if (sentence === undefined || name === undefined || !named.includes(` ${name} `)) continue;
    return { line, text: sentence };
  }
  return undefined;
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

/** The lines of a document with comments of HTML blank, and the header of AsciiDoc: its title, authors and attributes. */
function withoutHidden(lines: readonly string[], isAsciidoc: boolean): readonly string[] {
  const begin = lines.findIndex((line) => line.trim() !== '');
  let isHeader = isAsciidoc && lines[begin]?.startsWith('= ') === true;
  let isComment = false;
  return lines.map((line, at) => {
    if (at > begin && line.trim() === '') isHeader = false;
    if (line.trimStart().startsWith('<!--')) isComment = true;
    const isHidden = isComment || isHeader;
    if (line.includes('-->')) isComment = false;
    return isHidden ? '' : line;
  });
}

/** The description in the front matter, and the first line after it (0-based). */
function frontMatterOf(lines: readonly string[]): { readonly description?: Sentence | undefined; readonly end: number } {
  if (lines[0]?.trim() !== '---') return { end: 0 };
  const end = lines.findIndex((line, i) => i > 0 && line.trim() === '---');
  const at = lines.findIndex((line, i) => i < end && line.startsWith(descriptionField));
  const value = lines[at]?.slice(descriptionField.length).trim();
  const text = value === undefined ? undefined : sentenceOf(value.replace(/^["']|["']$/g, ''));
  return { description: text === undefined ? undefined : { line: at + 1, text }, end: end + 1 };
}

const descriptionField = 'description:';

/** A part of a document: `section` is the heading of one below the title, `html` a single line. */
interface Block {
  readonly kind: 'paragraph' | 'html' | 'quote' | 'section';
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** The parts from a line (0-based) on, without code blocks and lists. */
function* blocksOf(lines: readonly string[], from: number): Generator<Block> {
  let fence: ReturnType<typeof fenceAfter>;
  /** Whether indented lines go on with a list item or the content of a directive. */
  let isNested = false;
  let paragraph: string[] = [];
  for (let at = from; at <= lines.length; at++) {
    const raw = lines[at] ?? '';
    const line = raw.trim();
    const isCode = fence !== undefined;
    fence = fenceAfter(fence, raw);
    const isIndented = line !== '' && raw.trimStart() !== raw;
    if (line !== '' && !isIndented) isNested = nestingMarks.some((mark) => line.startsWith(mark));
    const isText = !isCode && fence === undefined && !(isNested && isIndented) && isParagraphLine(line, raw, lines[at + 1]?.trim() ?? '');
    // A program without an extension is read as prose: its documentation may begin with quote marks on a line of their own.
    if (isText && !line.startsWith('<') && !docMarks.includes(line)) {
      paragraph.push(line);
      continue;
    }
    if (paragraph.length > 0) yield { kind: 'paragraph', line: at - paragraph.length + 1, text: paragraph.join(' ') };
    paragraph = [];
    if (isText) yield { kind: 'html', line: at + 1, text: line };
    else if (!isCode && (line.startsWith('##') || line.startsWith('== '))) yield { kind: 'section', line: at + 1, text: line };
    else if (!isCode && line.startsWith('> ') && !lines[at - 1]?.startsWith('>'))
      yield { kind: 'quote', line: at + 1, text: quoteAt(lines, at) };
  }
}

/** The text of the block quote that begins at a line; empty for a note (`> [!NOTE]`). */
function quoteAt(lines: readonly string[], from: number): string {
  let end = from;
  while (lines[end]?.trimStart().startsWith('>')) end++;
  const quoted = lines.slice(from, end).map((line) => line.trimStart().slice(1).trim());
  return quoted[0]?.startsWith('[!') ? '' : quoted.join(' ');
}

/** Marks of lines whose content goes on in indented ones: items of lists, directives of reStructuredText. */
const nestingMarks = ['- ', '* ', '+ ', '.. '];

/** Marks of lines that are not sentences: headings, tables, lists of badges, HTML, directives, rules. */
const otherMarks = [
  '#',
  '% ',
  '= ',
  '== ',
  '-- ',
  '— ',
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

/** Whether a line is a link and nothing else, or defines the target of one. */
function isLink(line: string): boolean {
  const isWhole = line.indexOf(')') === line.length - 1 && line.indexOf('](') === line.lastIndexOf('](');
  return line.startsWith('[') && (isWhole || line.includes(']: '));
}

function isRepeated(text: string, character: string): boolean {
  return text === character.repeat(text.length);
}
