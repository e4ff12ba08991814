/** Places and answers as both sides of the wire see them: plain JSON, no paths of the operating system, no text of files but quotes. */

import type { Piece } from '../engine/answer/brief/block.ts';
import type { AnswerFacts, FilesProgress, FolderFacts } from '../engine/answer/facts.ts';

/** A range of lines in a file. Lines are 1-based and inclusive; columns (0-based, end exclusive) only where a long line was cut. */
export interface WirePlace {
  /** A `file:` URI. */
  readonly uri: string;
  /** What is shown: relative to its folder, with `/`; begins with the folder's name where the workspace has several. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/** One step of the way from the question to a source: shared names, or a place that was passed. */
export interface WayStep {
  readonly kind: 'names' | 'place';
  readonly label: string;
  /** Set where the step is names: each kind of them, the one that explains best first. */
  readonly names?: readonly WayNames[];
  /** Set where the step is a place. */
  readonly place?: WirePlace;
}

/** What a name is: a word of the question, or how the index knows it. */
export const nameKinds = ['term', 'title', 'name', 'symbol', 'path', 'link', 'heading', 'literal'] as const;
export type NameKind = (typeof nameKinds)[number];

export interface WayNames {
  readonly kind: NameKind;
  /** As they are written, the rarest first. */
  readonly list: readonly string[];
}

/** A ranked chunk with the reason why it is there. */
export interface Source extends WirePlace {
  readonly rank: number;
  /** The heading path or the defined names; may be empty. */
  readonly title: string;
  readonly kind: 'doc' | 'code';
  /** The reason in words: `defines PanelSerializer`, `shares reload with docs/state.md`. */
  readonly why: string;
  /** From the question to this source, the source itself left out. */
  readonly way: readonly WayStep[];
}

/** What a related place is to the place of the cursor: prose that speaks of what is defined there, code that uses it, or neither. */
export type Relation = 'documents' | 'uses' | 'shares';

export interface RelatedSource extends Source {
  /** What it shares with the place of the cursor, what weighs most first; at most three names. */
  readonly names: readonly string[];
  readonly relation: Relation;
}

/** A quote whose every character stands in the place. */
export interface WireCitation extends WirePlace {
  /** Its number in the answer, from 1. */
  readonly n: number;
  readonly quote: string;
  readonly title: string;
  /** Of the content of its file when it was quoted; see `WireTurn`. */
  readonly fileHash: string;
}

/** Lines of one place that can be understood without the rest of the file; its range is from the first line shown to the last. */
export interface WireBlock extends WirePlace {
  /** The number of its source, from 1. */
  readonly n: number;
  /** The heading path, or the names of the enclosing definitions; may be empty. */
  readonly subject: string;
  readonly kind: 'doc' | 'code';
  /** In order; lines between two pieces are left out. */
  readonly pieces: readonly Piece[];
}

/** A question and its answer that came before in the thread. */
export interface WireTurn {
  readonly question: string;
  readonly answer?: string;
  /** The files that the answer quotes. Where one has changed since, a model is not sent the turn. */
  readonly quoted: readonly QuotedFile[];
}

/** A file as it was when it was quoted. */
export type QuotedFile = Pick<WireCitation, 'uri' | 'fileHash'>;

/** A stretch of the answer's text: UTF-16 offsets, end exclusive. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** What is known of an answer that a model wrote. */
export interface WrittenAnswer {
  /** How many of `AskResult.sources`, from the first, the model was given; citation `[n]` is the n-th. */
  readonly given: number;
  /** Sentences that state something and cite no source; to be marked. */
  readonly unsupported: readonly TextSpan[];
  /** Numbers that meant no source; `[?]` stands in their places. */
  readonly unknown: readonly number[];
  /** Links, images and tags that were made plain text. */
  readonly disarmed: number;
  /** Secrets that were masked in what was sent. */
  readonly masked: number;
  /** The model stopped at its limit: the answer is not whole. */
  readonly isCut: boolean;
  /** The entry of the log of what was sent: the argument `{ id }` of the command `meshrag.showSent`. */
  readonly sent?: string;
  /** What was searched for, where the model made a follow-up question stand alone. */
  readonly rewritten?: string;
}

export interface AskResult extends AnswerFacts {
  /** Of an answer without a model; empty where a model answered. */
  readonly blocks: readonly WireBlock[];
  /** Numbers of sources that are not quoted but worth a look. */
  readonly seeAlso: readonly number[];
  readonly citations: readonly WireCitation[];
  /** Best first. */
  readonly sources: readonly Source[];
  /** Files that the index holds. */
  readonly files: number;
  /** Set where a model wrote the answer. */
  readonly written?: WrittenAnswer;
  /** One sentence on why the answer is quoted although a model was to write it: nothing was sent. */
  readonly notice?: string;
  /** Set where that is because the workspace is not trusted. */
  readonly isRestricted?: boolean;
}

/** How many of its sources an answer quotes or cites. */
export function usedSources({ blocks, citations }: Pick<AskResult, 'blocks' | 'citations'>): number {
  return new Set([...blocks, ...citations].map(({ n }) => n)).size;
}

export interface SearchResult {
  readonly query: string;
  readonly system: string;
  readonly ms: number;
  readonly sources: readonly Source[];
  readonly partial?: FilesProgress;
}

/** One chunk of a community. */
export interface CommunityChunk extends WirePlace {
  readonly title: string;
  /** Entities of the community that this chunk holds, most characteristic first. */
  readonly entities: readonly string[];
  /** Names of the other communities that hold it. */
  readonly alsoIn: readonly string[];
}

/** A community without its chunks: a large workspace has thousands, and few of them are ever looked into. */
export interface WireCommunity {
  /** Tells it apart from those of all folders; stays the same for equal content. */
  readonly id: string;
  readonly name: string;
  /** Number of chunks. */
  readonly size: number;
  /** Number of files. */
  readonly files: number;
  /** The most characteristic ones, at most twelve. */
  readonly entities: readonly string[];
}

export interface CommunitiesResult {
  readonly communities: readonly WireCommunity[];
}

export interface CommunityResult {
  /** Empty where there is no such community any more. */
  readonly chunks: readonly CommunityChunk[];
  /** Names of other communities that hold some of its chunks, most first, at most five. */
  readonly overlaps: readonly string[];
}

/** Which files were left out for one reason. */
export interface SkippedGroup {
  readonly reason: string;
  readonly files: readonly { readonly path: string; readonly detail?: string }[];
}

/** One folder as the status item shows it. */
export interface FolderStatus extends FolderFacts {
  /** `file:` URI of the folder. */
  readonly uri: string;
  readonly name: string;
  /** How many files were left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** One folder as the report shows it. */
export interface FolderDetails extends FolderStatus {
  /** Where the index lies; absent for an index in memory. */
  readonly indexFile?: string;
  readonly skippedFiles: readonly SkippedGroup[];
  readonly versions: Readonly<Record<string, string>>;
}
