/** What the service answers with: plain data that the CLI prints, the server sends and the panels draw. */

import type { Block } from '../engine/answer/brief/block.ts';
import type { AnswerFacts, FilesProgress, FolderFacts, LostLink } from '../engine/answer/facts.ts';
import type { PoolChunk } from '../engine/answer/pool.ts';
import type { Mention } from '../engine/drift/mentions.ts';
import type { RetiredName } from '../engine/drift/retired.ts';
import type { MemoryUse } from '../engine/index/memoryBudget.ts';
import type { Place } from '../engine/place.ts';
import type { EvidenceKind } from '../engine/retrieval/ranking.ts';
import type { Span } from '../engine/text/spans.ts';

/** Lines of a file by its absolute path. */
export interface FileRange extends Omit<Place, 'path' | 'folder'> {
  readonly file: string;
}

/** Text with stretches marked: those with `name` are that one of the names asked for, others match the question. */
export interface MarkedText {
  readonly startLine: number;
  readonly text: string;
  readonly marks: readonly { readonly from: number; readonly to: number; readonly name?: number }[];
  /** Whether there was more before it. */
  readonly isCutAbove: boolean;
  /** Whether there was more behind it. */
  readonly isCut: boolean;
}

/** One name that two chunks, or a question and a chunk, share. */
export interface SharedKey {
  readonly kind: EvidenceKind;
  readonly name: string;
  /** As the index holds it; absent for words of a question. */
  readonly key?: string;
  /** Chunks of the workspace that hold it. */
  readonly chunks: number;
  /** Whether it is too common, or too plain a word, to link by itself. */
  readonly isCommon: boolean;
}

/** One side of the evidence. */
export interface EvidenceChunk extends Place {
  readonly title: string;
  readonly kind: 'doc' | 'code';
  readonly excerpt: MarkedText;
  /** Names of the communities that hold it. */
  readonly communities: readonly string[];
}

/** What leads from one place, or from a question, to another place. */
export interface EvidenceAnswer {
  readonly from?: EvidenceChunk;
  readonly to: EvidenceChunk;
  readonly shared: readonly SharedKey[];
  /** Chunks of the workspace. */
  readonly chunks: number;
  readonly lost: LostLink;
}

/** Why a result stands in a list: keys of one kind that it shares with the question, or with a chunk that was followed. */
export interface ShownEvidence {
  readonly kind: EvidenceKind;
  readonly keys: readonly string[];
  /** The chunk that was followed to get here. */
  readonly via?: Place;
  /** The line of this result that holds the first key, where it was found. */
  readonly line?: number;
}

/** One ranked chunk. */
export interface SearchResult extends Place {
  /** From 1. */
  readonly rank: number;
  readonly title: string;
  readonly kind: 'doc' | 'code';
  /** Of the content of its file when it was read. */
  readonly fileHash: string;
  readonly score: number;
  readonly evidence: readonly ShownEvidence[];
  /** Only where it was asked for (`withText`) and the file could be read. */
  readonly content?: ChunkContent;
}

/** The text of a chunk, and the stretches of it that look like secrets. */
export interface ChunkContent {
  readonly text: string;
  readonly secrets: readonly Span[];
}

/** A ranking. */
export interface SearchAnswer {
  readonly query: string;
  /** Name of the retriever. */
  readonly system: string;
  readonly results: readonly SearchResult[];
  /** Words of the question that occur nowhere. */
  readonly unknownTerms: readonly string[];
  /** Milliseconds from question to result. */
  readonly ms: number;
  /** Set while the index is still being built. */
  readonly partial?: FilesProgress;
}

/** A verbatim quote: every character stands in the cited range. */
export interface Citation extends Place {
  /** Number in the answer, from 1. */
  readonly n: number;
  readonly quote: string;
  readonly title: string;
  /** Of the content of its file when it was quoted. */
  readonly fileHash: string;
}

/** An answer, by quotes alone or written by a model. */
export interface AskAnswer extends AnswerFacts {
  /** Blocks of an answer without a model; empty where a model answered. */
  readonly blocks: readonly Block[];
  /** Numbers of sources that are not quoted but worth a look. */
  readonly seeAlso: readonly number[];
  readonly citations: readonly Citation[];
  /** All ranked sources, best first; the cited ones are among them. */
  readonly sources: readonly SearchResult[];
}

/** What a model answers from. */
export interface Pool {
  /** What was searched for: the question, with what it leaves unsaid. */
  readonly query: string;
  /** Best first. */
  readonly chunks: readonly PoolChunk[];
  /** All that was found, with the reasons; the chunks are those whose text is at hand. */
  readonly sources: readonly SearchResult[];
  readonly system: string;
  readonly ms: number;
  readonly partial?: FilesProgress;
}

/** What is related to a place. */
export interface RelatedAnswer {
  /** Symbols that the place itself defines. */
  readonly defines: readonly string[];
  readonly path: string;
  readonly line: number;
  readonly results: readonly SearchResult[];
}

/** A chunk of a community. */
export interface CommunityMember extends Place {
  readonly title: string;
}

/** Chunks that share names. */
export interface Community {
  /** Stable for equal content. */
  readonly id: string;
  /** Two to four names that tell it apart. */
  readonly name: string;
  /** Number of chunks. */
  readonly size: number;
  /** Distinct files. */
  readonly files: number;
  /** What its name is made of, best first. */
  readonly labels: readonly string[];
  /** Shared entities, most characteristic first. */
  readonly entities: readonly string[];
  /** Ordered by place. In all communities of an answer a chunk is the same object. */
  readonly chunks: readonly CommunityMember[];
}

/** One community with what each of its chunks shares. */
export interface CommunityDetail {
  /** The answer that it is part of. */
  readonly answer: CommunitiesAnswer;
  readonly community: Community;
  /** For each chunk the entities of the community that it holds, in the community's order. */
  readonly shared: readonly (readonly string[])[];
}

/** The communities of one folder, largest first. */
export interface CommunitiesAnswer {
  readonly folder: string;
  readonly communities: readonly Community[];
  /** Share of the chunks that are in some of them, 0 to 1. */
  readonly coverage: number;
  /** Where only the largest were asked for: how many more there are, and their chunks, each counted once for each. */
  readonly left?: { readonly communities: number; readonly chunks: number };
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

/** The names that are gone, and where a folder still speaks of them. */
export interface DriftAnswer {
  readonly folder: string;
  /** The commit that was compared with; absent where it is what the folder was when it was opened. */
  readonly since?: string;
  readonly retired: readonly RetiredName[];
  /** In the order of path and line. */
  readonly mentions: readonly Mention[];
  /** Files of the commit whose contents the repository lacks, so that what they defined is not known. */
  readonly missing: readonly string[];
}

/** What the status item and the report show of one folder. */
export interface FolderReport extends FolderFacts {
  readonly folder: string;
  /** What all folders together take of the memory that they may take. */
  readonly memory?: MemoryUse;
  /** Where the index lies, an absolute path; absent for an index in memory. */
  readonly indexFile?: string;
  readonly skipped: readonly { readonly path: string; readonly reason: string; readonly detail?: string }[];
  readonly versions: Readonly<Record<string, string>>;
}
