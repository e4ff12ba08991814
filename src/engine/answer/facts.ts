/** Facts about answers and folders, shared by the terminal, the protocol and the editor: plain data. */

import type { Message } from '../message.ts';

import type { AnswerState } from './brief/block.ts';

/** Progress of a build. */
export interface FilesProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
}

/** An answer, quoted or written by a model, without its citations. */
export interface AnswerFacts {
  readonly question: string;
  readonly found: boolean;
  /** `answer` if a model answered. */
  readonly state: AnswerState;
  /** Plain text; `[n]` refers to a citation. If nothing was found, it says what was searched for. */
  readonly answer: string;
  /** What an answer by relations shows, in a sentence: "`open` is called in 3 lines of 2 files." */
  readonly lead?: readonly Message[];
  /** The words that were searched for, as in the question, and the names among them that occur in no file; both empty if a model answered. */
  readonly lookedFor: readonly string[];
  readonly missing: readonly string[];
  /** Name of the retriever. */
  readonly system: string;
  /** Name of the language model that wrote it; null if the answer is quoted. */
  readonly model: string | null;
  /** Milliseconds from question to answer. */
  readonly ms: number;
  /** Set while the index is still being built. */
  readonly partial?: FilesProgress;
  /** Files that the question names but the index lacks; what was looked for in vain before the question was searched for. */
  readonly notes?: readonly Message[];
}

/** The effect of one link, found by searching again without it. Ranks are from 1; null means not among the first `of`. */
export interface LostLink {
  /** Rank of the place for the question, with links and by the question's words alone. */
  readonly question?: { readonly rank: number | null; readonly byWords: number | null; readonly of: number };
  /** Rank of the place among those related to the other one, with and without `name`, the rarest shared name. */
  readonly related?: { readonly rank: number | null; readonly without: number | null; readonly of: number; readonly name: string };
}

/** One change made by git: another branch, another commit of the branch, or other files (a stash). */
export interface GitChange {
  readonly kind: 'branch' | 'commit' | 'files';
  /** The branch, or an abbreviated commit id if HEAD is detached. */
  readonly name: string;
  /** Number of files that changed. */
  readonly files: number;
}

/** Status of a folder. */
export interface FolderFacts {
  readonly state: 'indexing' | 'ready' | 'paused' | 'disabled' | 'problem';
  /** For the user: what is wrong, or what was repaired. */
  readonly messages?: readonly Message[];
  /** Whether the folder itself cannot be listed, so that no index can be built. */
  readonly isGone?: boolean;
  readonly progress?: FilesProgress;
  /** Increases whenever documents are added, changed or removed; restarts with the process. */
  readonly revision: number;
  /** Indexed files, their chunks, the distinct entities of the chunks, and the bytes of the files. */
  readonly files: number;
  readonly chunks: number;
  readonly entities: number;
  readonly bytes: number;
  /** Bytes of the index on disk, or in memory if it has no file. */
  readonly indexBytes: number;
  /** Wall-clock milliseconds of the last update, and when it ended (ISO 8601). */
  readonly lastUpdateMs: number;
  readonly lastUpdateAt?: string;
  /** Of the last update that scanned files. */
  readonly filesRead: number;
  readonly filesUnchanged: number;
  /** Whether a published index is read, or only the folder's own in its place. Absent where none was named. */
  readonly shared?: 'used' | 'lost';
  /** The last change, if git made it. */
  readonly git?: GitChange;
}
