/**
 * Renders a block as text: common indentation removed, each run of omitted lines replaced by one that counts them, indented as the next, which is a
 * comment in code; one more counts what is left out of the table or list at the end.
 */

import { commentOf } from '../../text/commentLines.ts';
import { languageNamed } from '../../text/languages.ts';
import { indentLength } from '../../util/strings.ts';
import type { Block } from './block.ts';

/** The text for a number of omitted lines. */
export type OmissionText = (lines: number) => string;

const inEnglish: OmissionText = (lines) => `⋯ ${lines} ${lines === 1 ? 'line' : 'lines'} left out`;

/** The text of a block. */
export function blockText(
  block: Pick<Block, 'kind' | 'language' | 'pieces' | 'restLines' | 'heading' | 'moreLines'>,
  omissionText = inEnglish,
): string {
  if (block.heading !== undefined) return listingText(block);
  const lines: string[] = [];
  const indent = sharedIndent(block);
  let next: number | undefined;
  for (const { startLine, text, isCut } of block.pieces) {
    const own = (isCut ? `… ${text} …` : text).split('\n');
    if (next !== undefined && startLine > next) {
      const words = omissionText(startLine - next);
      lines.push(
        block.kind === 'doc'
          ? `${furtherIndent(own[0] ?? '', indent)}${words}`
          : commentBefore(own[0] ?? '', words, indent, block.language),
      );
    }
    for (const line of own) lines.push(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart());
    next = startLine + own.length;
  }
  if (block.restLines !== undefined) lines.push(omissionText(block.restLines));
  return lines.join('\n');
}

/** A listing: `12  const reader = open(path);  (load)` for each line, then the numbers of those that are not quoted. */
function listingText({ pieces, moreLines = [] }: Pick<Block, 'pieces' | 'moreLines'>): string {
  const lines = pieces.map(({ startLine, text, isCut, within }) => {
    return `${startLine}  ${text}${isCut ? ' …' : ''}${within === undefined ? '' : `  (${within})`}`;
  });
  return [...lines, ...(moreLines.length === 0 ? [] : [`… ${moreLines.join(', ')}`])].join('\n');
}

/** The leading white space shared by all non-blank lines of a block. */
export function sharedIndent({ pieces }: Pick<Block, 'pieces'>): string {
  let shared: string | undefined;
  for (const line of pieces.flatMap(({ text }) => text.split('\n'))) {
    if (line.trim() === '') continue;
    const own = line.slice(0, indentLength(line));
    let length = 0;
    while (shared !== undefined && length < shared.length && own[length] === shared[length]) length++;
    shared = shared === undefined ? own : shared.slice(0, length);
  }
  return shared ?? '';
}

/** What a line is indented by beyond the block. */
function furtherIndent(line: string, indent: string): string {
  return line.slice(0, indentLength(line)).slice(indent.length);
}

/** A comment, indented like the line after it. */
function commentBefore(after: string, words: string, indent: string, language: string): string {
  const [open, close] = commentOf(languageNamed(language).comments);
  return `${furtherIndent(after, indent)}${open} ${words}${close === '' ? '' : ` ${close}`}`;
}
