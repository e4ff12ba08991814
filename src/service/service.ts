/**
 * The facade: index folders, search, relate, ask. The language server and the command line are its two users; it knows neither.
 * Every method that takes a signal stops soon after it fires and rejects with the signal's reason.
 */

import type { IndexSettings } from '../workspace/settings.ts';
import type { Beginning } from './beginnings.ts';
import type { ContentCounts } from './counts.ts';
import type { DriftOptions } from './drift.ts';
import type { ExcerptOptions } from './excerpt.ts';
import type {
  AskAnswer,
  CommunitiesAnswer,
  CommunityDetail,
  DriftAnswer,
  EvidenceAnswer,
  FileRange,
  FolderReport,
  MarkedText,
  PaperReport,
  Pool,
  RelatedAnswer,
  SearchAnswer,
  SketchPlot,
} from './results.ts';

/** How a folder is opened. */
export interface FolderOptions {
  readonly settings: IndexSettings;
  /** The SQLite file of this folder's index; absent keeps the index in memory only. */
  readonly indexFile?: string;
  /** Directory with the list of folders that have an index, from which another worktree of the same repository is found. */
  readonly folderList?: string;
  /** Another process keeps the index file: this one reads along and never writes it. */
  readonly isReader?: boolean;
  /** Whether git may be run for the list of tracked files (not in Restricted Mode). */
  readonly runGit: boolean;
  /** False leaves what is stored as it is until `update` is called; true where absent. */
  readonly updateOnOpen?: boolean;
  /** Called with each SQL text just before it is executed, of those that write to the index file. */
  readonly onWrite?: (sql: string) => void;
}

/** What questions of every kind take. */
export interface SearchOptions {
  /** Name of a retriever; `mesh` where absent. */
  readonly system?: string;
  /** Number of results, 1 to 100; 10 where absent. */
  readonly limit?: number;
  /** Only results at or below these workspace paths (absolute). */
  readonly scope?: readonly string[];
  /** Expressions that mean the same, a group a line with commas between; a group that is none throws, naming it. */
  readonly synonyms?: readonly string[];
  /** Whether `search` tells the texts of the results. */
  readonly withText?: boolean;
  readonly signal?: AbortSignal;
}

/** A selection beyond this adds nothing that its beginning does not say. UTF-16 units. */
export const longestContext = 4000;

export interface AskOptions extends SearchOptions {
  /** The user's selection, taken into account when ranking; no more of it than `longestContext`. */
  readonly context?: string;
  /** The place that the question is about, which is therefore not the answer. */
  readonly about?: FileRange;
  /** The questions before this one, the oldest first; what a follow-up leaves unsaid is looked for among them. */
  readonly earlier?: readonly string[];
  /** What to search for, where it is known better than by `earlier`. */
  readonly standalone?: string;
}

export interface RelatedOptions {
  /** Number of results, 1 to 100; 10 where absent. */
  readonly limit?: number;
  /** The text in the editor where it is not what lies on disk (unsaved, untitled); never stored. */
  readonly text?: string;
  /** UTF-16 column (0-based) of the cursor; the name under it counts first. */
  readonly column?: number;
  /** Only what is worth a hover: what holds the name under the cursor, else what shares much; at most two of a file. */
  readonly brief?: boolean;
  /** Only results at or below these workspace paths (absolute). */
  readonly scope?: readonly string[];
  /** Whether the texts of the results are told. */
  readonly withText?: boolean;
  readonly signal?: AbortSignal;
}

export interface EvidenceOptions extends Pick<SearchOptions, 'system' | 'synonyms' | 'signal'> {
  /** The place that was followed; absent where the question itself led to the other. */
  readonly from?: FileRange;
  readonly question?: string;
}

