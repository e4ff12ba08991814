/** The text of an answer as the markdown of a comment, with the numbers of sources as links, and how much of it fits. */

import { inertText } from '../../protocol/text/quoteMarkdown.ts';

/** Characters of a line in a comment; longer ones wrap. An estimate: the editor may be wider or narrower. */
const lineWidth = 110;

/** The link of a source by its number in the text, undefined where the number means none. */
export type LinkOf = (n: number) => string | undefined;

/** The text as markdown. */
export function textMarkdown(text: string, linkOf: LinkOf): string {
  return inertText(text, (n) => linked(`\\[${n}\\]`, linkOf(n)));
}

/** The lines that a text takes in a comment. */
export function linesOfComment(text: string): number {
  return text.split('\n').reduce((height, line) => height + heightOf(line), 0);
}

function heightOf(line: string): number {
  return Math.max(1, Math.ceil(line.length / lineWidth));
}

/** Markdown of ours as a link, where there is one. */
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
