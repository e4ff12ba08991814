/** The text of an answer as markdown for a comment, with source numbers as links, truncated to the available height. */

import { inertText } from '../../protocol/text/quoteMarkdown.ts';

/** Characters per line of a comment; longer lines wrap. An estimate: the editor may be wider or narrower. */
const lineWidth = 110;

/** The link of a source by its number in the text, undefined for an unknown number. */
export type LinkOf = (n: number) => string | undefined;

export function textMarkdown(text: string, linkOf: LinkOf): string {
  return inertText(text, (n) => linked(`\\[${n}\\]`, linkOf(n)));
}

/** The height of a text in lines of a comment. */
export function linesOfComment(text: string): number {
  return text.split('\n').reduce((height, line) => height + heightOf(line), 0);
}

function heightOf(line: string): number {
  return Math.max(1, Math.ceil(line.length / lineWidth));
}

/** Trusted markdown as a link, if there is one. */
export function linked(label: string, link: string | undefined): string {
  return link === undefined ? label : `[${label}](${link})`;
}

/** The first lines of a text that fit into `room` lines of a comment. */
export function firstLines(text: string, room: number): { readonly text: string; readonly isCut: boolean } {
  const lines = text.split('\n');
  let height = 0;
  for (const [i, line] of lines.entries()) {
    const own = heightOf(line);
    if (height + own > room) {
      const left = Math.max(0, room - height) * lineWidth;
      const piece = line.slice(0, left).replace(/\s+\S*$/, '');
      return { text: [...lines.slice(0, i), ...(piece === '' ? [] : [`${piece} …`])].join('\n').trimEnd(), isCut: true };
    }
    height += own;
  }
  return { text, isCut: false };
}
