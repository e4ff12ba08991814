/** Where lines stand after an edit. The editor moves its own marks, but tells nobody where a comment thread has gone: that is up to us. */

/** 0-based, both inclusive. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** One replaced stretch of a text; positions are those before the edit. */
export interface Edit {
  readonly startLine: number;
  readonly endLine: number;
  /** UTF-16 column where the stretch ends. */
  readonly endCharacter: number;
  /** Line breaks in the new text. */
  readonly breaks: number;
}

/** The lines after the edit; lines that are all gone become the line where they were. */
export function shiftLines({ start, end }: Lines, edit: Edit): Lines {
  const added = edit.breaks - (edit.endLine - edit.startLine);
  // What ends at the very beginning of the lines lies before them, even where it begins there too: a line put in front moves them down.
  if (edit.endLine < start || (edit.endLine === start && edit.endCharacter === 0)) return { start: start + added, end: end + added };
  if (edit.startLine > end) return { start, end };
  const first = Math.min(start, edit.startLine);
  // A break within the last line leaves its beginning where it is; what follows the break is no longer part of the lines.
  if (edit.startLine === end && edit.endCharacter > 0) return { start: first, end };
  const last = edit.endLine <= end ? end + added : edit.startLine + edit.breaks;
  return { start: first, end: Math.max(first, last) };
}
