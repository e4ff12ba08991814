/** Quoted blocks as markdown for a comment: each under its subject, which links to its lines, as many as fit. */

import type { WireBlock } from '../../protocol/places.ts';
import type { OmissionText } from '../../protocol/text/blockLines.ts';
import { escapeMarkdown, shorten } from '../../protocol/text/markdown.ts';
import { quotedText, quoteMarkdown } from '../../protocol/text/quoteMarkdown.ts';
import { firstLines, linesOfComment, linked } from './answerText.ts';

/** Longer subjects are truncated. UTF-16 units. */
const maxSubject = 80;
/** Height of a subject in lines of a comment, with its margins. */
const subjectLines = 1.9;

export interface QuotesMarkdown {
  readonly markdown: string;
  /** Number of blocks shown, completely or in part. */
  readonly count: number;
  /** Whether something did not fit. */
  readonly isCut: boolean;
}

/** As many of the blocks as fit into `room` lines of a comment; the first one is truncated if necessary. */
export function quotesMarkdown(
  blocks: readonly WireBlock[],
  linkOf: (block: WireBlock) => string | undefined,
  room: number,
  omissionText: OmissionText,
): QuotesMarkdown {
  const parts: string[] = [];
  let left = room;
  for (const [count, block] of blocks.entries()) {
    const text = quotedText(block, omissionText);
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
