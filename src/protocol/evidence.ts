/** Excerpts with marks, and what two places share, as both sides of the wire see them. */

import type { NameKind, WirePlace } from './places.ts';

/** A stretch of an excerpt; UTF-16 offsets in its text, end exclusive. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  /** A word of the question, or a name that led here. */
  readonly kind: 'term' | 'entity';
  /** Of an entity: its position in the list of names that was asked for. */
  readonly name?: number;
}

export interface ExcerptParams {
  readonly place: WirePlace;
  /** Its words are marked. */
  readonly question: string;
  /** Names to be marked, as they are written. */
  readonly names: readonly string[];
  readonly mostLines: number;
}

/** Lines of a file as they are now, in the editor where it is open. Secrets are masked. */
export interface Excerpt {
  /** 1-based line of the file that the text begins with. */
  readonly startLine: number;
  readonly text: string;
  /** Ascending, apart from each other. */
  readonly marks: readonly Mark[];
  /** Whether the place has more lines. */
  readonly isCut: boolean;
}

export interface EvidenceParams {
  /** The place that was followed; absent where the question itself led there. */
  readonly from?: WirePlace;
  readonly question?: string;
  readonly to: WirePlace;
}

/** One name that both sides hold. */
export interface SharedName {
  readonly kind: NameKind;
  readonly name: string;
  /** Chunks of the workspace that hold it. */
  readonly chunks: number;
  /** Whether it is too common, or too plain a word, to link by itself. */
  readonly isCommon: boolean;
}

/** One side of the evidence: a chunk with its text, where every shared name is marked by its position in the list. */
export interface EvidenceSide {
  readonly place: WirePlace;
  readonly title: string;
  readonly kind: 'doc' | 'code';
  readonly excerpt: Excerpt;
  readonly communities: readonly string[];
}

/** What would be lost without the link, by asking again without it. Ranks are from 1; null is "not among the first `of`". */
export interface LostLink {
  /** Rank of `to` for the question, with links and by the question's words alone. */
  readonly question?: { readonly rank: number | null; readonly byWords: number | null; readonly of: number };
  /** Rank of `to` among what is related to `from`, and without the rarest shared name. */
  readonly related?: { readonly rank: number | null; readonly without: number | null; readonly of: number; readonly name: string };
}

export interface EvidenceResult {
  /** Absent where the question was asked for. */
  readonly from?: EvidenceSide;
  readonly question?: string;
  readonly to: EvidenceSide;
  /** Rarest first. */
  readonly shared: readonly SharedName[];
  /** Chunks of the workspace. */
  readonly chunks: number;
  readonly lost: LostLink;
}
