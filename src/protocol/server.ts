/**
 * Messages between the extension and the language server, in addition to plain LSP. All names are `meshrag/…`. A request's name carries the
 * types of its parameters and result, so that both sides are checked against one line.
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

/** Maximum length of a question in UTF-16 units; longer ones are rejected with an explanation. */
export const maxQuestionLength = 200_000;

/** Maximum number of earlier questions sent with one. */
export const maxTurns = 50;

/** Sent in `initializationOptions`. */
export interface InitializationOptions {
  /** The server's messages in the user's language. */
  readonly words?: ServerWords;
  /** Whether links in hovers may run the extension's commands; otherwise they link to files. */
  readonly commandLinks?: boolean;
}

/** One workspace folder and how to index it. */
export interface FolderConfig {
  /** `file:` URI. */
  readonly uri: string;
  readonly name: string;
  /** False: the folder is closed, and its stored index is left alone. */
  readonly enabled: boolean;
  /** Absolute path of the index; without it, the index is kept in memory. */
  readonly indexFile?: string;
  /** Absolute path of the directory with the list of indexed folders. */
  readonly folderList?: string;
  /** False in Restricted Mode. */
  readonly runGit: boolean;
  /** Settings as the user wrote them; the server validates them and fills in defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface ConfigureParams {
  readonly folders: readonly FolderConfig[];
  readonly hover: boolean;
  /** Name of the retriever. */
  readonly system: string;
  /** Groups of equivalent expressions, one a line, separated by commas. */
  readonly synonyms: readonly string[];
  /** Memory budget of the indexes in megabytes. */
  readonly memoryBudget: number;
}

/** The folders and how to index them: sent at start, and whenever folders, settings or trust change. */
export const configureNotification: NotificationName<ConfigureParams> = 'meshrag/configure';

/** Asks for a stat walk over all folders, because the window got the focus and watchers miss events. */
export const sweepNotification: NotificationName<Record<string, never>> = 'meshrag/sweep';

export interface StatusParams {
  readonly folders: readonly FolderStatus[];
  readonly paused: boolean;
}

/** The state of the index, sent at most every 100 ms, for the status item and the views. */
export const statusNotification: NotificationName<StatusParams> = 'meshrag/status';

export interface AskParams {
  readonly question: string;
  /** The user's selection. */
  readonly context?: string;
  /** The lines that the question is about: they are not its answer. */
  readonly about?: WirePlace;
  /** URIs of files or folders; absent means the whole workspace. */
  readonly scope?: readonly string[];
  /** Name of a retriever; the configured one by default. */
  readonly system?: string;
  /** Number of sources, 1 to 100. */
  readonly limit?: number;
  /** Earlier questions and answers of this thread, oldest first, at most `maxTurns`. */
  readonly turns?: readonly WireTurn[];
  /** The model that writes the answer; without one, it is quoted. */
  readonly model?: ModelInfo;
  /** Whether the model may rewrite a follow-up as a standalone question before the search; true by default. */
  readonly mayRewrite?: boolean;
  /** The id for `answerEventNotification`; without one, no events are sent. */
  readonly stream?: string;
}

/** Asks a question, for the answer panel, the chat or a tool. */
export const askRequest: RequestName<AskParams, AskResult> = 'meshrag/ask';

export interface SearchParams {
  readonly query: string;
  readonly scope?: readonly string[];
  readonly system?: string;
  readonly limit?: number;
}

/** Searches without composing an answer. */
export const searchRequest: RequestName<SearchParams, SearchResult> = 'meshrag/search';

/** The current lines of a place, with the matches of question and source highlighted. */
export const excerptRequest: RequestName<ExcerptParams, Excerpt> = 'meshrag/excerpt';

/** What two places, or a question and a place, share. */
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

/** What is related to the cursor: the full list, beyond the hover's. */
export const relatedRequest: RequestName<RelatedParams, RelatedResult> = 'meshrag/related';

/** The communities of all folders, requested when the tree view becomes visible. */
export const communitiesRequest: RequestName<Record<string, never>, CommunitiesResult> = 'meshrag/communities';

export interface CommunityParams {
  /** From `communitiesRequest`. */
  readonly id: string;
}

/** The chunks of one community, requested when it is unfolded. */
export const communityRequest: RequestName<CommunityParams, CommunityResult> = 'meshrag/community';

export interface ExamplesResult {
  readonly questions: readonly string[];
}

/** Example questions for the empty answer panel, made from the workspace's own headings and symbols. */
export const examplesRequest: RequestName<Record<string, never>, ExamplesResult> = 'meshrag/examples';

export interface ReportResult {
  readonly folders: readonly FolderDetails[];
  readonly paused: boolean;
  /** Version of Node that runs the server. */
  readonly node: string;
  /** Memory use of the server in bytes. */
  readonly memoryBytes: number;
}

/** The full report, with every skipped file, for display or for diagnostics. */
export const reportRequest: RequestName<Record<string, never>, ReportResult> = 'meshrag/report';

export interface FolderParams {
  /** URI of one folder; absent means all. */
  readonly folder?: string;
}

/** The user's command: discard the stored index and rebuild it. Resolves when done. */
export const rebuildRequest: RequestName<FolderParams, null> = 'meshrag/rebuild';

/** The user's command: remove the stored index; the folder stays unindexed until it is rebuilt. */
export const clearRequest: RequestName<FolderParams, null> = 'meshrag/clear';

/** The user's command: stop indexing until `resume`; questions are answered from the current index. */
export const pauseRequest: RequestName<Record<string, never>, null> = 'meshrag/pause';

/** The user's command: continue indexing. */
export const resumeRequest: RequestName<Record<string, never>, null> = 'meshrag/resume';
