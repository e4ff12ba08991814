/** A block as every view of the editor shows it: code in the language of its fence, or a document as Markdown; lines left out are marked. */

import { blockText } from '../../../engine/answer/brief/blockText.ts';
import type { WireBlock } from '../../../protocol/places.ts';
import { omissionMark } from '../../../protocol/text/omissions.ts';
import type { AnswerBlock } from '../../../service/types/results.ts';
import { codeLanguage } from './codeLanguage.ts';
import { docMarkdown } from './docMarkdown.ts';

const marked = (lines: number): string => `${omissionMark}${lines}`;

export function shownBlock(block: Omit<AnswerBlock, 'folder' | 'n' | 'startLine' | 'endLine'>): Pick<WireBlock, 'language' | 'shown'> {
  // In a text of the workspace the mark is none.
  const pieces = block.pieces.map((piece) => ({ ...piece, text: piece.text.replaceAll(omissionMark, '') }));
  const shown = block.kind === 'code' ? blockText({ ...block, pieces }, marked) : docMarkdown({ ...block, pieces }, marked);
  return { language: codeLanguage(block), shown };
}
