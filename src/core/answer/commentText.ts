/** What a comment says, for readers: the marks that begin its lines belong to the language it stands in, not to its sentences. */

/** Before the words of a line amid a comment. */
export const innerMark = /^\s*(?:\/{2,}[!*]?|\*+(?=\s|$)|#(?![!\w[]):?|--(?=\s)|;+(?=\s)|%+(?=\s))[ \t]*/;

/** The words of a comment's statement in one line, without the marks of its further lines. Linear. */
export function commentText(statement: string): string {
  const [first = '', ...lines] = statement.split('\n');
  const said = [first, ...lines.map((line) => line.replace(innerMark, ''))].map((line) => line.trim());
  return said.filter((line) => line !== '').join(' ');
}
