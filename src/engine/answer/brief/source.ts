/** What a brief is made from: ranked chunks, each with the text of its file around it. */

import type { ChunkKind } from '../../document.ts';
import type { Span } from '../../text/spans.ts';

export interface BriefSource {
  /** The number of the source in the answer, from 1. */
  readonly n: number;
  /** Relative path of its file. */
  readonly path: string;
  readonly kind: ChunkKind;
  readonly title: string;
  /** Lines of the chunk in its file, from 1, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Columns where the chunk is a part of one long line; both 0 otherwise. */
  readonly startColumn: number;
  readonly endColumn: number;
  /** The text of the whole file. */
  readonly text: string;
  /** Stretches of the text that look like secrets. */
  readonly secrets: readonly Span[];
  /** Lines of the file that the question is about, from 1, inclusive: they are no answer, and are shown only where one needs them. */
  readonly about?: { readonly startLine: number; readonly endLine: number };
  /** Whether it is a record of the past (a changelog) or a legal text that the question does not ask for. */
  readonly isDemoted: boolean;
}
