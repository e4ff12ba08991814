/**
 * An answer that is made of quotes as the markdown of a comment: each quote stands alone with the number of its source behind it, and a
 * quote of code is code, whatever its signs would mean in markdown.
 */

import type { Segment } from '../../protocol/segments.ts';
import { firstLines, linesOfComment, numberLink, textMarkdown } from './answerText.ts';

/** A citation as it is shown: its number, and the link to the quoted lines. */
export interface CitationLink {
  readonly n: number;
  readonly link: string;
}

/** As many of the segments as fit into `room` lines of a comment, the last one cut where none would fit else. */
export function quotesMarkdown(
  segments: readonly Segment[],
  citations: readonly CitationLink[],
  room: number,
): { readonly markdown: string; readonly isCut: boolean } {
  const blocks: string[] = [];
  let left = room;
  for (const segment of segments) {
    const fitting = firstLines(segment.text, left);
    // A quote of which only a piece fits is told in the panel, unless it is the first.
    if (fitting.isCut && blocks.length > 0) return { markdown: blocks.join('\n\n'), isCut: true };
    const links = segment.cited.map((index) => numberLink(citations[index]?.n ?? 0, () => citations[index]?.link)).join(' ');
    const isCode = segment.form === 'code';
    const isBlock = isCode && fitting.text.includes('\n');
    const told = isBlock ? codeBlock(fitting.text) : isCode ? codeSpan(fitting.text) : textMarkdown(fitting.text, () => undefined);
    blocks.push(`${told}${isBlock ? '\n' : ' '}${links}`.trimEnd());
    if (fitting.isCut) return { markdown: blocks.join('\n\n'), isCut: true };
    // What follows a block is apart from it, and the number of lines of code has a line of its own.
    left -= linesOfComment(segment.text) + (isBlock ? 2 : 1);
  }
  return { markdown: blocks.join('\n\n'), isCut: false };
}

/** A fence that no line of the code can end; without a language the editor would colour it as the file that is open. */
function codeBlock(code: string): string {
  const fence = ticksAround(code, 3);
  return `${fence}plaintext\n${code}\n${fence}`;
}

/** A line of code amid text. */
function codeSpan(code: string): string {
  const ticks = ticksAround(code, 1);
  return `${ticks} ${code.trim()} ${ticks}`;
}

function ticksAround(code: string, least: number): string {
  const longest = Math.max(least - 1, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}