export interface Service {
  /** Opens the folder's index and brings it up to date in the background; resolves when it can be asked. */
  openFolder(folder: string, options: FolderOptions): Promise<void>;
  /** Ends what runs for the folder and lets go of its index; nothing happens where it is not open. */
  closeFolder(folder: string): Promise<void>;
  /** Resolves when no update is running or waiting. */
  idle(signal?: AbortSignal): Promise<void>;
  /** Looks at the named files (absolute paths), or at the whole folder where none are named, and indexes what changed. */
  update(folder: string, paths?: readonly string[]): Promise<void>;
  /** Sets how much memory the indexes of all folders may take together, in bytes; takes effect with the next change of one. */
  limitMemory(bytes: number): void;
  /** Forgets the stored index and builds it anew. */
  rebuild(folder: string): Promise<void>;
  /** Removes the stored index; the folder stays unindexed until `rebuild`. */
  clear(folder: string): Promise<void>;
  /** Holds all indexing; questions are answered from what is there. */
  pause(): void;
  resume(): void;
  /** Ranks the chunks of all folders. Throws RangeError for a system that is not there, naming those that are. */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** Answers by quotes from the ranked chunks. */
  ask(question: string, options?: AskOptions): Promise<AskAnswer>;
  /** What the indexes begin with, for a workspace in which nothing is found that is searched for. */
  beginnings(signal?: AbortSignal): Promise<readonly Beginning[]>;
  /** The ranked chunks with their texts, for a model to answer from. */
  pool(question: string, options?: AskOptions): Promise<Pool>;
  /** Chunks related to a place; `file` is an absolute path, or any label where `text` is given. */
  related(file: string, line: number, options?: RelatedOptions): Promise<RelatedAnswer>;
  /** Lines of a file of an open folder with marks; throws with a sentence where it cannot be read. */
  excerpt(range: FileRange, options: ExcerptOptions): MarkedText;
  /** Whether a file of an open folder (absolute path) lies on disk with the content of this hash. */
  isUnchanged(file: string, fileHash: string): boolean;
  /** What a place shares with another, or with a question; throws with a sentence where a place is not indexed. */
  evidence(to: FileRange, options: EvidenceOptions): Promise<EvidenceAnswer>;
  /** The communities of a folder, or of each; those that cannot be asked are left out. */
  communities(folder?: string, signal?: AbortSignal): Promise<readonly CommunitiesAnswer[]>;
  /** At least the `most` largest communities of each folder; what is left is counted where not all are told. */
  largestCommunities(most: number, signal?: AbortSignal): Promise<readonly CommunitiesAnswer[]>;
  /** One community of a folder; `undefined` where there is none of that id any more. */
  community(folder: string, id: string, signal?: AbortSignal): Promise<CommunityDetail | undefined>;
  /** Names that are gone since a commit (`HEAD` where none is named; without git since the first call), and where they are still mentioned. */
  drift(folder?: string, options?: DriftOptions): Promise<readonly DriftAnswer[]>;
  /** The sketches of at most 2,000 chunks of each folder, projected into a plane. */
  sketches(signal?: AbortSignal): Promise<readonly SketchPlot[]>;
  /** The report of appendix C of the paper for each folder, by the published algorithm. */
  paperReports(signal?: AbortSignal): Promise<readonly PaperReport[]>;
  /** SHA-256 of the folder's index in canonical form, communities included: equal for equal content, whatever the history. */
  digest(folder: string, signal?: AbortSignal): Promise<string>;
  /** Builds the folder's index anew in memory and names the first difference; `undefined` where there is none. */
  verify(folder: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Whether the file at this path (relative, with `/`) is in the folder's index. */
  isIndexed(folder: string, path: string): boolean;
  /** Whether some file below the directory at this path (relative, with `/`) is in the folder's index. */
  holdsIndexed(folder: string, path: string): boolean;
  /** What of a folder lies at or below the given absolute paths. */
  countsWithin(folder: string, within: readonly string[], signal?: AbortSignal): Promise<ContentCounts>;
  /** How each folder stands, in the order in which they were opened. */
  report(): readonly FolderReport[];
  /** Called when a report changes: at most every 100 ms while indexing. Returns the way to stop listening. */
  onReport(listener: (reports: readonly FolderReport[]) => void): () => void;
  /** Closes all folders; none can be opened afterwards. */
  close(): Promise<void>;
}
