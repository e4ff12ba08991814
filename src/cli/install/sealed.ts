/** Texts of ours in files of others. Each carries a hash of itself, which tells an older one from one that was edited by hand. */

import { createHash } from 'node:crypto';
import { append, newFile, withoutPart } from './appendix.ts';
import { EditError } from './editError.ts';

const endMark = '<!-- /meshrag -->';

function digest(text: string): string {
  return createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('hex').slice(0, 8);
}

/** The lines of a block in an instruction file, between its marks. */
export function blockLines(lines: readonly string[]): string[] {
  return [`<!-- meshrag ${digest(lines.join('\n'))}, written by "meshrag install", removed by "meshrag uninstall" -->`, ...lines, endMark];
}

/** A file with the block; `text` is `undefined` if there is none yet. Throws `EditError` for a file that has to be left as it is. */
export function insertBlock(text: string | undefined, lines: readonly string[]): string {
  if (text === undefined) return newFile(blockLines(lines));
  const found = blockIn(text);
  if (found === undefined) return append(text, blockLines(lines));
  const { start, end, lineBreak } = found;
  return text.slice(0, start) + blockLines(lines).join(lineBreak) + text.slice(end);
}

/** The file before the block was added; `undefined` if there was none. Throws like `insertBlock`. */
export function removeBlock(text: string): string | undefined {
  const found = blockIn(text);
  return found === undefined ? text : withoutPart(text, found.start, found.end);
}

function blockIn(text: string): { start: number; end: number; lineBreak: string } | undefined {
  const conflict = /^<{7} /m.exec(text);
  if (conflict && /^>{7} /m.test(text))
    throw new EditError(`has marks of an unresolved merge (line ${lineAt(text, conflict.index)})`, 'Resolve it and try again');
  const starts = [...text.matchAll(/^\ufeff?(<!-- meshrag ([0-9a-f]{8})\b.* -->)(\r\n|\n|\r|$)/gm)];
  const ends = [...text.matchAll(/^<!-- \/meshrag -->/gm)];
  const [start, end] = [starts[0], ends[0]];
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined || starts.length + ends.length > 2 || end.index < start.index)
    throw new EditError(
      `has marks of our block that are no pair (line ${lineAt(text, (start ?? end)?.index ?? 0)})`,
      'Remove what is left of it and try again',
    );
  const [whole, mark = '', hash, lineBreak = '\n'] = start;
  const at = start.index + whole.indexOf(mark);
  const inner = text.slice(at + mark.length + lineBreak.length, end.index).replace(/(?:\r\n|\n|\r)$/, '');
  if (digest(inner) !== hash)
    throw new EditError(
      `has our block with changes by hand (lines ${lineAt(text, at)}-${lineAt(text, end.index)})`,
      'Keep it, or remove the block from mark to mark and try again',
    );
  return { start: at, end: end.index + endMark.length, lineBreak };
}

/** A whole file of ours, with its hash in the last line. */
export function sealedFile(text: string): string {
  return `${text}\n<!-- meshrag ${digest(text)} -->\n`;
}

/** Whether a file is one of ours, of whichever version, and unchanged. */
export function isSealed(file: string): boolean {
  const [, text = '', hash] = /^([\s\S]*)\n<!-- meshrag ([0-9a-f]{8}) -->\n$/.exec(file.replace(/\r\n?/g, '\n')) ?? [];
  return hash !== undefined && digest(text) === hash;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split(/\r\n|\n|\r/).length;
}
