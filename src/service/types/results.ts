/** The service's answers: plain data that the CLI prints, the server sends and the panels draw. */

import type { Block, FittedBlock } from '../../engine/answer/brief/block.ts';
import type { AnswerFacts, FilesProgress, FolderFacts, LostLink } from '../../engine/answer/facts.ts';
import type { PoolChunk } from '../../engine/answer/pool.ts';
import type { RestatedOf } from '../../engine/answer/written/restate.ts';
import type { Restated } from '../../engine/answer/written/restatedTerms.ts';
import type { FileUse } from '../../engine/connect/fileUses.ts';
import type { Mention } from '../../engine/drift/mentions.ts';
import type { RetiredName } from '../../engine/drift/retired.ts';
import type { Message } from '../../engine/message.ts';
import type { Quote } from '../../engine/parts/authorWords.ts';
import type { OutlineEntry } from '../../engine/parts/outline.ts';
import type { Overview } from '../../engine/parts/overview.ts';
import type { Place } from '../../engine/place.ts';
import type { UseKind } from '../../engine/relations/occurrences.ts';
import type { DrawnEdge, ExplanationSection } from '../../engine/retrieval/explanation.ts';
import type { Span } from '../../engine/text/spans.ts';
import type { SecretKind } from '../../engine/vocabulary/secrets/kinds.ts';
import type { Pushed } from '../../storage/published.ts';
import type { ShownCommit } from './past.ts';

/** A file that a text names, or a line of one. */
export interface NamedFile {
  /** Absolute. */
  readonly folder: string;
  readonly path: string;
  readonly line?: number | undefined;
}

/** Lines of a file by its absolute path. */
export interface FileRange extends Omit<Place, 'path' | 'folder'> {
  readonly file: string;
}

/** Whole lines of a file as they are on disk. */
export interface FileLines extends ChunkContent {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: 'doc' | 'code';
  readonly fileHash: string;
  /** Whether lines of the range are left out at its end. */
  readonly isCut: boolean;
}

/** Text with highlighted ranges: those with `name` are that requested name, the others match the question. */
export interface MarkedText {
  readonly startLine: number;
  readonly text: string;
  /** As in `ChunkInfo`. */
  readonly language: string;
  readonly marks: readonly { readonly from: number; readonly to: number; readonly name?: number }[];
  /** Whether the beginning was cut off. */
  readonly isCutAbove: boolean;
  /** Whether the end was cut off. */
  readonly isCut: boolean;
}

/** One name that two chunks, or a question and a chunk, share. */
export interface SharedKey {
  readonly kind: string;
  /** The label of a kind that the index does not have. */
  readonly label?: string;
  readonly name: string;
  /** As in the index; absent for words of a question. */
  readonly key?: string;
  /** Chunks of the workspace that contain it. */
  readonly chunks: number;
  /** Whether it is too common, or too ordinary a word, to link by itself. */
  readonly isCommon: boolean;
}

/** One side of the evidence. */
export interface EvidenceChunk extends Place {
  readonly title: string;
  readonly kind: 'doc' | 'code';
  readonly excerpt: MarkedText;
  /** Names of the communities that contain it. */
  readonly communities: readonly string[];
}

/** What links one place, or a question, to another place. */
export interface EvidenceAnswer {
  readonly from?: EvidenceChunk;
  readonly to: EvidenceChunk;
  readonly shared: readonly SharedKey[];
  /** Chunks of the workspace. */
  readonly chunks: number;
  readonly lost: LostLink;
}

/** Why a result was found: keys of one kind that it shares with the question, or with the chunk that led to it. */
export interface ShownEvidence {
  readonly kind: string;
  /** The label of a kind that the index does not have. */
  readonly label?: string;
  readonly keys: readonly string[];
  /** The chunk that led here. */
  readonly via?: Place;
  /** The line of this result with the first key, if it was found. */
  readonly line?: number;
}

/** One ranked chunk. */
export interface SearchResult extends Place {
  /** From 1. */
  readonly rank: number;
  readonly title: string;
  readonly kind: 'doc' | 'code';
  /** Of its file's content when it was read. */
  readonly fileHash: string;
  readonly score: number;
  readonly evidence: readonly ShownEvidence[];
  /** Only if requested (`withText`) and the file could be read. */
  readonly content?: ChunkContent;
}

