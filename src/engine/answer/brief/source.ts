/** A source of a brief: a ranked chunk with the text of its file. */

import type { ChunkKind } from '../../document.ts';
import type { Span } from '../../text/spans.ts';

export interface BriefSource {
  /** The number of the source in the answer, from 1. */
  readonly n: number;
  /** Relative path of its file. */
  readonly path: string;
  /** As in `ChunkInfo`. */
  readonly language: string;
  readonly kind: ChunkKind;
  readonly title: string;
  /** Lines of the chunk in its file, from 1, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** The text of the whole file. */
  readonly text: string;
  /** Spans of the text that look like secrets. */
  readonly secrets: readonly Span[];
  /** Lines of the file that the question is about, from 1, inclusive. They do not answer it and are shown only if a unit needs them. */
  readonly about?: { readonly startLine: number; readonly endLine: number };
  /** Whether it is a change log or a legal text that the question does not ask for. */
  readonly isDemoted: boolean;
  /** Whether it ranks below the places that an answer is made of, and takes the place of another passage of a file that has several above. */
  readonly isLater?: boolean;
}
