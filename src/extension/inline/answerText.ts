/**
 * The text of an answer as markdown that is safe beside links of ours: paragraphs, lists, emphasis and code stay, a number of a source
 * becomes a link, every other sign is itself. Fences are written anew at the beginning of a line, so that what counts as code here is
 * what the editor takes for code. One pass over the lines.
 */

import { escapeMarkdown } from '../../protocol/markdown.ts';

/** Characters of a line in a comment; longer ones wrap. An estimate: the editor may be wider or narrower. */
const lineWidth = 96;
const fenceLine = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const listMark = /^(\s*)([-*+]|\d{1,3}[.)])\s+/;
const headingMark = /^#{1,6}\s+(.*)$/;

/** The link of a source by its number in the text, undefined where the number means none. */
export type LinkOf = (n: number) => string | undefined;

/** The text as markdown. A fence that is not closed yet is closed, or what follows would be part of the code. */
export function textMarkdown(text: string, linkOf: LinkOf): string {
  let fence = '';
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const before = fence;
    fence = fenceAfter(line, before);
    if (before === '' && fence !== '') lines.push(fence + (/^\s*(\w+)/.exec(fenceLine.exec(line)?.[2] ?? '')?.[1] ?? ''));
    else if (fence === '' && before !== '') lines.push(before);
    else lines.push(fence === '' ? lineMarkdown(line, linkOf) : line.trimEnd());
  }
  if (fence !== '') lines.push(fence);
  return lines.join('\n');
}

/** The lines that a text takes in a comment. */
export function linesOfComment(text: string): number {
  return text.split('\n').reduce((height, line) => height + tallness(line), 0);
}

function tallness(line: string): number {
  return Math.max(1, Math.ceil(line.length / lineWidth));
}

/** The number of a source as a link; as text where it means none. */
export function numberLink(n: number, linkOf: LinkOf): string {
  const link = linkOf(n);
  const text = escapeMarkdown(`[${n}]`);
  return link === undefined ? text : `[${text}](${link})`;
}

/** The first lines of a text that fit into `room` lines of a comment. */
export function firstLines(text: string, room: number): { readonly text: string; readonly isCut: boolean } {
  const lines = text.split('\n');
  let height = 0;
  let fence = '';
  for (const [i, line] of lines.entries()) {
    const tall = tallness(line);
    if (height + tall > room) {
      const left = Math.max(0, room - height) * lineWidth;
      const piece = fence === '' ? line.slice(0, left).replace(/\s+\S*$/, '') : '';
      return { text: [...lines.slice(0, i), ...(piece === '' ? [] : [`${piece} …`])].join('\n').trimEnd(), isCut: true };
    }
    height += tall;
    fence = fenceAfter(line, fence);
  }
  return { text, isCut: false };
}

/** The fence that is open after a line; empty where none is. */
function fenceAfter(line: string, open: string): string {
  const mark = fenceLine.exec(line)?.[1];
  if (mark === undefined) return open;
  if (open === '') return mark;
  return mark.startsWith(open) && line.trim() === mark ? '' : open;
}

function lineMarkdown(line: string, linkOf: LinkOf): string {
  // A headline in a comment is no larger than its text.
  const heading = headingMark.exec(line);
  if (heading) return `**${inlineMarkdown(heading[1] ?? '', linkOf)}**`;
  const mark = listMark.exec(line);
  const begin = mark ? `${(mark[1] ?? '').slice(0, 6)}${mark[2]} ` : '';
  return begin + inlineMarkdown(line.slice(mark?.[0].length ?? 0).trim(), linkOf);
}

function inlineMarkdown(text: string, linkOf: LinkOf): string {
  const parts = text.split(/(`[^`]+`|\*\*[^*\s](?:[^*]*[^*\s])?\*\*|\[\d{1,4}\])/);
  return parts
    .map((part, i) => {
      if (i % 2 === 0) return escapeMarkdown(part);
      if (part.startsWith('`')) return part;
      if (part.startsWith('**')) return `**${inlineMarkdown(part.slice(2, -2), linkOf)}**`;
      return numberLink(Number(part.slice(1, -1)), linkOf);
    })
    .join('');
}
