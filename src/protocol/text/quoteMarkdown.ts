/** Quoted blocks and answers as markdown for comments and the chat, inert except for what we generate. */

import { type Fence, fenceAfter } from '../../engine/text/fences.ts';
import type { WireBlock } from '../places.ts';
import { InertMarkdown } from './inertMarkdown.ts';
import { codeBlock, escapeMarkdown } from './markdown.ts';
import { shownText } from './omissions.ts';

/** A line start that does not continue the previous paragraph. */
const startsBlock = /^\s*(?:[-*+>#|=]|\d{1,3}[.)]\s)/;

/** The text of a block before it is made inert: code, or the document's markdown with each paragraph on one line. */
export function quotedText(block: WireBlock): string {
  return block.kind === 'code' ? shownText(block) : withoutSoftBreaks(shownText(block));
}

/** That text, or a prefix of it, as markdown: code in a fence with its language. */
export function quoteMarkdown(text: string, block: Pick<WireBlock, 'kind' | 'language'>): string {
  return block.kind === 'code' ? codeBlock(text, block.language) : inertText(text);
}

/** Text as inert markdown; `numbered` renders the number of a source, by default as text. */
export function inertText(text: string, numbered = (n: number): string => escapeMarkdown(`[${n}]`)): string {
  const inert = new InertMarkdown();
  // A line is drawn as a whole when it has ended.
  const pieces = [...inert.push(`${text}\n`), ...inert.end()];
  return pieces
    .map((piece) => (typeof piece === 'number' ? numbered(piece) : piece))
    .join('')
    .trimEnd();
}

/** Markdown with each paragraph on one line, as it is displayed. */
export function withoutSoftBreaks(text: string): string {
  const lines: string[] = [];
  let fence: Fence | undefined;
  let isParagraph = false;
  for (const line of text.split('\n')) {
    const before = fence;
    fence = fenceAfter(fence, line);
    const isText = before === undefined && fence === undefined && line.trim() !== '';
    if (isText && isParagraph && !startsBlock.test(line)) lines.push(`${lines.pop()?.trimEnd()} ${line.trim()}`);
    else lines.push(line);
    isParagraph = isText && !/^\s*(?:#|\|)/.test(line);
  }
  return lines.join('\n');
}
