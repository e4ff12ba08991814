/**
 * The facade: index folders, search, relate, ask. The language server and the command line are its two users; it knows neither.
 * Every method that takes a signal stops soon after it fires and rejects with the signal's reason.
 */

import type { Beginning } from './ask/leadingChunks.ts';
import type { ContentCounts } from './explore/contentCounts.ts';
import type { DriftOptions } from './explore/drift.ts';
import type { ExcerptOptions } from './explore/excerpt.ts';
import type { AskOptions, EvidenceOptions, FolderOptions, RelatedOptions, SearchOptions } from './options.ts';
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
