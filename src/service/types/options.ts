/** Parameters of the facade's methods. */

import type { Room } from '../../engine/answer/brief/fitted.ts';
import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Restated } from '../../engine/answer/written/restatedTerms.ts';
import type { ChunkKind } from '../../engine/document.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { Yield } from '../../engine/util/steps.ts';
import type { Publishable, Pushed } from '../../storage/published.ts';
import type { ServedOptions } from '../../storage/served/servedName.ts';
import type { EnrichmentOptions } from '../../systems/index.ts';
import type { IndexSettings } from '../../workspace/settings.ts';
import type { FileRange } from './results.ts';

/** How a folder is opened. */
export interface FolderOptions {
  readonly settings: IndexSettings;
  /** The directory of this folder's index (absolute path); without one, the index is kept in memory. */
  readonly indexDirectory?: string;
  /** Directory with the list of indexed folders, used to find other worktrees of the same repository. */
  readonly folderList?: string;
  /** The published index of this folder: only files that differ from it are analysed, and overlay it. */
  readonly shared?: SharedOptions;
  /** Another process writes the index: this one follows and never writes it. */
  readonly isReader?: boolean;
  /** Whether git may be run for the list of tracked files (not in Restricted Mode). */
  readonly runGit: boolean;
  /** Whether the repository's history is read where git may be run; true by default. */
  readonly history?: boolean;
  /** False leaves the stored index as it is until `update` is called; true by default. */
  readonly updateOnOpen?: boolean;
  /** Called just before each write: to the index with a `StoreWrite`, to derived data with a `DerivedWrite`. */
  readonly onWrite?: (what: string) => void;
}

/** Where a published index is, and how it is read. */
export interface SharedOptions extends ServedOptions {
  /** Whether the folder must not be opened or queried without it; otherwise the folder's own index answers alone. */
  readonly isRequired: boolean;
  /** The folder is not on this machine: its published index is searched, without texts. Open it with `updateOnOpen: false`. */
  readonly isWithoutFiles?: boolean;
}