/** The text of a chunk, its ranges that look like secrets, and how long its file is. */
export interface ChunkContent {
  readonly text: string;
  readonly secrets: readonly Span[];
  /** Lines of the whole file. */
  readonly fileLines: number;
}

/** Something that a model which has read a passage says there of a name. */
export interface NameFact extends Place {
  readonly kind: 'description' | 'alias' | 'statement';
  readonly text: string;
}

/** An `Explanation` of a system whose passages are places: rows and nodes refer to them by position. */
export interface ShownExplanation {
  readonly sections: readonly {
    readonly kind: ExplanationSection['kind'];
    readonly rows: readonly { readonly label: string; readonly detail: string; readonly places: readonly number[] }[];
    readonly more: number;
  }[];
  readonly drawing?: {
    readonly nodes: readonly { readonly id: number; readonly label: string; readonly place?: number; readonly isDropped: boolean }[];
    readonly edges: readonly DrawnEdge[];
    readonly isDirected: boolean;
  };
  readonly places: readonly (Place & { readonly title: string })[];
}

/** A ranking. */
export interface SearchAnswer {
  readonly query: string;
  /** Name of the retriever. */
  readonly system: string;
  readonly results: readonly SearchResult[];
  /** Words of the question that occur nowhere. */
  readonly unknownTerms: readonly string[];
  /** Why the system could rank nothing. */
  readonly notes?: readonly Message[];
  /** What the system found on its way, if that was asked for and it says so. */
  readonly explanation?: ShownExplanation;
  /** As in `AskAnswer`. */
  readonly restated?: Restated;
  /** Milliseconds from question to result. */
  readonly ms: number;
  /** Set while the index is still being built. */
  readonly partial?: FilesProgress;
}

/** What a file with matching lines is, in the order of results; `definition`: one of the lines defines what it matches. */
export const occurrenceKinds = ['definition', 'code', 'doc', 'test'] as const;

/** A line that matches, or one beside it. */
export interface OccurrenceLine {
  /** From 1. */
  readonly line: number;
  /** Secrets are masked, and a long line is cut. */
  readonly text: string;
  readonly isContext?: true;
  /** The definition that it is in; absent on its first line. */
  readonly within?: string;
}

/** The matching lines of a file. */
export interface FileOccurrences extends Pick<Place, 'folder' | 'path'> {
  readonly kind: (typeof occurrenceKinds)[number];
  /** All that match, given or not. */
  readonly count: number;
  readonly lines: readonly OccurrenceLine[];
}

/** All lines that a pattern matches. */
export interface OccurrencesAnswer {
  readonly pattern: string;
  /** How many lines match, in how many files. */
  readonly lines: number;
  readonly matchingFiles: number;
  /** By kind, then by path; as many as the limit permits. */
  readonly files: readonly FileOccurrences[];
  /** Files that were searched, and how many were not, by the reason. */
  readonly searched: number;
  readonly notSearched: readonly { readonly reason: string; readonly files: number }[];
  readonly ms: number;
  /** Set while the index is still being built. */
  readonly partial?: FilesProgress;
}

/** A verbatim quote: every character occurs in the cited range. */
export interface Citation extends Place {
  /** Number in the answer, from 1. */
  readonly n: number;
  readonly quote: string;
  readonly title: string;
  /** Of its file's content when it was quoted. */
  readonly fileHash: string;
}

/** A block, in the file of its source. */
export interface AnswerBlock extends Block, Pick<Place, 'folder' | 'path'> {}

/** An answer, by quotes alone or written by a model. */
export interface AskAnswer extends AnswerFacts {
  /** The question as a model restated it, if that was searched for too. */
  readonly restated?: Restated;
  /** Blocks of an answer without a model; empty if a model answered. */
  readonly blocks: readonly AnswerBlock[];
  /** If the options have a `room`: excerpts of all sources, one a file, best first. */
  readonly fitted?: readonly (FittedBlock & AnswerBlock)[];
  /** Numbers of sources that are not quoted but worth a look. */
  readonly seeAlso: readonly number[];
  readonly citations: readonly Citation[];
  /** All ranked sources, best first, including the cited ones. */
  readonly sources: readonly SearchResult[];
}

