/**
 * Messages between the extension and the language server, in addition to plain LSP. All names are `meshrag/…`. A request's name carries the
 * types of its parameters and result, so that both sides are checked against one line.
 */

import type { EvidenceParams, EvidenceResult, Excerpt, ExcerptParams } from './evidence.ts';
import type { NotificationName, RequestName } from './messageNames.ts';
import { modelInfo } from './model.ts';
import {
  type AskResult,
  type CommunitiesResult,
  type CommunityResult,
  type FolderDetails,
  type FolderStatus,
  maxQuestionLength,
  type RelatedSource,
  restatedQuestion,
  type SearchResult,
  uri,
  wirePlace,
  wireTurn,
  zeroBased,
} from './places.ts';
import { anything, boolean, extend, type Infer, integer, list, object, optional, record, text } from './schema.ts';

/** Maximum number of earlier questions sent with one. */
export const maxTurns = 50;

/** Sent in `initializationOptions`. */
export interface InitializationOptions {
  /** The sentences of the user's language, by their English. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Whether links in hovers may run the extension's commands; otherwise they link to files. */
  readonly commandLinks?: boolean;
}

/** One workspace folder and how to index it. */
const folderConfig = object({
  uri,
  name: text(1000),
  /** False: the folder is closed, and its stored index is left alone. */
  enabled: boolean,
  /** Absolute path of the index; without it, the index is kept in memory. */
  indexDirectory: optional(text(10_000)),
  /** Absolute path of the directory with the list of indexed folders. */
  folderList: optional(text(10_000)),
  /** Its published index, if the user has agreed to contact that server. */
  shared: optional(object({ address: text(2000), name: text(200) })),
  /** False in Restricted Mode. */
  runGit: boolean,
  /** False: the repository's history is not read. */
  history: optional(boolean),
  /** Settings as the user wrote them; the server validates them and fills in defaults. */
  settings: record(anything),
});
export type FolderConfig = Infer<typeof folderConfig>;

export const configureParams = object({
  folders: list(folderConfig),
  hover: boolean,
  /** Name of the retriever. */
  system: text(100),
  /** Groups of equivalent expressions, one a line, separated by commas. */
  synonyms: optional(list(text())),
  /** Options of retrievers as the user wrote them; the server checks them. */
  systemOptions: anything,
});
export type ConfigureParams = Infer<typeof configureParams>;

/** The folders and how to index them: sent at start, and whenever folders, settings or trust change. */
export const configureNotification: NotificationName<ConfigureParams> = 'meshrag/configure';

/** From the server, before it connects to the server of a shared index: the stored password of that address. */
export const sharedPasswordRequest: RequestName<{ readonly address: string }, { readonly password?: string }> = 'meshrag/sharedPassword';
export const sharedPasswordResult = object({ password: optional(text(10_000)) });

export const sharedReadParams = object({ address: text(10_000), headers: record(text(10_000)), maxBytes: integer(0, 2 ** 32) });
export type SharedReadParams = Infer<typeof sharedReadParams>;
/** Without a status where no answer was got; the body as base64, a little more than `maxBytes` at most. */
export const sharedReadResult = object({ status: optional(integer(200, 599)), body: optional(text(2 ** 29)) });
export type SharedReadResult = Infer<typeof sharedReadResult>;

/** From the server: a request to the web server of a shared index, since only the extension host knows the editor's proxy and certificates. */
export const sharedReadRequest: RequestName<SharedReadParams, SharedReadResult> = 'meshrag/sharedRead';

/** Asks for a stat walk over all folders, because the window got the focus and watchers miss events. */
export const sweepNotification: NotificationName<Record<string, never>> = 'meshrag/sweep';

export interface StatusParams {
  readonly folders: readonly FolderStatus[];
  readonly paused: boolean;
}

/** The state of the index, sent at most every 100 ms, for the status item and the views. */
export const statusNotification: NotificationName<StatusParams> = 'meshrag/status';

/** URIs of files or folders; absent means the whole workspace. */
const scope = optional(list(uri));
/** The file that the question is asked in: it and what is related to it are preferred. */
const near = optional(uri);
/** Name of a retriever; the configured one by default. */
const system = optional(text(100));
/** Seconds; the server keeps them within bounds. */
const maxRestateSeconds = optional(integer(1, 1e9));
/** Number of sources. */
const limit = optional(integer(1, 100));

