/** Lines that are left out of a quoted block: marked where they were, and counted in the user's language where they are shown. */

import type { WireBlock } from '../places.ts';
import { t } from './translate.ts';

/** Precedes the number of lines that are left out; a private-use character, which has no meaning in any text. */
export const omissionMark = '\ue001';

const marked = /\ue001(\d+)/g;

/** The words for lines that are left out. */
function omissionText(lines: number): string {
  return `⋯ ${lines === 1 ? t('1 line left out') : t('{0} lines left out', lines)}`;
}

/** A text, with words in place of the marks. */
export function withOmissions(text: string): string {
  return text.replace(marked, (_, lines: string) => omissionText(Number(lines)));
}

/** The text of a block: code, whose omissions are comments, or the Markdown of a document. */
export function shownText({ shown }: Pick<WireBlock, 'shown'>): string {
  return withOmissions(shown);
}
