/** What the methods of the facade take. */

import type { IndexSettings } from '../workspace/settings.ts';
import type { FileRange } from './results.ts';

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
