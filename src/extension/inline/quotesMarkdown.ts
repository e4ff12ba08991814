/**
 * An answer that is made of quotes as the markdown of a comment: each quote stands alone with the number of its source behind it, and a
 * quote of code is code, whatever its signs would mean in markdown.
 */

import type { Segment } from '../../protocol/segments.ts';
import { firstLines, type LinkOf, linesOfComment, numberLink, textMarkdown } from './answerText.ts';

/** As many of the segments as fit into `room` lines of a comment, the last one cut where none would fit else. `numbers` has what each citation is called. */
export function quotesMarkdown(
  segments: readonly Segment[],
  numbers: readonly number[],
  room: number,
  linkOf: LinkOf,
): { readonly markdown: string; readonly isCut: boolean } {
  const blocks: string[] = [];
  let left = room;
  for (const segment of segments) {
    const fitting = firstLines(segment.text, left);
    // A quote of which only a piece fits is told in the panel, unless it is the first.
    if (fitting.isCut && blocks.length > 0) return { markdown: blocks.join('\n\n'), isCut: true };
    const links = segment.cited.map((index) => numberLink(numbers[index] ?? 0, linkOf)).join(' ');
    blocks.push(segment.isCode ? `${codeBlock(fitting.text)}\n${links}` : `${textMarkdown(fitting.text, linkOf)} ${links}`.trimEnd());
    if (fitting.isCut) return { markdown: blocks.join('\n\n'), isCut: true };
    // What follows a block is apart from it, and the number of code has a line of its own.
    left -= linesOfComment(segment.text) + (segment.isCode ? 2 : 1);
  }
  return { markdown: blocks.join('\n\n'), isCut: false };
}

/** A fence that no line of the code can end. */
function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}
