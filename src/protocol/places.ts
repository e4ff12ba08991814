/** Wire types of places and answers: plain JSON, no operating system paths, no file text but quotes. */

import type { AnswerFacts, FilesProgress, FolderFacts, Piece } from '../engine/index.ts';

/** A range of lines in a file. Lines are 1-based and inclusive; columns (0-based, end exclusive) only if a long line was split. */
export interface WirePlace {
  /** A `file:` URI. */
  readonly uri: string;
  /** Display path: relative to its folder, with `/`; prefixed with the folder's name if the workspace has several. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/** One step on the path of links from the question to a source: shared names, or an intermediate place. */
export interface LinkStep {
  readonly kind: 'names' | 'place';
  readonly label: string;
  /** Set if the step consists of names: grouped by kind, the most explanatory first. */
  readonly names?: readonly StepNames[];
  /** Set if the step is a place. */
  readonly place?: WirePlace;
}

export interface StepNames {
  /** A word of the question, a role in the index, or a kind of the system's own, which has a label. */
  readonly kind: string;
  readonly label?: string;
  /** As written, rarest first. */
  readonly list: readonly string[];
}

/** A ranked chunk with its evidence. */
export interface Source extends WirePlace {
  readonly rank: number;
  /** The heading path or the defined names; may be empty. */
  readonly title: string;
  readonly kind: 'doc' | 'code';
  /** The evidence in words: `defines PanelSerializer`, `shares reload with docs/state.md`. */
  readonly why: string;
  /** The path of links from the question to this source, excluding the source itself. */
  readonly way: readonly LinkStep[];
}

/** The relation of a place to that of the cursor: prose about what is defined there, code that uses it, or neither. */
export type Relation = 'documents' | 'uses' | 'shares';

export interface RelatedSource extends Source {
  /** What it shares with the place of the cursor, by weight; at most three names. */
  readonly names: readonly string[];
  readonly relation: Relation;
}

/** A quote; every character of it occurs in the place. */
export interface WireCitation extends WirePlace {
  /** Its number in the answer, from 1. */
  readonly n: number;
  readonly quote: string;
  readonly title: string;
  /** Of its file's content when it was quoted; see `WireTurn`. */
  readonly fileHash: string;
}

/** Self-contained lines of one place; its range is from the first line shown to the last. */
export interface WireBlock extends WirePlace {
  /** The number of its source, from 1. */
  readonly n: number;
  /** The heading path, or the names of the enclosing definitions; may be empty. */
  readonly subject: string;
  readonly kind: 'doc' | 'code';
  /** In order; lines between two pieces are omitted. */
  readonly pieces: readonly Piece[];
}

/** An earlier question and answer of the thread. */
export interface WireTurn {
  readonly question: string;
  readonly answer?: string;
  /** The files that the answer quotes. If any has changed since, the turn is not sent to a model. */
  readonly quoted: readonly QuotedFile[];
}

/** Identifies the version of a quoted file. */
export type QuotedFile = Pick<WireCitation, 'uri' | 'fileHash'>;

/** A range of the answer's text: UTF-16 offsets, end exclusive. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Metadata of an answer written by a model. */
export interface WrittenAnswer {
  /** How many of `AskResult.sources`, from the first, were sent to the model; citation `[n]` is the n-th. */
  readonly given: number;
  /** Statements that cite no source; to be marked. */
  readonly unsupported: readonly TextSpan[];
  /** Numbers that refer to no source, replaced by `[?]`. */
  readonly unknown: readonly number[];
  /** Links, images and tags that were turned into plain text. */
  readonly disarmed: number;
  /** Secrets that were masked in what was sent. */
  readonly masked: number;
  /** The model stopped at its limit: the answer is incomplete. */
  readonly isCut: boolean;
  /** The entry in the log of sent requests: the argument `{ id }` of the command `meshrag.showSent`. */
  readonly sent?: string;
  /** The standalone question that was searched for, if the model rewrote a follow-up. */
  readonly rewritten?: string;
}

export interface AskResult extends AnswerFacts {
  /** Of an answer without a model; empty if a model answered. */
  readonly blocks: readonly WireBlock[];
  /** Numbers of sources that are not quoted but worth a look. */
  readonly seeAlso: readonly number[];
  readonly citations: readonly WireCitation[];
  /** Best first. */
  readonly sources: readonly Source[];
  /** Number of indexed files. */
  readonly files: number;
  /** Set if a model wrote the answer. */
  readonly written?: WrittenAnswer;
  /** One sentence on why the answer is quoted although a model was selected: nothing was sent. */
  readonly notice?: string;
  /** Set if the reason is that the workspace is not trusted. */
  readonly isRestricted?: boolean;
}

/** Number of sources that an answer quotes or cites. */
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
  /** The community's entities that this chunk holds, most characteristic first. */
  readonly entities: readonly string[];
  /** Names of its other communities. */
  readonly alsoIn: readonly string[];
}

/** A community without its chunks: a large workspace has thousands, and few are ever opened. */
export interface WireCommunity {
  /** Unique among all folders; stable for equal content. */
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
  /** Empty if the community no longer exists. */
  readonly chunks: readonly CommunityChunk[];
  /** Names of overlapping communities, by size of the overlap, at most five. */
  readonly overlaps: readonly string[];
}

/** The files left out for one reason. */
export interface SkippedGroup {
  readonly reason: string;
  readonly files: readonly { readonly path: string; readonly detail?: string }[];
}

/** The state of a folder for the status item. */
export interface FolderStatus extends FolderFacts {
  /** `file:` URI of the folder. */
  readonly uri: string;
  readonly name: string;
  /** Number of files left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** The state of a folder for the report. */
export interface FolderDetails extends FolderStatus {
  /** Path of the index; absent for an index in memory. */
  readonly indexFile?: string;
  readonly skippedFiles: readonly SkippedGroup[];
  readonly versions: Readonly<Record<string, string>>;
}