export interface ExportOptions {
  /** Also what models were paid for: what they have said of the passages, in their words, verdicts, and vectors, those of questions among them. */
  readonly withReplies?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Publishes an index; `yieldThread` is awaited between steps. */
export type WriteIndex = (source: Publishable, yieldThread: Yield) => Promise<Pushed>;

/** Which retriever, and how it is set. */
export interface RetrieverOptions {
  /** Name of a retriever; `mesh` by default. */
  readonly system?: string;
  /** Options of the retriever that differ from its defaults; one that is unknown or not allowed throws an error that names it. */
  readonly systemOptions?: Readonly<Record<string, unknown>>;
  /** Groups of equivalent expressions, one a line, separated by commas; an invalid group throws an error that names it. */
  readonly synonyms?: readonly string[];
  /** Compares a model's descriptions of passages with the question, for the systems that do so; without it they compare words. */
  readonly embedder?: Embedder;
}

/** Common options of all queries. */
export interface SearchOptions extends RetrieverOptions {
  /** Number of results, 1 to 100; 10 by default. */
  readonly limit?: number;
  /** Only results at or below these workspace paths (absolute). */
  readonly scope?: readonly string[];
  /** The file (absolute path) that the question is asked in: it and what is related to it are preferred. */
  readonly near?: string;
  /** Whether the embedder and the model are stand-ins of a rehearsal: nothing that is made of their replies is kept. */
  readonly isRehearsal?: boolean;
  /** Grades the first results, for the systems that let a model do so; without it they grade by words. */
  readonly model?: LanguageModel | undefined;
  /** Orders the first twenty results, of whatever system, where it writes no answer; its errors are thrown. */
  readonly judgedBy?: LanguageModel | undefined;
  /** The previous questions, oldest first; they supply what a follow-up leaves out. */
  readonly earlier?: readonly string[];
  /** The question as a model restated it: its words are searched for as well. */
  readonly restated?: Restated;
  /** Whether `search` elects five of the best twenty results that differ in what they hold, instead of the first ones (`ask/otherAngles.ts`). */
  readonly otherAngles?: boolean;
  /** Whether `search` says what the system found on its way, for those that do. */
  readonly isExplained?: boolean;
  /** Whether `search` returns the texts of the results. */
  readonly withText?: boolean;
  readonly signal?: AbortSignal;
}

/** Longer selections add nothing to the ranking. UTF-16 units. */
export const maxContextLength = 4000;

export interface AskOptions extends SearchOptions {
  /** The user's selection, taken into account when ranking, up to `maxContextLength`. */
  readonly context?: string;
  /** The place that the question is about, which is therefore not the answer. */
  readonly about?: FileRange;
  /** Characters of the excerpts that a reader with little room is given as well. */
  readonly room?: Room;
}

export interface EnrichOptions extends EnrichmentOptions {
  /** Requested when the model is done: it embeds the replies, so that no question has to wait for that. */
  readonly embedder?: () => Promise<Embedder | undefined>;
}

export interface RelatedOptions {
  /** Number of results, 1 to 100; 10 by default. */
  readonly limit?: number;
  /** The editor's text, if it differs from the file on disk (unsaved, untitled); never stored. */
  readonly text?: string;
  /** UTF-16 column (0-based) of the cursor; the name under it has priority. */
  readonly column?: number;
  /** Only results worth a hover: those with the name under the cursor, else those that share much; at most two of a file. */
  readonly brief?: boolean;
  /** Only results at or below these workspace paths (absolute). */
  readonly scope?: readonly string[];
  /** Whether to return the texts of the results. */
  readonly withText?: boolean;
  readonly signal?: AbortSignal;
}

export interface EvidenceOptions extends RetrieverOptions, Pick<SearchOptions, 'signal'> {
  /** The other place of the link; absent if the question itself led to this one. */
  readonly from?: FileRange;
  readonly question?: string;
}

/** Options of a question about a name. */
export interface SymbolOptions extends Pick<SearchOptions, 'scope' | 'signal'> {
  /** Only where it is defined, and so many uses or a few more, those of the files with most of them; no texts, sentences and other names. */
  readonly placesOnly?: number;
}

/** Options of a question why something is so. */
export interface WhyOptions extends SymbolOptions {
  /** The definition of the name at this line is meant, if there is one; if nothing is called so, what is there. */
  readonly at?: WhyPlace | undefined;
  /** Only the strongest reason, and only of a name that is defined once: who uses it is not looked at. */
  readonly isBrief?: boolean | undefined;
}

interface WhyPlace {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Which lines are looked for, and where. */
export interface OccurrenceOptions {
  readonly ignoresCase?: boolean;
  /** Whether no word may go on before or after a match. */
  readonly isWord?: boolean;
  /** Whether the pattern is a text, and no regular expression. */
  readonly isFixed?: boolean;
  /** A part of the path, a language by name or file ending, and a kind, as `path:`, `lang:` and `kind:` of a question. */
  readonly path?: string;
  readonly language?: string;
  readonly kind?: ChunkKind;
  /** Lines given before and after each. */
  readonly before?: number;
  readonly after?: number;
  /** Lines that are given; all are counted. 1,000 by default. */
  readonly limit?: number;
  readonly scope?: readonly string[];
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface ImpactOptions {
  /** A name at the asked place: asked about in place of it if the passage there holds it as a symbol that something defines. */
  readonly name?: string;
  /** How many levels of users are followed, 1 to 3; 2 by default. */
  readonly maxDepth?: number;
  /** Only files at or below these absolute paths are reached. */
  readonly scope?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface DriftOptions {
  /** A commit; `HEAD` by default. */
  readonly base?: string;
  readonly signal?: AbortSignal;
}

export interface ExcerptOptions {
  /** Its words are highlighted. */
  readonly question: string;
  /** Names to highlight, as written. */
  readonly names: readonly string[];
  readonly maxLines: number;
  /** The editor's text, if it differs from the file on disk; the range refers to its lines. */
  readonly text?: string;
}
