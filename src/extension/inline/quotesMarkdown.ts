/** Quoted blocks as the markdown of a comment: each under its subject, which opens its lines, and as many as there is room for. */

import type { WireBlock } from '../../protocol/places.ts';
import { escapeMarkdown, shorten } from '../../protocol/text/markdown.ts';
import { quotedText, quoteMarkdown } from '../../protocol/text/quoteMarkdown.ts';
import { firstLines, linesOfComment, linked } from './answerText.ts';

/** A longer subject is cut. UTF-16 units. */
const maxSubject = 80;
/** Lines of a comment that a subject takes, with the space around it. */
const subjectLines = 1.9;

export interface QuotesMarkdown {
  readonly markdown: string;
  /** Blocks that are shown, or a part of them. */
  readonly count: number;
  /** Whether something had no room. */
  readonly isCut: boolean;
}

/** As many of the blocks as fit into `room` lines of a comment; the first one is cut where it does not fit. */
export function quotesMarkdown(
  blocks: readonly WireBlock[],
  linkOf: (block: WireBlock) => string | undefined,
  room: number,
): QuotesMarkdown {
  const parts: string[] = [];
  let left = room;
  for (const [count, block] of blocks.entries()) {
    const text = quotedText(block);
    const fitting = firstLines(text, Math.max(1, left - subjectLines));
    if (fitting.isCut && count > 0) return { markdown: parts.join('\n\n'), count, isCut: true };
    parts.push(linked(subjectOf(block), linkOf(block)), quoteMarkdown(fitting.text, block));
    if (fitting.isCut) return { markdown: parts.join('\n\n'), count: 1, isCut: true };
    left -= linesOfComment(text) + subjectLines;
  }
  return { markdown: parts.join('\n\n'), count: blocks.length, isCut: false };
}

/** `**Router.app** · starlette/routing.py:751–764`, `docs/state.md › **Reload**`. */
function subjectOf({ kind, subject, path, startLine, endLine }: WireBlock): string {
  const name = subject === '' ? '' : `**${escapeMarkdown(shorten(subject, maxSubject))}**`;
  const lines = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  const parts = kind === 'code' ? [name, escapeMarkdown(`${path}:${lines}`)] : [escapeMarkdown(path), name];
  return parts.filter((part) => part !== '').join(kind === 'code' ? ' · ' : ' › ');
}
