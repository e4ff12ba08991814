/**
 * The text of an answer as markdown that is inert by construction, while it streams: paragraphs, lists, headings, bold text and code are
 * written by us, the numbers of sources are handed out as numbers, and every other character is escaped. Code goes out in a fence of our
 * own, longer than anything that a line of it begins with; a line that begins with as much goes out as text. So a reader that ends a
 * fence elsewhere than we do still finds nothing to draw. Cost: linear in the text, held back at most to the end of a line.
 */

import { codeSpans } from '../../engine/text/codeSpans.ts';
import { codeLine, type Fence, fenceAfter } from '../../engine/text/fences.ts';
import { codeSpan, escapeMarkdown } from './markdown.ts';
import { shown } from './visible.ts';

/** Markdown, or the number of a source in its place. */
export type MarkdownPiece = string | number;

const ownFence = '`'.repeat(16);
const beginsWithFence = new RegExp(`^\\s*${ownFence}`);
/** Some names of languages, and tags in code, have the chat draw something else than code. */
const language = /^\w*\+{0,2}#?/;
const chatTag = /<\/?vscode_/i;

const maxHeld = 4000;
/** What is read as a whole: lines that are, or may become, a fence or a heading. */
const wholeLine = /^\s*(?:`{0,2}$|`{3,}[^`]*$|~|#)/;
const listMark = /^(\s*)([-*+]|\d{1,3}[.)])\s+(?=\S)/;
/** What a line begins with before its first word is there. */
const lineStart = /^\s*(?:(?:[-*+]|\d{1,3}[.)])(?:\s+|$))?/;
const heading = /^#{1,6}\s+(.*)$/;
/** Code, overwritten; bold text; the number of a source. */
const markup = /\n+|\*\*(?! )([^*]*[^* ])\*\*|\[(\d{1,4})\]/g;

export class InertMarkdown {
  /** The beginning of a line that may still change its meaning. */
  #held = '';
  #isMidLine = false;
  /** Where the answer has code. */
  #fence: Fence | undefined;
  #isFenceOpen = false;

  /** The next piece of the answer; returns what can be shown by now. */
  push(text: string): MarkdownPiece[] {
    const [first = '', ...more] = text.replaceAll('\r', '').split('\n');
    this.#held += first;
    const pieces: MarkdownPiece[] = [];
    for (const line of more) {
      pieces.push(...this.#line(this.#held, '\n'));
      this.#held = line;
    }
    if (this.#fence === undefined) pieces.push(...this.#early());
    return joined(pieces);
  }

  /** What was held back, with the code closed. */
  end(): MarkdownPiece[] {
    const pieces = this.#held === '' ? [] : this.#line(this.#held, '');
    this.#held = '';
    this.#fence = undefined;
    return joined([...pieces, this.#close().trimEnd()]);
  }

  #line(line: string, lineBreak: string): MarkdownPiece[] {
    const before = this.#fence;
    if (!this.#isMidLine) this.#fence = fenceAfter(before, line);
    if (before !== undefined) return this.#fence === undefined ? [this.#close()] : this.#code(before, codeLine(before, line));
    if (this.#fence !== undefined) return [];
    const pieces = this.#isMidLine ? inline(line) : block(line);
    this.#isMidLine = false;
    return [...pieces, lineBreak];
  }

  #code(fence: Fence, line: string): MarkdownPiece[] {
    if (beginsWithFence.test(line) || chatTag.test(line)) return [this.#close(), `${escapeMarkdown(line)}\n`];
    const opening = this.#isFenceOpen ? '' : `${ownFence}${language.exec(fence.language)?.[0] ?? ''}\n`;
    this.#isFenceOpen = true;
    return [`${opening}${shown(line, { lines: true }).trimEnd()}\n`];
  }

  #close(): string {
    const closing = this.#isFenceOpen ? `${ownFence}\n` : '';
    this.#isFenceOpen = false;
    return closing;
  }

  /** The beginning of the unfinished line that means the same whatever follows. */
  #early(): MarkdownPiece[] {
    const held = this.#held;
    if (!this.#isMidLine && wholeLine.test(held)) return [];
    const end = held.length > maxHeld ? held.length : closedEnd(held);
    const begin = this.#isMidLine ? 0 : (lineStart.exec(held)?.[0].length ?? 0);
    if (end <= begin) return [];
    const pieces = this.#isMidLine ? inline(held.slice(0, end)) : block(held.slice(0, end));
    this.#held = held.slice(end);
    this.#isMidLine = true;
    return pieces;
  }
}

/** The last blank of a text before which all code and bold text is closed; 0 where there is none. */
function closedEnd(text: string): number {
  const { spans } = codeSpans(text);
  let span = 0;
  let end = 0;
  let isBold = false;
  for (const { 0: token, index } of text.matchAll(/`+|\*\*| /g)) {
    while ((spans[span]?.to ?? text.length) <= index) span++;
    const isCode = (spans[span]?.from ?? text.length) <= index;
    if (isCode) continue;
    if (token.startsWith('`')) break;
    if (token === '**') isBold = !isBold;
    else if (!isBold) end = index;
  }
  return end;
}

function block(line: string): MarkdownPiece[] {
  // A heading in a comment or a chat is no larger than its text.
  const title = heading.exec(line)?.[1]?.trim();
  if (title) return ['**', ...inline(title), '**'];
  const [whole = '', indent = '', mark] = listMark.exec(line) ?? [];
  return [mark === undefined ? '' : `${indent.slice(0, 6)}${mark} `, ...inline(line.slice(whole.length).trim())];
}

function inline(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let at = 0;
  for (const { 0: whole, 1: bold, 2: digits, index } of withoutCode(text).matchAll(markup)) {
    const source = text.slice(index, index + whole.length);
    pieces.push(escapeMarkdown(text.slice(at, index)));
    if (digits !== undefined) pieces.push(Number(digits));
    else if (bold !== undefined) pieces.push('**', ...inline(source.slice(2, -2)), '**');
    else pieces.push(span(source));
    at = index + whole.length;
  }
  return [...pieces, escapeMarkdown(text.slice(at))];
}

/** The line with its code spans overwritten by line breaks, which no line has. */
function withoutCode(text: string): string {
  let masked = '';
  for (const { from, to } of codeSpans(text).spans) masked += text.slice(masked.length, from) + '\n'.repeat(to - from);
  return masked + text.slice(masked.length);
}

/** Code that holds backticks is text: `marked` does not see where it ends while it pairs the asterisks around it. */
function span(source: string): string {
  const code = source.replace(/^(`+)(.*)\1$/, '$2').trim();
  return code === '' || code.includes('`') || chatTag.test(code) ? escapeMarkdown(source) : codeSpan(code);
}

/** Neighbouring pieces of markdown as one. */
function joined(pieces: readonly MarkdownPiece[]): MarkdownPiece[] {
  const all: MarkdownPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else if (piece !== '') all.push(piece);
  }
  return all;
}
