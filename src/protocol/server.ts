/**
 * What the extension and the language server say to each other, next to plain LSP. Every name here is `meshrag/…`.
 * A request's name carries the types of its parameters and its result, so that both sides are checked against one line.
 */

import type { EvidenceParams, EvidenceResult, Excerpt, ExcerptParams } from './evidence.ts';
import type { ModelInfo } from './model.ts';
import type { NotificationName, RequestName } from './names.ts';
import type {
  AskResult,
  CommunitiesResult,
  CommunityResult,
  FolderDetails,
  FolderStatus,
  RelatedSource,
  SearchResult,
  WirePlace,
  WireTurn,
} from './places.ts';
import type { ServerWords } from './text/words.ts';

/** Longest question taken, in UTF-16 units; longer ones are refused with a sentence that says so. */
export const maxQuestionLength = 200_000;

/** Most earlier questions that are sent with one. */
export const maxTurns = 50;

/** Handed over in `initializationOptions`. */
export interface InitializationOptions {
  /** The sentences of the server in the user's language. */
  readonly words?: ServerWords;
  /** Whether links in hovers may run the extension's commands; they are links to files otherwise. */
  readonly commandLinks?: boolean;
}

/** One workspace folder with everything that the server must know to index it. */
export interface FolderConfig {
  /** `file:` URI. */
  readonly uri: string;
  readonly name: string;
  /** False: the folder is closed and what is stored of it is left alone. */
  readonly enabled: boolean;
  /** Where the index lies, an absolute path; absent keeps it in memory. */
  readonly indexFile?: string;
  /** Directory with the list of all folders that have an index, an absolute path. */
  readonly folderList?: string;
  /** False in Restricted Mode. */
  readonly runGit: boolean;
  /** Settings as the user wrote them; the server checks them and completes them by the defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface ConfigureParams {
  readonly folders: readonly FolderConfig[];
  readonly hover: boolean;
  /** Name of the retriever. */
  readonly system: string;
  /** Expressions that mean the same, a group a line with commas between. */
  readonly synonyms: readonly string[];
  /** Megabytes that the indexes may take in memory. */
  readonly memoryBudget: number;
}

/** The extension tells which folders there are and how to index them: at start, and whenever folders, settings or trust change. */
export const configureNotification: NotificationName<ConfigureParams> = 'meshrag/configure';

/** The extension asks for a stat walk over all folders, because the window got the focus and watchers miss things. */
export const sweepNotification: NotificationName<Record<string, never>> = 'meshrag/sweep';

export interface StatusParams {
  readonly folders: readonly FolderStatus[];
  readonly paused: boolean;
}

/** The server tells how the index stands, at most every 100 ms, so that the status item and the views can show it. */
export const statusNotification: NotificationName<StatusParams> = 'meshrag/status';

export interface AskParams {
  readonly question: string;
  /** The user's selection. */
  readonly context?: string;
  /** The lines that the question is about: they are not its answer. */
  readonly about?: WirePlace;
  /** URIs of files or folders; absent means the whole workspace. */
  readonly scope?: readonly string[];
  /** Name of a retriever; the configured one where absent. */
  readonly system?: string;
  /** Number of sources, 1 to 100. */
  readonly limit?: number;
  /** What was asked and answered before in this thread, the oldest first, at most `maxTurns`. */
  readonly turns?: readonly WireTurn[];
  /** Who is to write the answer; it is quoted where absent. */
  readonly model?: ModelInfo;
  /** Whether the model may be asked to make a follow-up stand alone before it is searched for; true where absent. */
  readonly mayRewrite?: boolean;
  /** Under this name `answerEventNotification` tells what happens; nothing is told where absent. */
  readonly stream?: string;
}

/** The extension asks a question, for the answer panel, the chat or a tool. */
export const askRequest: RequestName<AskParams, AskResult> = 'meshrag/ask';

export interface SearchParams {
  readonly query: string;
  readonly scope?: readonly string[];
  readonly system?: string;
  readonly limit?: number;
}

/** The extension searches without composing an answer. */
export const searchRequest: RequestName<SearchParams, SearchResult> = 'meshrag/search';

/** The panels ask for the lines of a place as they are now, with what the question and a source have in common marked. */
export const excerptRequest: RequestName<ExcerptParams, Excerpt> = 'meshrag/excerpt';

/** The evidence panel asks what two places, or a question and a place, share. */
export const evidenceRequest: RequestName<EvidenceParams, EvidenceResult> = 'meshrag/evidence';

export interface RelatedParams {
  readonly uri: string;
  /** 0-based, as LSP counts. */
  readonly line: number;
  /** 0-based UTF-16 column. */
  readonly character: number;
  readonly limit?: number;
}

export interface RelatedResult {
  readonly sources: readonly RelatedSource[];
}

/** The extension asks for what is related to the cursor, for the list that holds more than the hover does. */
export const relatedRequest: RequestName<RelatedParams, RelatedResult> = 'meshrag/related';

/** The tree view asks for the communities of all folders when it becomes visible. */
export const communitiesRequest: RequestName<Record<string, never>, CommunitiesResult> = 'meshrag/communities';

export interface CommunityParams {
  /** As `communitiesRequest` gave it. */
  readonly id: string;
}

/** The tree view asks for the chunks of one community when it is unfolded. */
export const communityRequest: RequestName<CommunityParams, CommunityResult> = 'meshrag/community';

export interface ExamplesResult {
  readonly questions: readonly string[];
}

/** The empty answer panel asks for example questions made from the workspace's own headings and symbols. */
export const examplesRequest: RequestName<Record<string, never>, ExamplesResult> = 'meshrag/examples';

export interface ReportResult {
  readonly folders: readonly FolderDetails[];
  readonly paused: boolean;
  /** Version of Node that runs the server. */
  readonly node: string;
  /** Bytes of memory that the server holds. */
  readonly memoryBytes: number;
}

/** The extension asks for the full report, with every skipped file, when the user opens it or copies diagnostics. */
export const reportRequest: RequestName<Record<string, never>, ReportResult> = 'meshrag/report';

export interface FolderParams {
  /** URI of one folder; absent means all. */
  readonly folder?: string;
}

/** The user's command: forget the stored index and build it anew. Resolves when that is done. */
export const rebuildRequest: RequestName<FolderParams, null> = 'meshrag/rebuild';

/** The user's command: remove the stored index; the folder stays unindexed until it is rebuilt. */
export const clearRequest: RequestName<FolderParams, null> = 'meshrag/clear';

/** The user's command: stop indexing until `resume`; questions are answered from what is there. */
export const pauseRequest: RequestName<Record<string, never>, null> = 'meshrag/pause';

/** The user's command: go on indexing. */
export const resumeRequest: RequestName<Record<string, never>, null> = 'meshrag/resume';
