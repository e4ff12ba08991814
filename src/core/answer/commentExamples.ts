/**
 * Examples of code amid comments and documentation strings: fenced (Rust, JavaScript, markdown in Python), behind `@example` (JSDoc), or
 * indented behind `::` and `.. code-block::` (reStructuredText). Cost: one look at each line.
 */

/** A line of a comment: its words, and the column where they begin. */
export interface CommentLine {
  readonly words: string;
  readonly column: number;
}

/** Lines of an example, end exclusive; `next` is the first line behind it and what closes it. */
export interface CommentExample {
  readonly first: number;
  readonly end: number;
  readonly next: number;
  /** What its fence names. */
  readonly language: string;
}

/** Tildes underline headings in documentation strings. */
const fence = /^(`{3,})\s*([\w+#-]*)/;
const bareFence = /^`{3,}$/;
const tag = /^@\w/;
const literal = /^\.\. (?:code-block|sourcecode|code)::\s*([\w-]*)|^(?!\.\. ).*::$/;
/** How lines of code end and begin, and lines of prose do not. */
const endsCode = /[;{}()\],]$|^[#}.]/;

/** The example that a line of a comment opens. */
export function exampleAt(lines: readonly CommentLine[], at: number): CommentExample | undefined {
  const { words } = lines[at] as CommentLine;
  const [, mark = '', language = ''] = fence.exec(words) ?? [];
  if (mark !== '') {
    const end = behind(lines, at + 1, ({ words: said }) => bareFence.test(said) && said.startsWith(mark));
    return { first: at + 1, end, next: end + 1, language };
  }
  if (words === '') return undefined;
  const first = behind(lines, at + 1, ({ words: said }) => said !== '');
  const opener = lines[first]?.words ?? '';
  if (/^@example\b/.test(words) && opener !== '' && !fence.test(opener)) {
    const end = behind(lines, first, ({ words: said }) => tag.test(said) || fence.test(said));
    return { first, end, next: end, language: '' };
  }
  const announced = first > at + 1 ? literal.exec(words) : null;
  if (announced === null) return undefined;
  const { column } = lines[at] as CommentLine;
  const end = behind(lines, first, (line) => line.words !== '' && line.column <= column);
  return end > first ? { first, end, next: end, language: announced[1] ?? '' } : undefined;
}

/** The example at the beginning of a comment of which the text holds but the end; undefined where there is none. */
export function cutExample(lines: readonly CommentLine[]): CommentExample | undefined {
  const fences = [...lines.keys()].filter((i) => fence.test((lines[i] as CommentLine).words));
  const end = fences[0] ?? -1;
  if (fences.length % 2 === 0 || !bareFence.test(lines[end]?.words ?? '')) return undefined;
  return endsCode.test(lines[end - 1]?.words ?? '') ? { first: 0, end, next: end + 1, language: '' } : undefined;
}

/** The first line from one on that is so; behind the last where none is. */
function behind(lines: readonly CommentLine[], from: number, isSo: (line: CommentLine) => boolean): number {
  let at = from;
  while (at < lines.length && !isSo(lines[at] as CommentLine)) at++;
  return at;
}