/** What a model answers from. */
export interface Pool {
  /** The query: the question, completed by what it leaves out. */
  readonly query: string;
  /** Best first. */
  readonly chunks: readonly PoolChunk[];
  /** All results with their evidence; the chunks are those whose text is available. */
  readonly sources: readonly SearchResult[];
  /** Whether an answerer knows the whole answer, or the best passages answer the question by themselves. */
  readonly isCertain: boolean;
  /** What a model may know of the workspace. */
  readonly about: RestatedOf;
  readonly system: string;
  readonly ms: number;
  readonly partial?: FilesProgress;
  /** As in an answer. */
  readonly notes?: readonly Message[];
}

/** A passage that is related to a place. */
export interface RelatedResult extends SearchResult {
  /** It defines what the place mentions, uses or documents what the place defines, or only shares names with it. */
  readonly relation: 'defines' | 'uses' | 'documents' | 'shares';
  /** What it defines, uses or documents. */
  readonly subject?: string;
}

/** What is related to a place. */
export interface RelatedAnswer {
  /** Symbols that the place itself defines. */
  readonly defines: readonly string[];
  /** The name at the column, if one was given. */
  readonly name?: string;
  readonly path: string;
  readonly line: number;
  readonly results: readonly RelatedResult[];
}

/** A place that declares a name. */
export interface SymbolDefinition extends Place {
  readonly kind: 'type' | 'function' | 'value';
  /** The enclosing type or function. */
  readonly container?: string;
  readonly scope: 'outermost' | 'member' | 'local';
  /** As in `ChunkInfo`. */
  readonly language: string;
  /** Its first lines, and its last if it has many more, without common indentation, with secrets masked. */
  readonly text: string;
}

/** The uses of a name by one file, of one kind. */
export interface SymbolUse {
  readonly kind: UseKind;
  readonly where: 'code' | 'comment' | 'doc';
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  readonly path: string;
  /** Ascending, 1-based. */
  readonly lines: readonly number[];
}

/** What is known of a name. */
export interface SymbolAnswer {
  readonly name: string;
  /** Spellings, plural, acronym and expansion, full and short names that files hold. */
  readonly otherNames: readonly string[];
  /** All, outermost ones first. */
  readonly definitions: readonly SymbolDefinition[];
  /** By folder, kind and file. */
  readonly uses: readonly SymbolUse[];
  /** Sentences of documents, with secrets masked. */
  readonly sentences: readonly (Place & { readonly text: string })[];
  /** If nothing is known: names with a similar spelling. */
  readonly nearest: readonly string[];
  /** Number of masked secrets. */
  readonly masked: number;
  /** Files with the name that were not read. */
  readonly unread: number;
}

/** A chunk of a community. */
export interface CommunityMember extends Place {
  readonly title: string;
  readonly kind: 'doc' | 'code';
}

/** Chunks of one part that share names; a chunk is in one community at most. */
export interface Community {
  /** Stable for equal content. */
  readonly id: string;
  /** Two to four distinctive names. */
  readonly name: string;
  /** Number of chunks. */
  readonly size: number;
  /** Distinct files. */
  readonly files: number;
  /** The parts of its name, best first. */
  readonly labels: readonly string[];
  /** Shared entities, most characteristic first. */
  readonly entities: readonly string[];
  /** Ordered by place. */
  readonly chunks: readonly CommunityMember[];
}

/** One community, with the entities of each of its chunks. */
export interface CommunityDetail {
  /** The answer that it belongs to. */
  readonly answer: CommunitiesAnswer;
  readonly community: Community;
  /** For each chunk, the community's entities that it holds, in the community's order. */
  readonly shared: readonly (readonly string[])[];
}

/** The communities of one folder, largest first. */
export interface CommunitiesAnswer {
  readonly folder: string;
  readonly communities: readonly Community[];
  /** Share of the chunks that belong to any of them, 0 to 1. */
  readonly coverage: number;
}

/** What the files of a folder's parts import and call of each other. */
export interface FolderUses {
  /** Absolute. */
  readonly folder: string;
  readonly uses: readonly FileUse[];
}

/** A chunk in the plane of the sketches; -1 to 1. */
export interface SketchPoint extends Place {
  readonly kind: 'doc' | 'code';
  readonly x: number;
  readonly y: number;
}

