/** Renders a block as text: common indentation removed, each run of omitted lines replaced by a comment in the file's language. */

import { languageOf } from '../../text/languages.ts';
import { commentOf } from '../../text/zones.ts';
import type { Block } from './block.ts';

/** The text of a block; `path` decides the comment syntax. */
export function blockText(block: Block, path: string): string {
  const lines: string[] = [];
  const indent = sharedIndent(block);
  let next: number | undefined;
  for (const { startLine, text, isCut } of block.pieces) {
    const own = (isCut ? `… ${text} …` : text).split('\n');
    if (next !== undefined && startLine > next) lines.push(omission(startLine - next, own[0] ?? '', indent, path, block.kind));
    for (const line of own) lines.push(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart());
    next = startLine + own.length;
  }
  return lines.join('\n');
}

/** The leading white space shared by all non-blank lines of a block. */
export function sharedIndent({ pieces }: Pick<Block, 'pieces'>): string {
  let shared: string | undefined;
  for (const line of pieces.flatMap(({ text }) => text.split('\n'))) {
    if (line.trim() === '') continue;
    const own = /^[ \t]*/.exec(line)?.[0] ?? '';
    let length = 0;
    while (shared !== undefined && length < shared.length && own[length] === shared[length]) length++;
    shared = shared === undefined ? own : shared.slice(0, length);
  }
  return shared ?? '';
}

/** A line that counts the omitted ones, indented like the line after them. */
function omission(count: number, after: string, indent: string, path: string, kind: Block['kind']): string {
  const words = `${count} ${count === 1 ? 'line' : 'lines'} left out`;
  if (kind === 'doc') return `[… ${words}]`;
  const [open, close] = commentOf(languageOf(path).comments);
  const own = (/^[ \t]*/.exec(after)?.[0] ?? '').slice(indent.length);
  return `${own}${open} ${words}${close === '' ? '' : ` ${close}`}`;
}
