/**
 * Reads Markdown by the blocks of markdown-it, that is, as CommonMark does: four spaces make code, a fence that is never closed runs to the end of
 * what it is in. Front matter, tables of GitHub and the labels of MyST, which CommonMark does not have, are read here.
 *
 * Cost: linear; no text is parsed within its line. Tables are recognised in paragraphs, since the rule of markdown-it costs a third of all.
 */

import MarkdownIt, { type Token } from 'markdown-it';
import { once } from '../../util/once.ts';
import { blanks, isOnly, skip } from '../../util/strings.ts';
import { type Lines, lineAt } from '../lines.ts';
import { hasWord } from '../words/characters.ts';
import type { Block, BlockKind, Heading, ReadDocument } from './document.ts';
import { frontMatterEnd, frontMatterValue } from './frontMatter.ts';
import { isLabel } from './labels.ts';
import { plainTitle } from './titles.ts';

/** Lines without content: lone images, tags and their closing, marks of containers. */
const silent = /^\s*(?:(?:<\/?\w[^>]*>)+|:{3,}.*|(?:\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])(?:\](?:\([^)]*\)|\[[^\]]*\]))?\s*)+|)\s*$/;

/** Made when first needed: most commands read no document. */
const getParser = once(() => new MarkdownIt({ html: true }).disable(['table']));

export function readMarkdown(lines: Lines): ReadDocument {
  const start = frontMatterEnd(lines);
  const reading = new Reading(lines, start);
  const tokens: Token[] = [];
  const parser = getParser();
  parser.block.parse(shallow(lines, start).replace('\ufeff', ''), parser, {}, tokens);
  for (let i = 0; i < tokens.length; i++) reading.add(tokens[i] as Token, tokens[i + 1]);
  return { start, headings: withFrontMatterTitle(reading.headings, lines, start), blocks: () => reading.blocks };
}

/** markdown-it reads nothing after lists that are nested more deeply than these columns of marks can make them. */
const maxMarks = 90;
const marks = ' \t>-*+.)0123456789';

/** The text from a line on, without marks that would nest its blocks too deeply, and with one kind of line breaks. */
function shallow(lines: Lines, start: number): string {
  let text = '';
  let kept = lines.starts[start] as number;
  for (let i = start; i < lines.count; i++) {
    const from = lines.starts[i] as number;
    if ((lines.starts[i + 1] as number) - from <= maxMarks) continue;
    const line = lineAt(lines, i);
    if (skip(line, marks) <= maxMarks) continue;
    text += `${lines.text.slice(kept, from + maxMarks)}…`;
    kept = from + line.length;
  }
  return (text + lines.text.slice(kept)).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** If no heading is a title, or the title is empty until a template fills it in, that of the front matter is used. */
function withFrontMatterTitle(headings: readonly Heading[], lines: Lines, start: number): readonly Heading[] {
  const title = plainTitle(frontMatterValue(lines, start, 'title')?.text ?? '');
  const first = headings.find(({ level }) => level === 1);
  if (!hasWord(title) || (first !== undefined && first.title !== '')) return headings;
  return first === undefined
    ? [{ line: 0, end: start, level: 1, title }, ...headings]
    : headings.map((one) => (one === first ? { ...one, title } : one));
}

/** What the tokens so far are. */
class Reading {
  readonly headings: Heading[] = [];
  readonly blocks: Block[] = [];
  readonly #lines: Lines;
  /** The line at which the parsed text begins. */
  readonly #start: number;
  #depth = 0;
  /** Block quotes around the token. */
  #quotes = 0;
  /** Whether the token begins a list item. */
  #isItem = false;

  constructor(lines: Lines, start: number) {
    this.#lines = lines;
    this.#start = start;
  }

  add(token: Token, next: Token | undefined): void {
    const { type, nesting } = token;
    if (type === 'list_item_open' || type === 'list_item_close') {
      this.#depth += nesting;
      this.#isItem = nesting > 0;
      return;
    }
    const isQuote = type === 'blockquote_open' || type === 'blockquote_close';
    if (isQuote) this.#quotes += nesting;
    if (token.map === null || nesting < 0 || this.#quotes > (isQuote ? 1 : 0)) return;
    const [line, end] = [this.#start + token.map[0], this.#start + token.map[1]];
    if (isQuote) this.#push('callout', line, end);
    else if (type === 'heading_open' && next?.content === '') return;
    else if (type === 'heading_open' && this.#depth === 0)
      this.headings.push({ line, end, level: Number(token.tag.charAt(1)), title: plainTitle((next?.content ?? '').replaceAll('\n', ' ')) });
    else if (type === 'paragraph_open' || type === 'heading_open') this.#addParagraph(line, end);
    else if (type === 'fence' || type === 'code_block') this.#push(token.info.trim() === '{toctree}' ? 'contents' : 'code', line, end);
    else if (type === 'html_block') this.#addHtml(token.content, line, end);
  }

  #push(kind: BlockKind, first: number, end: number): void {
    let last = end - 1;
    while (last > first && lineAt(this.#lines, last).trim() === '') last--;
    const isItem = this.#isItem && kind === 'paragraph';
    this.#isItem = false;
    this.blocks.push({ kind: isItem ? 'item' : kind, first, last, depth: isItem ? this.#depth - 1 : this.#depth });
  }

  /** Adds the lines that have something to read, in one block for each run of them. */
  #pushText(kind: BlockKind, from: number, end: number): void {
    for (let first = from; first < end; ) {
      let next = first;
      while (next < end && !silent.test(lineAt(this.#lines, next))) next++;
      if (next > first) this.#push(kind, first, next);
      first = next + 1;
    }
  }

  #addHtml(content: string, first: number, end: number): void {
    const text = content.trimStart();
    if (text.startsWith('<pre')) this.#push('code', first, end);
    else if (!text.startsWith('<!--')) this.#pushText('html', first, end);
  }

  /** A paragraph, or what GitHub and MyST read instead: a table after the lines before it; a label. */
  #addParagraph(first: number, end: number): void {
    if (end - first === 1 && isLabel(lineAt(this.#lines, first))) return;
    const header = this.#tableIn(first, end) ?? end;
    this.#pushText('paragraph', first, header);
    if (header < end) this.#push('table', header, end);
  }

  /** The line of the header of a table in these lines. */
  #tableIn(first: number, end: number): number | undefined {
    for (let i = first + 1; i < end; i++) {
      const rule = lineAt(this.#lines, i);
      if (isOnly(rule, `${blanks}|:-`) && rule.includes('-') && rule.includes('|') && lineAt(this.#lines, i - 1).includes('|'))
        return i - 1;
    }
    return undefined;
  }
}
