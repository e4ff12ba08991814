/** The lines that describe a line with a value: its comment, its statement, its entry or paragraph, the header of its table. */

import type { ChunkKind } from '../../document.ts';
import { isCommentLine } from '../../text/commentLines.ts';
import { languageNamed } from '../../text/languages.ts';
import { indentLength, skip, startsWithAny } from '../../util/strings.ts';

/** Max lines of a description on one side, and of a statement of several lines. */
const maxDescription = 8;
const maxStatement = 10;

/** Lines as positions, inclusive; `header` is that of a table. */
export interface Description {
  readonly first: number;
  readonly last: number;
  readonly header?: number;
}

/** The lines around a line; `isText`: read as text, though it may be in code. */
export function descriptionAt(lines: readonly string[], at: number, { kind, language }: Described, isText: boolean): Description {
  const lineAt = (i: number): string => (lines[i] ?? '').trimEnd();
  if (startsWithAny(lineAt(at).trimStart(), '|')) {
    let header = at;
    while (startsWithAny(lineAt(header - 1).trimStart(), '|')) header--;
    return { first: at, last: at, header };
  }
  const { comments } = languageNamed(language);
  const indent = indentLength(lineAt(at));
  const isComment = (i: number): boolean => kind === 'code' && isCommentLine(lineAt(i), comments);
  let [first, last] = [at, at];
  if (kind === 'doc' || (isText && !isComment(at))) {
    const isInside = (i: number): boolean => lineAt(i) !== '' && (kind === 'doc' || indentLength(lineAt(i)) >= indent);
    while (!isEntryStart(lineAt(first)) && isInside(first - 1) && at - first < maxDescription) first--;
    while (isInside(last + 1) && !isEntryStart(lineAt(last + 1)) && last - at < maxDescription) last++;
    // What is described begins farther out.
    if (kind === 'code' && !isEntryStart(lineAt(first)) && lineAt(first - 1) !== '') first--;
    return { first, last };
  }
  const isInside = (i: number): boolean => lineAt(i) !== '' && indentLength(lineAt(i)) >= indent;
  let [open, close] = [at, at];
  while (isInside(open - 1) && at - open < maxStatement) open--;
  while (isInside(close + 1) && close - at < maxStatement) close++;
  const isAround = (i: number): boolean => lineAt(i) !== '' && indentLength(lineAt(i)) < indent;
  if (isAround(open - 1) && isTagStart(lineAt(open - 1))) [first, last] = [open - 1, close];
  else if (isAround(open - 1) && isAround(close + 1) && close - open + 3 <= maxStatement) [first, last] = [open - 1, close + 1];
  while (isComment(first - 1) && !isTagStart(lineAt(first)) && at - first < maxDescription) first--;
  while (isComment(last) && isComment(last + 1) && !isTagStart(lineAt(last + 1))) last++;
  // A comment describes what follows it.
  if (isComment(last) && lineAt(last + 1) !== '') last++;
  return { first, last };
}

interface Described {
  readonly kind: ChunkKind;
  readonly language: string;
}

/** Whether a line begins what a comment says of one thing: `@param`, `:param`. Comments may begin with `#: `. */
function isTagStart(line: string): boolean {
  const at = skip(line, ' \t*#/;-');
  return startsWithAny(line.slice(at), '@:\\') && !startsWithAny(line.slice(at + 1), ' ');
}

/** Whether a line begins an item of a list, a row of a table, an option of a usage text or a tag of a comment. */
function isEntryStart(line: string): boolean {
  const text = line.trimStart();
  return startsWithAny(text, '|-@:') || (startsWithAny(text, '*+') && startsWithAny(text.slice(1), ' '));
}
