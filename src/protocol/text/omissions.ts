/** Lines that are left out of a quoted block: marked where they were, and counted in the user's language where they are shown. */

import type { WireBlock } from '../places.ts';
import { t } from './translate.ts';

/** Precedes the number of lines that are left out; a noncharacter of Unicode, which no text has (fonts of icons use the private ones). */
export const omissionMark = '\ufdd0';

/** A mark with its number; in a line of code, which is a comment by itself. */
const marked = new RegExp(`(${omissionMark}\\d+)`, 'g');
const markedLine = new RegExp(`^(.*${omissionMark}.*)$`, 'm');

/** The words for lines that are left out. */
function omissionText(lines: number): string {
  return `⋯ ${lines === 1 ? t('1 line left out') : t('{0} lines left out', lines)}`;
}

/** A text, with words in place of the marks. */
export function withOmissions(text: string): string {
  return text.replace(marked, (mark) => omissionText(Number(mark.slice(omissionMark.length))));
}

/** A text, or whole lines of code, in pieces: those with a mark apart from the others. */
export function splitAtOmissions(text: string, kind: WireBlock['kind']): readonly string[] {
  return text.split(kind === 'code' ? markedLine : marked);
}

/** The text of a block: code, whose omissions are comments, or the Markdown of a document. */
export function shownText({ shown }: Pick<WireBlock, 'shown'>): string {
  return withOmissions(shown);
}
