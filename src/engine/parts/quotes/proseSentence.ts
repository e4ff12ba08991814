/**
 * The first sentence of a document: its description in the front matter, or its first paragraph that says something. A README may begin with a
 * block quote (its tagline), and documents with HTML: their sentences count if no paragraph comes before the first section.
 */

import { fenceAfter } from '../../text/fences.ts';
import { isReadme } from '../sourcePaths.ts';
import { docMarks } from './commentSentence.ts';
import { type Sentence, sentenceOf } from './sentence.ts';

/** Cost: one pass over the lines before the sentence. */
export function proseSentence(path: string, text: string): Sentence | undefined {
  const lines = text.split('\n');
  const { description, end } = frontMatterOf(lines);
  if (description !== undefined) return description;
  let isBeforeSections = true;
  let spare: Sentence | undefined;
  for (const { kind, line, text: block } of blocksOf(lines, end)) {
    if (kind === 'section') {
      if (spare !== undefined) return spare;
      isBeforeSections = false;
      continue;
    }
    const sentence = sentenceOf(block);
    if (sentence === undefined) continue;
    if (kind === 'paragraph') return { line, text: sentence };
    // Of HTML only what is a statement by its end: other lines are links, buttons, headings and captions.
    const isSpare = kind === 'html' ? '.。'.includes(sentence.at(-1) as string) : isBeforeSections && isReadme(path);
    if (isSpare) spare ??= { line, text: sentence };
  }
  return spare;
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
    else if (!isCode && line.startsWith('##')) yield { kind: 'section', line: at + 1, text: line };
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
