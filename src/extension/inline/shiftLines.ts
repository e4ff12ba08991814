/** Tracks lines through edits. The editor moves its own decorations, but does not report where a comment thread has moved. */

/** 0-based, both inclusive. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** One replaced range of a text; positions are those before the edit. */
export interface Edit {
  readonly startLine: number;
  readonly endLine: number;
  /** UTF-16 column of the end of the range. */
  readonly endCharacter: number;
  /** Line breaks in the new text. */
  readonly breaks: number;
}

/** The lines after the edit; deleted lines become the line where they were. */
export function shiftLines({ start, end }: Lines, edit: Edit): Lines {
  const added = edit.breaks - (edit.endLine - edit.startLine);
  // An edit that ends at the very start of the lines lies before them, even if it also begins there: a line inserted in front moves them
  // down.
  if (edit.endLine < start || (edit.endLine === start && edit.endCharacter === 0)) return { start: start + added, end: end + added };
  if (edit.startLine > end) return { start, end };
  const first = Math.min(start, edit.startLine);
  // A break within the last line leaves its start in place; the text after the break no longer belongs to the lines.
  if (edit.startLine === end && edit.endCharacter > 0) return { start: first, end };
  const last = edit.endLine <= end ? end + added : edit.startLine + edit.breaks;
  return { start: first, end: Math.max(first, last) };
}
