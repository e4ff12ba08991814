/**
 * The facade: index folders, search, relate, ask. Used by the language server and the command line, and independent of both. Every method
 * that takes a signal stops soon after it is aborted and rejects with its reason.
 */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Quote } from '../../engine/parts/authorWords.ts';
import type { PartFile } from '../../engine/parts/overview.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type {
  EnrichmentEstimate,
  EnrichmentOptions,
  EnrichmentRun,
  RunOptions,
  VectorCounts,
  VectorEstimate,
  VectorRun,
} from '../../systems/index.ts';
import type { Gates } from './gates.ts';
import type {
  AskOptions,
  DriftOptions,
  EnrichOptions,
  EvidenceOptions,
  ExcerptOptions,
  ExportOptions,
  FolderOptions,
  ImpactOptions,
  OccurrenceOptions,
  RelatedOptions,
  SearchOptions,
  SymbolOptions,
  WhyOptions,
  WriteIndex,
} from './options.ts';
import type { WhyAnswer } from './past.ts';
import type { ConnectAnswer, ImpactAnswer } from './relations.ts';
import type {
  AskAnswer,
  CommunitiesAnswer,
  CommunityDetail,
  CompletedFile,
  ContentCounts,
  DriftAnswer,
  EvidenceAnswer,
  ExportedIndex,
  FileLines,
  FileRange,
  FolderReport,
  FolderUses,
  GuideHeading,
  ImportedIndex,
  LinkTarget,
  MarkedText,
  MaskedAnswer,
  MatchingLine,
  NamedFile,
  NameFact,
  OccurrencesAnswer,
  Outline,
  OverviewAnswer,
  PaperReport,
  Pool,
  PublishedFolder,
  RelatedAnswer,
  SearchAnswer,
  SketchPlot,
  SymbolAnswer,
} from './results.ts';

