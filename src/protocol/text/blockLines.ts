/** The lines of a quoted block as displayed: without their common indentation. */

import { blockText, type OmissionText, sharedIndent } from '../../engine/answer/brief/blockText.ts';
import type { WireBlock } from '../places.ts';
import { t } from './translate.ts';

export type { OmissionText };

/** Consecutive lines, and the number of lines omitted before them. */
export interface BlockPart {
  readonly leftOut: number;
  readonly lines: readonly string[];
}

export function blockParts({ pieces }: Pick<WireBlock, 'pieces'>): readonly BlockPart[] {
  const indent = sharedIndent({ pieces });
  let next: number | undefined;
  return pieces.map(({ startLine, text }) => {
    const lines = text.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
    const leftOut = next === undefined ? 0 : Math.max(0, startLine - next);
    next = startLine + lines.length;
    return { leftOut, lines };
  });
}

/** A block of code as one text; omissions become comments of its language. */
export function codeText(block: WireBlock, omissionText: OmissionText): string {
  return blockText(block, omissionText);
}

/** The text for omitted lines in the user's language. */
export const omissionText: OmissionText = (lines) => `⋯ ${lines === 1 ? t('1 line left out') : t('{0} lines left out', lines)}`;
