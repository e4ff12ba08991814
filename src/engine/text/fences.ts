/**
 * Fenced code of markdown as CommonMark has it, but at any indentation: a fence in a list is indented with its item. The panel's reader
 * aside, this is the only parser of fences. Cost: one pass over a line.
 */

/** A fence that is open. */
export interface Fence {
  /** Its backticks or tildes, at least three. */
  readonly mark: string;
  /** Blanks and tabs before the mark. */
  readonly indent: number;
  /** The language that it names, as written; may be empty. */
  readonly language: string;
}

/** A line of backticks with another backtick behind them is a code span, no fence. */
const opening = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*([\w+#-]*)/;
const closing = /^([ \t]*)(`{3,}|~{3,})[ \t\r\n]*$/;

/** The fence that is open after `line`, given the one that is open before it. The line may have its line break. */
export function fenceAfter(open: Fence | undefined, line: string): Fence | undefined {
  if (open !== undefined) {
    const [, indent = '', mark = ''] = closing.exec(line) ?? [];
    return mark.startsWith(open.mark) && indent.length <= open.indent + 3 ? undefined : open;
  }
  const [, indent = '', mark, language = ''] = opening.exec(line) ?? [];
  return mark === undefined ? undefined : { mark, indent: indent.length, language };
}

/** Whether a line is a fence that names no language, as one that closes is. */
export function isBareFence(line: string): boolean {
  return closing.test(line);
}

/** A line of code without the indentation of its fence. */
export function codeLine({ indent }: Fence, line: string): string {
  return line.slice(Math.min(indent, line.search(/[^ \t]|$/)));
}

/** Backticks, at least `min`, that nothing in `code` can close. */
export function backticksAround(code: string, min: number): string {
  let length = min;
  for (const [run] of code.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}
