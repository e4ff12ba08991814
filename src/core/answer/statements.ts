/**
 * The statements of a source: sentences of prose and comments, examples, lines of code, as verbatim stretches of its text. Each begins with
 * its words: the marks of comments, lists and quotations before it are left out, and so is what closes a comment behind it.
 *
 * Headings, rules and table borders say nothing by themselves and are left out. Cost: one pass over the text.
 */

import type { ChunkKind } from '../document.ts';
import { codeStatements } from './codeStatements.ts';
import { proseStatements } from './proseStatements.ts';
import type { Statement } from './statement.ts';

const shortest = 8;
/** What a licence says that stands in the comment at the beginning of a file of code. */
const legal =
  /^(?:the software is provided|in no event shall|permission is hereby granted|the above copyright notice|redistributions? (?:and use|of source|in binary)|licensed under the)\b/i;

/** The statements of a text that hold at least a word, in order. */
export function statementsOf(text: string, kind: ChunkKind): readonly Statement[] {
  const all = kind === 'code' ? codeStatements(text).filter(({ from }) => !legal.test(text.slice(from, from + 40))) : proseStatements(text);
  return all.filter(({ from, to }) => to - from >= shortest && /[\p{L}\p{N}]{2}/u.test(text.slice(from, to)));
}