export interface Service {
  /** Opens the folder's index and updates it in the background; resolves when it can be queried. */
  openFolder(folder: string, options: FolderOptions): Promise<void>;
  /** Ends all work for the folder and releases its index; does nothing if it is not open. */
  closeFolder(folder: string): Promise<void>;
  /** Resolves when no update is running or queued. */
  idle(signal?: AbortSignal): Promise<void>;
  /** Whether this process writes the index of an open folder, or has it in memory alone; otherwise it follows another one. */
  isWriter(): boolean;
  /** Checks the given files (absolute paths), or the whole folder, and indexes what changed. */
  update(folder: string, paths?: readonly string[]): Promise<void>;
  /** Discards the stored index and rebuilds it. */
  rebuild(folder: string): Promise<void>;
  /** Removes the stored index; the folder stays unindexed until `rebuild`. */
  clear(folder: string): Promise<void>;
  /** Pauses all indexing; questions are answered from the current index. */
  pause(): void;
  resume(): void;
  /** Ranks the chunks of all folders. Throws RangeError for an unknown system, listing the known ones. */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** The same, as the line of each chunk that matches most. */
  matchingLines(query: string, options?: SearchOptions): Promise<readonly MatchingLine[]>;
  /** Answers with quotes from the ranked chunks. */
  ask(question: string, options?: AskOptions): Promise<AskAnswer>;
  /** Headings of documents that show how something is done, those that ask or say how first. */
  guideHeadings(signal?: AbortSignal): Promise<readonly GuideHeading[]>;
  /** The ranked chunks with their texts, for a model to answer from. */
  pool(question: string, options?: AskOptions): Promise<Pool>;
  /** Chunks related to a place; `file` is an absolute path, or any label if `text` is given. */
  related(file: string, line: number, options?: RelatedOptions): Promise<RelatedAnswer>;
  /** How two names, files or places (`PATH:LINE`) are connected; throws a readable error for one that is not known. */
  connect(a: string, b: string, options?: SearchOptions): Promise<ConnectAnswer>;
  /** What a change of a name, a file or a line (`PATH:LINE`) reaches, or of all uncommitted changes without one; throws a readable error. */
  impact(asked: string | undefined, options?: ImpactOptions): Promise<ImpactAnswer>;
  /** Where a name is defined, who uses it, and what documents say about it. */
  symbol(name: string, options?: SymbolOptions): Promise<SymbolAnswer>;
  /** Files and folders whose path holds a text, best first. */
  filesLike(typed: string, max: number, signal?: AbortSignal): Promise<readonly CompletedFile[]>;
  /** Defined names that hold a text, best first. */
  namesLike(typed: string, max: number, signal?: AbortSignal): Promise<readonly string[]>;
  /** Why a name, a file or a line (`PATH:LINE`) is as it is, or where a name went; throws a readable error for a path of no file. */
  why(asked: string, options?: WhyOptions): Promise<WhyAnswer>;
  /** All lines of the indexed files that a regular expression (RE2's syntax) matches, as the files are on disk; throws a readable error for a wrong one. */
  occurrences(pattern: string, options?: OccurrenceOptions): Promise<OccurrencesAnswer>;
  /** Loads and reads what the first `symbol` and `outline` need. */
  prepareLooks(signal: AbortSignal): Promise<void>;
  /** Lines of a file of an open folder, with highlights; throws a readable error if it cannot be read. */
  excerpt(range: FileRange, options: ExcerptOptions): MarkedText;
  /** At most `maxLines` whole lines of a file of an open folder, with the places of secrets; throws a readable error if it cannot be read. */
  lines(range: FileRange, maxLines: number): FileLines;
  /** Whether a file of an open folder (absolute path) still has the content with this hash on disk. */
  isUnchanged(file: string, fileHash: string): boolean;
  /** What a place shares with another, or with a question; throws a readable error if a place is not indexed. */
  evidence(to: FileRange, options: EvidenceOptions): Promise<EvidenceAnswer>;
  /** The communities of one folder, or of each; folders that cannot be queried are left out. */
  communities(folder?: string, signal?: AbortSignal): Promise<readonly CommunitiesAnswer[]>;
  /** One community of a folder; `undefined` if its id no longer exists. */
  community(folder: string, id: string, signal?: AbortSignal): Promise<CommunityDetail | undefined>;
  /** The structure of one folder, or of each: entry points, parts, corners. Folders that cannot be queried are left out. */
  overview(folder?: string, signal?: AbortSignal): Promise<readonly OverviewAnswer[]>;
  /** The files at or below a relative path ('' for all), those that others use most first. */
  filesBelow(folder: string, path: string, signal?: AbortSignal): Promise<readonly PartFile[]>;
  /** What the files of parts import and call of each other, for each folder that can be queried; found when first asked for. */
  fileUses(signal?: AbortSignal): Promise<readonly FolderUses[]>;
  /** What the authors of some files (relative paths) say about them, in order. */
  wordsOfFiles(folder: string, paths: readonly string[], signal?: AbortSignal): Promise<readonly (Quote | undefined)[]>;
  /** The headings or definitions of a file (relative path); `undefined` if it is not indexed. */
  outline(folder: string, path: string, signal?: AbortSignal): Promise<Outline | undefined>;
  /** The place that a link in a document (`path`) leads to, as written; `undefined` if there is none in the folder. */
  linkTarget(folder: string, path: string, target: string, signal?: AbortSignal): Promise<LinkTarget | undefined>;
  /** Names removed since a commit (`HEAD` by default; without git since the first call), and where they are still mentioned. */
  drift(folder?: string, options?: DriftOptions): Promise<readonly DriftAnswer[]>;
  /** Where something is masked in the files of a folder, or of all; a folder that was published and is not on this machine has no files. */
  masked(folder?: string, signal?: AbortSignal): Promise<readonly MaskedAnswer[]>;
  /** The sketches of at most 2,000 chunks of each folder, projected onto a plane. */
  sketches(signal?: AbortSignal): Promise<readonly SketchPlot[]>;
  /** The report of the paper's appendix C for each folder, by the published algorithm. */
  paperReports(signal?: AbortSignal): Promise<readonly PaperReport[]>;
  /** Writes the folder's index to a directory (absolute path) that other machines can start from: words and names, no text. */
  exportIndex(folder: string, directory: string, options?: ExportOptions): Promise<ExportedIndex>;
  /** Calls `write` to publish the folder's index for others. Throws what `write` throws. */
  publishIndex(folder: string, write: WriteIndex, options?: ExportOptions): Promise<PublishedFolder>;
  /**
   * Imports the analysis of the folder's files from an exported index, and analyses the files that differ. Throws if the index cannot be
   * used.
   */
  importIndex(folder: string, file: string): Promise<ImportedIndex>;
  /** SHA-256 of the folder's index in canonical form, including communities: equal for equal content, whatever the history. */
  digest(folder: string, signal?: AbortSignal): Promise<string>;
  /** Rebuilds the folder's index in memory and describes the first difference; `undefined` if there is none. */
  verify(folder: string, signal?: AbortSignal): Promise<string | undefined>;
  /**
   * The indexed file, or line of one, that a text names: a path, or the end of one (`PATH:LINE`); undefined for a text that is no path. Throws a
   * readable error for a path of no file or of several. `base`: where relative paths may begin, besides the folders.
   */
  fileAt(asked: string, options?: { readonly scope?: readonly string[]; readonly base?: string }): NamedFile | undefined;
  /** Whether the file at this path (relative, with `/`) is in the folder's index. */
  isIndexed(folder: string, path: string): boolean;
  /** Whether any file below the directory at this path (relative, with `/`) is in the folder's index. */
  holdsIndexed(folder: string, path: string): boolean;
  /** Counts what lies at or below the given absolute paths of a folder. */
  countsWithin(folder: string, within: readonly string[], signal?: AbortSignal): Promise<ContentCounts>;
  /** Estimates `enrich` with the model of that name. */
  enrichmentEstimate(model: string, options?: Pick<EnrichmentOptions, 'limit' | 'signal'>): Promise<EnrichmentEstimate>;
  /**
   * Has a model extract entities, statements and summaries from the passages that it has not been asked about yet, for the systems that use
   * them. Each reply is stored as it arrives: aborting pauses, and another call resumes. Errors of the model are in the result.
   */
  enrich(model: LanguageModel, options?: EnrichOptions): Promise<EnrichmentRun>;
  /** What a model that has read the passages says of a name, with the passages: descriptions, other names, statements. */
  nameFacts(name: string, signal?: AbortSignal): Promise<readonly NameFact[]>;
  /** Estimates `embedPassages` with the embedder of that name. */
  vectorEstimate(embedder: string, options?: Pick<RunOptions<never>, 'limit' | 'signal'>): Promise<VectorEstimate>;
  /** Whether passages of any open folder were turned into vectors. */
  hasVectors(): boolean;
  /** Has an embedder turn passages into vectors, by which `mesh` orders its first results; stored, paused and resumed like `enrich`. */
  embedPassages(embedder: Embedder, options?: RunOptions<VectorCounts>): Promise<VectorRun>;
  /** Estimates `verifyGates` with the model of that name. Throws `RangeError` if there are too many pairs. */
  gateEstimate: Gates['estimate'];
  /**
   * Has a model verify the gates between modules that it has not been asked about yet, for `hug`; stored, paused and resumed like `enrich`.
   */
  verifyGates: Gates['run'];
  /** The state of each folder, in the order in which they were opened. */
  report(): readonly FolderReport[];
  /** Called when a report changes: at most every 100 ms while indexing. Returns a function that unsubscribes. */
  onReport(listener: (reports: readonly FolderReport[]) => void): () => void;
  /** Closes all folders; none can be opened afterwards. */
  close(): Promise<void>;
}