/** The sketches of a sample of a folder's chunks. */
export interface SketchPlot {
  readonly folder: string;
  readonly points: readonly SketchPoint[];
  /** Chunks that the sample was drawn from. */
  readonly chunks: number;
}

/** The report of appendix C of the paper on a folder, as text. */
export interface PaperReport {
  readonly folder: string;
  readonly text: string;
}

/** A mention of a removed name, with the last file that defined it. */
export interface StaleMention extends Mention {
  readonly folder: string;
  /** With the commit that removed or renamed it, if that is known and came after the one that was compared with. */
  readonly retired: RetiredName & Pick<Place, 'folder'> & { readonly commit?: ShownCommit };
}

/** Removed names, and where a folder still mentions them. */
export interface DriftAnswer {
  readonly folder: string;
  /** The commit that was compared with; absent if compared with the state when the folder was opened. */
  readonly since?: string;
  readonly retired: readonly RetiredName[];
  /** In the order of path and line. */
  readonly mentions: readonly StaleMention[];
  /** Files of the commit whose contents the repository lacks, so that their definitions are unknown. */
  readonly missing: readonly string[];
}

/** What models have said, as it is handed over with an index: how many replies, and how many were left out. */
export interface HandedReplies {
  readonly replies: number;
  readonly repliesLeftOut: number;
}

/** An index that was written for other machines. */
export interface ExportedIndex extends HandedReplies {
  /** Absolute path. */
  readonly directory: string;
  /** The commit that was checked out. */
  readonly commit?: string;
  readonly files: number;
  readonly chunks: number;
  /** Of the files, and of what was written. */
  readonly bytes: number;
  readonly writtenBytes: number;
}

/** What a push did. */
export interface PublishedFolder extends Pushed, HandedReplies {
  /** The commit that was checked out. */
  readonly commit: string | undefined;
}

/** The result of importing an exported index. */
export interface ImportedIndex {
  /** The commit that it was made of. */
  readonly commit?: string;
  /** Files of the export. */
  readonly files: number;
  /** Files of the folder that are as exported, and all others, which were analysed. */
  readonly same: number;
  readonly analysed: number;
  /** What models have said: how many replies were not known before. */
  readonly replies: number;
  /** SHA-256 of `export.json`, which names the other files by their digests. */
  readonly digest: string;
}

/** What the status item and the report show of one folder. */
export interface FolderReport extends FolderFacts {
  readonly folder: string;
  /** Absolute path of the index; absent for an index in memory. */
  readonly indexDirectory?: string;
  /** Paths of the indexed files that are not UTF-8, by encoding. */
  readonly encodings?: Readonly<Record<string, readonly string[]>>;
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly detail?: string }[];
  readonly versions: Readonly<Record<string, string>>;
}

/** The structure of a folder. */
export interface OverviewAnswer extends Overview {
  /** Absolute. */
  readonly folder: string;
}

/** The place that a link leads to. */
export interface LinkTarget {
  /** Relative to the folder. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** The outline of a file. */
export interface Outline {
  /** Absolute. */
  readonly file: string;
  readonly says: Quote | undefined;
  readonly entries: readonly OutlineEntry[];
}

/** The line of a passage that matches most of a question. */
export interface MatchingLine extends Place {
  /** The definition that it is in, or its heading path; may be empty. */
  readonly title: string;
  readonly kind: 'doc' | 'code';
  /** The line, with secrets masked; empty if the file cannot be read. */
  readonly text: string;
}

/** A file or folder that a typed text may mean. */
export interface CompletedFile extends Pick<Place, 'folder' | 'path'> {
  readonly isFolder: boolean;
}

/** A heading under which documents show how something is done. */
export interface GuideHeading {
  readonly text: string;
  /** Whether it asks or says how, so that it is a question by itself. */
  readonly isQuestion: boolean;
}

/** The contents of a part of a folder. */
export type ContentCounts = Pick<FolderReport, 'files' | 'chunks' | 'entities' | 'bytes'>;

/** A masked place. */
export interface MaskedPlace {
  /** Relative. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly kind: SecretKind;
}

/** The masked places of a folder, by path and line. */
export interface MaskedAnswer {
  readonly folder: string;
  readonly places: readonly MaskedPlace[];
}
