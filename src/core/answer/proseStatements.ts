/**
 * The statements of prose: sentences, items of lists, and the examples of code between them, which are fenced (markdown) or indented behind
 * a line that ends with a colon (reStructuredText, plain text). Cost: one pass over the lines, one over the sentences.
 */

import { placeEnds } from '../text/places.ts';
import { fenceAfter } from '../text/sections.ts';
import type { Span } from '../text/spans.ts';
import { holdsCommand, namesCommand } from './commands.ts';
import { isSaying } from './sayingLines.ts';
import { longestStatement, type Statement } from './statement.ts';
import { limited, limitedToLines, linesOf, ruleLine, trimmed } from './stretches.ts';

const noStatement = /^(?:#{1,6}\s|```|~~~|:::|\|[\s|:-]+\|?$|\.\. |<h\d|<\/?\w+>$|\[[^\]\n]+\]:\s|<!--)/;
/** Images, links and tags: what is left of a line of badges is nothing. */
const markup = /!?\[(?:!\[[^[\]]*\]\([^()]*\)|[^[\]]*)\]\([^()]*\)|<[^<>]*>/g;
/** What stands before the words of an item or of a quotation. */
const leadingMark = /^(?:(?:[-*+•]|\d{1,3}[.)]|#\.|>|\|)(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?|>)/;

/** A block of prose, or an example with the language that its fence names. */
interface Block extends Span {
  readonly language?: string;
}

/** The statements of a text, in order. */
export function proseStatements(text: string): Statement[] {
  return blocksOf(text).flatMap((block) => (block.language === undefined ? sentencesOf(text, block) : examplesOf(text, block)));
}

function indentOf(line: string): number {
  return /\S/.test(line) ? line.search(/\S/) : -1;
}

/** A line behind which an indented block is an example, in reStructuredText and elsewhere. */
const announcesLiteral = /^(?!\s*\.\. ).*::\s*$|^\s*\.\. (?:code-block|sourcecode|code|prompt)::/;
const announces = /^(?!\s*(?:[-*+>]|\d+[.)])\s).*[^:\s]:\s*$/;

/** How much deeper than a line the block behind it lies, where it is an example; undefined where the line announces none. */
function depthOfExample(line: string): number | undefined {
  return announcesLiteral.test(line) ? 1 : announces.test(line) ? 4 : undefined;
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = linesOf(text);
  const start = endOfBrokenFence(text, lines);
  if (start > 0) blocks.push({ from: 0, to: (lines[start - 1] as Span).from, language: '' });
  let proseFrom = start > 0 ? (lines[start - 1] as Span).to : 0;
  const add = (example: Block, next: number): void => {
    if (example.from > proseFrom) blocks.push({ from: proseFrom, to: example.from });
    if (example.to > example.from) blocks.push(example);
    proseFrom = next;
  };
  for (let i = start; i < lines.length; i++) {
    const { from, to } = lines[i] as Span;
    const line = text.slice(from, to);
    const fence = isUnderline(line, lineAt(text, lines, i - 1)) ? '' : fenceAfter('', line);
    const depth = depthOfExample(line);
    if (fence !== '') {
      let last = i + 1;
      while (last < lines.length && fenceAfter(fence, lineAt(text, lines, last)) !== '') last++;
      const end = lines[last] ?? { from: text.length, to: text.length };
      // What opens the fence belongs to neither.
      blocks.push({ from: proseFrom, to: from });
      proseFrom = to;
      add({ from: to, to: end.from, language: /^\s*[`~]+\s*([\w+-]*)/.exec(line)?.[1] ?? '' }, end.to);
      i = last;
    } else if (depth !== undefined && lineAt(text, lines, i + 1).trim() === '') {
      const end = endOfIndented(text, lines, i + 1, indentOf(line) + depth);
      if (end === i + 1) continue;
      const language = /\.\. [\w-]+::\s*([\w-]+)/.exec(line)?.[1] ?? '';
      add({ from: to, to: (lines[end - 1] as Span).to, language }, (lines[end - 1] as Span).to);
      i = end - 1;
    }
  }
  if (proseFrom < text.length) blocks.push({ from: proseFrom, to: text.length });
  return blocks;
}

/** Whether a line of tildes underlines a heading, as in reStructuredText, rather than opening a fence. */
function isUnderline(line: string, before: string): boolean {
  return /^~{4,}\s*$/.test(line) && before.trim() !== '' && before.trim().length <= line.trim().length;
}

function lineAt(text: string, lines: readonly Span[], at: number): string {
  const line = lines[at];
  return line === undefined ? '' : text.slice(line.from, line.to);
}

/** The number of the line behind the fence that closes an example of which the text holds but the end; 0 where there is none. */
function endOfBrokenFence(text: string, lines: readonly Span[]): number {
  const fences = [...lines.keys()].filter((i) => /^\s*(?:`{3,}|~{3,})/.test(lineAt(text, lines, i)));
  const isBare = /^\s*(?:`{3,}|~{3,})\s*$/.test(lineAt(text, lines, fences[0] ?? -1));
  return fences.length % 2 === 1 && isBare ? (fences[0] as number) + 1 : 0;
}

/** The line behind the block that begins at a line or below it and is indented this deep; that line itself where there is none. Items of a list are no block. */
function endOfIndented(text: string, lines: readonly Span[], start: number, depth: number): number {
  let end = start;
  for (let i = start; i < lines.length; i++) {
    const line = lineAt(text, lines, i);
    const own = indentOf(line);
    if (own < 0) continue;
    if (own < depth || (end === start && leadingMark.test(line.trim()))) break;
    end = i + 1;
  }
  return end;
}

/** Where a stretch goes on below the headings and rules that stand right above its first sentence. */
function belowHeadings(text: string, from: number, to: number): number {
  let at = from;
  for (let end = text.indexOf('\n', at); end >= 0 && end < to; end = text.indexOf('\n', at)) {
    const isHeading = /^#{1,6}\s/.test(text.slice(at, end)) || ruleLine.test(text.slice(at, end).trim());
    const under = text.indexOf('\n', end + 1);
    const isUnderlined = under >= 0 && under < to && ruleLine.test(text.slice(end + 1, under).trim());
    if (!isHeading && !isUnderlined) break;
    at = (isHeading ? end : under) + 1;
  }
  return at;
}

/** A stretch from its first word on: without white space and the marks of items and quotations. */
function fromFirstWord(text: string, from: number, to: number): Span {
  let stretch = trimmed(text, from, to);
  for (;;) {
    const mark = leadingMark.exec(text.slice(stretch.from, Math.min(stretch.to, stretch.from + 12)))?.[0];
    if (mark === undefined || mark === '') return stretch;
    stretch = trimmed(text, stretch.from + mark.length, stretch.to);
  }
}

/** Lines of which most are one word: a list of files, a table of contents, what a program has printed. */
const leastLines = 4;

/** A heading with the rule below it, markup without words, or a list of single words. */
function isFurniture(said: string): boolean {
  const lines = said.split('\n');
  if (lines.length >= leastLines && lines.filter((line) => /\S\s+\S/.test(line.trim())).length * 2 < lines.length) return true;
  return noStatement.test(said) || lines.some((line) => ruleLine.test(line.trim())) || !/\p{L}{2}/u.test(said.replace(markup, ''));
}

function sentencesOf(text: string, block: Block): Statement[] {
  const found: Statement[] = [];
  let from = block.from;
  const own = text.slice(block.from, block.to);
  for (const end of placeEnds(own, 'doc')) {
    for (const part of partsOf(own.slice(from - block.from, end))) {
      const whole = trimmed(text, from, from + part.length);
      const isTagged = tagged.test(part) && !noStatement.test(text.slice(whole.from, whole.to));
      const words = isTagged ? withoutTags(text, whole) : whole;
      const stretch = fromFirstWord(text, belowHeadings(text, words.from, words.to), words.to);
      from += part.length;
      if (isFurniture(text.slice(stretch.from, stretch.to))) continue;
      const range = limited(text, stretch, longestStatement);
      const said = text.slice(range.from, range.to);
      const isSentence = /[.!?。！？]["')\]*_`]*$/.test(said) && said.length > 20;
      found.push({ ...range, form: isSentence ? 'sentence' : 'fragment', isCommand: namesCommand(said) });
    }
  }
  return found;
}

/** What begins with a tag of HTML. */
const tagged = /^\s*<[a-z/!]/i;

/** The paragraphs of a sentence's stretch; of HTML, its lines. */
function partsOf(stretch: string): readonly string[] {
  return stretch.split(/(?<=\n[ \t]*\n)/).flatMap((part) => (tagged.test(part) ? part.split(/(?<=\n)/) : [part]));
}

/** A stretch without the tags at its ends. */
function withoutTags(text: string, { from, to }: Span): Span {
  let stretch = { from, to };
  while (text[stretch.from] === '<') {
    const end = text.indexOf('>', stretch.from);
    if (end < 0 || end >= stretch.to) break;
    stretch = trimmed(text, end + 1, stretch.to);
  }
  while (text[stretch.to - 1] === '>') {
    const start = text.lastIndexOf('<', stretch.to - 1);
    if (start < stretch.from) break;
    stretch = trimmed(text, stretch.from, start);
  }
  return stretch;
}

/** An example in one piece where it is short, else its paragraphs. */
function examplesOf(text: string, { from, to, language = '' }: Block): Statement[] {
  const whole = trimmed(text, from, to);
  const parts = whole.to - whole.from <= longestStatement ? [whole] : paragraphsIn(text, whole);
  return parts.map((part) => {
    const range = limitedToLines(text, part, longestStatement);
    return { ...range, form: 'example', isCommand: holdsCommand(text.slice(range.from, range.to), language) };
  });
}

/** The paragraphs of a long example; those that only bring names in say nothing without the others. */
function paragraphsIn(text: string, { from, to }: Span): readonly Span[] {
  let at = from;
  const paragraphs = text
    .slice(from, to)
    .split(/(?<=\n[ \t]*\n)/)
    .map((part) => {
      at += part.length;
      return trimmed(text, at - part.length, at);
    });
  const lines = (part: Span): string[] => text.slice(part.from, part.to).split('\n');
  return paragraphs.filter((part) => lines(part).some((line) => isSaying(line.trim())));
}
