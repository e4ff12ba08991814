/** What is told of answers and folders, the same in the terminal, over the wire and in the editor: plain data. */

import type { AnswerState } from './brief/block.ts';

/** How far a build is. */
export interface FilesProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
}

/** What is known of an answer, quoted or written by a model, beside its places. */
export interface AnswerFacts {
  readonly question: string;
  readonly found: boolean;
  /** How far the answer is one; `sure` where a model answered. */
  readonly state: AnswerState;
  /** Plain text; `[n]` refers to a citation. Says what was looked for where nothing was found. */
  readonly answer: string;
  /** The words that were looked for, as the question has them, and those of them that no file holds; both empty where a model answered. */
  readonly lookedFor: readonly string[];
  readonly missing: readonly string[];
  /** Name of the retriever. */
  readonly system: string;
  /** Name of the language model that wrote it; null where the answer is quoted. */
  readonly model: string | null;
  /** Milliseconds from question to answer. */
  readonly ms: number;
  /** Set while the index is still being built. */
  readonly partial?: FilesProgress;
}

/** What would be lost without a link, by asking again without it. Ranks are from 1; null is "not among the first `of`". */
export interface LostLink {
  /** Of the place for the question, with links and by the question's words alone. */
  readonly question?: { readonly rank: number | null; readonly byWords: number | null; readonly of: number };
  /** Of the place among what is related to the other one, and without the rarest shared name. */
  readonly related?: { readonly rank: number | null; readonly without: number | null; readonly of: number; readonly name: string };
}

/** What git did in one go: another branch, another commit of it, or other files (a stash). */
export interface GitChange {
  readonly kind: 'branch' | 'commit' | 'files';
  /** The branch, or the beginning of a commit's id where HEAD names none. */
  readonly name: string;
  /** Files that are not what they were. */
  readonly files: number;
}

/** How one folder stands. */
export interface FolderFacts {
  readonly state: 'indexing' | 'ready' | 'paused' | 'disabled' | 'problem';
  /** One sentence in the user's words: what is wrong, or what was mended. */
  readonly message?: string;
  /** Whether the folder itself cannot be listed, so that there is nothing to build an index from. */
  readonly isGone?: boolean;
  readonly progress?: FilesProgress;
  /** Rises whenever documents have come or gone; begins anew with the process. */
  readonly revision: number;
  /** Indexed files, their chunks, the distinct entities of these, and the bytes of the files. */
  readonly files: number;
  readonly chunks: number;
  readonly entities: number;
  readonly bytes: number;
  /** Bytes that the index takes on disk, or in memory without a file. */
  readonly indexBytes: number;
  /** Wall milliseconds of the last update and when it ended (ISO 8601). */
  readonly lastUpdateMs: number;
  readonly lastUpdateAt?: string;
  /** Of the last update that looked at files. */
  readonly filesRead: number;
  readonly filesUnchanged: number;
  /** The last change, where git made it. */
  readonly git?: GitChange;
}