export const askParams = object({
  question: text(maxQuestionLength),
  /** The user's selection. */
  context: optional(text()),
  /** The lines that the question is about: they are not its answer. */
  about: optional(wirePlace),
  scope,
  near,
  system,
  limit,
  /** Earlier questions and answers of this thread, oldest first. */
  turns: optional(list(wireTurn, maxTurns)),
  /** The model that writes the answer; without one, it is quoted. */
  model: optional(modelInfo),
  /** What is looked for as well, in place of what the model would say; nothing if it is empty. */
  restated: optional(restatedQuestion),
  /** Whether the model may restate the question before the search; true by default. */
  mayRestate: optional(boolean),
  /** How long it may take for that. */
  maxRestateSeconds,
  /** Whether the model writes the answer; otherwise it restates the question, and the answer is quoted. True by default. */
  writes: optional(boolean),
  /** The id for `answerEventNotification`; without one, no events are sent. */
  stream: optional(text(100)),
});
export type AskParams = Infer<typeof askParams>;

/** Asks a question, for the answer panel, the chat or a tool. */
export const askRequest: RequestName<AskParams, AskResult> = 'meshrag/ask';

export const searchParams = object({
  query: text(maxQuestionLength),
  scope,
  near,
  system,
  limit,
  /** Five of the best twenty that differ in what they hold, instead of the first ones. */
  otherAngles: optional(boolean),
  /** What the system found on its way is wanted, too. */
  isExplained: optional(boolean),
  /** Earlier questions of the thread, oldest first; they supply what a follow-up leaves out. */
  earlier: optional(list(text(maxQuestionLength), maxTurns)),
  /** The model that may restate the query if it is a question, and how long it may take. */
  model: optional(modelInfo),
  maxRestateSeconds,
  /** What is looked for as well, in place of what the model would say. */
  restated: optional(restatedQuestion),
});
export type SearchParams = Infer<typeof searchParams>;

/** Searches without composing an answer. */
export const searchRequest: RequestName<SearchParams, SearchResult> = 'meshrag/search';

/** The current lines of a place, with the matches of question and source highlighted. */
export const excerptRequest: RequestName<ExcerptParams, Excerpt> = 'meshrag/excerpt';

/** What two places, or a question and a place, share. */
export const evidenceRequest: RequestName<EvidenceParams, EvidenceResult> = 'meshrag/evidence';

export const relatedParams = object({ uri, line: zeroBased, character: zeroBased, limit });
export type RelatedParams = Infer<typeof relatedParams>;

export interface RelatedResult {
  readonly sources: readonly RelatedSource[];
}

/** What is related to the cursor: the full list, beyond the hover's. */
export const relatedRequest: RequestName<RelatedParams, RelatedResult> = 'meshrag/related';

/** The communities of all folders, requested when the tree view becomes visible. */
export const communitiesRequest: RequestName<Record<string, never>, CommunitiesResult> = 'meshrag/communities';

export const communityParams = object({
  /** From `communitiesRequest`. */
  id: text(10_000),
});
export type CommunityParams = Infer<typeof communityParams>;

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

export interface MaskedResult {
  readonly folders: readonly {
    /** `file:` URI of the folder. */
    readonly uri: string;
    /** By path and line. */
    readonly places: readonly { readonly path: string; readonly line: number; readonly kind: string }[];
  }[];
}

/** Where credentials are masked, without their values. Reads the files whose contents it has not searched yet. */
export const maskedRequest: RequestName<Record<string, never>, MaskedResult> = 'meshrag/masked';

export const folderParams = object({
  /** URI of one folder; absent means all. */
  folder: optional(uri),
});
export type FolderParams = Infer<typeof folderParams>;

/** The user's command: discard the stored index and rebuild it. Resolves when done. */
export const rebuildRequest: RequestName<FolderParams, null> = 'meshrag/rebuild';

/** The user's command: remove the stored index; the folder stays unindexed until it is rebuilt. */
export const clearRequest: RequestName<FolderParams, null> = 'meshrag/clear';

export const transferParams = object({
  /** URI of an open folder. */
  folder: uri,
  /** Absolute path. */
  directory: text(10_000),
});
export type TransferParams = Infer<typeof transferParams>;

export const exportParams = extend(transferParams, { withReplies: optional(boolean) });
export type ExportParams = Infer<typeof exportParams>;

export interface ExportResult {
  readonly files: number;
  /** What models have said, and was left out. */
  readonly repliesLeftOut: number;
  /** Of all files that were written. */
  readonly writtenBytes: number;
}

/** The user's command: write the index to a directory that other machines can start from. */
export const exportRequest: RequestName<ExportParams, ExportResult> = 'meshrag/export';

export interface ImportResult {
  /** Files that are as exported, and all others. */
  readonly same: number;
  readonly analysed: number;
}

/** The user's command: import the folder's index from an export. */
export const importRequest: RequestName<TransferParams, ImportResult> = 'meshrag/import';

/** The user's command: stop indexing until `resume`; questions are answered from the current index. */
export const pauseRequest: RequestName<Record<string, never>, null> = 'meshrag/pause';

/** The user's command: continue indexing. */
export const resumeRequest: RequestName<Record<string, never>, null> = 'meshrag/resume';
