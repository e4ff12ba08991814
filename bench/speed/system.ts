/** What every measured program offers, and what it is given. */

/** A chunk as the peers get it: the text that our own chunker cut. */
export interface PeerChunk {
  /** From 1 on. */
  readonly id: number;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One file that changes, as a peer sees it. */
export interface FileChange {
  readonly path: string;
  readonly before: readonly PeerChunk[];
  /** Ids are new ones. */
  readonly after: readonly PeerChunk[];
  /** The text of the changed file. */
  readonly content: string;
  /** A word that stands nowhere but in the changed file. */
  readonly word: string;
}

/** What a search found: ids of chunks, or paths. */
export type Found = readonly (number | string)[];
export type Search = (query: string) => Promise<Found>;

/** Searches by name, of an index that is closed before anything else is measured. */
export interface TimedSearches {
  readonly searches: Readonly<Record<string, Search>>;
  close(): Promise<void>;
}

/** An index that is open. */
export interface Opened {
  /** The best ten. */
  readonly search: Search;
  /** Lays the changed file where this program reads it; the clock starts afterwards. Absent where the program is given texts. */
  save?(change: FileChange): void;
  /** Brings one file up to date; resolves when the change can be found and is as durable as this program makes it. */
  change(change: FileChange): Promise<void>;
  /** When the last search knew which chunks are the best ten, by `performance.now()`; absent where that is all it tells. */
  rankedAtMs?(): number;
  /** The searches whose times are measured, by name; absent where it is `search` alone. */
  timed?(): Promise<TimedSearches>;
  close(): Promise<void>;
}

/** Where a program works. */
export interface Place {
  /** The folder of its own for its index. */
  readonly dir: string;
  /** The folder with the files; only our own index reads it. */
  readonly tree: string;
}

/** A program that is measured. */
export interface System {
  /** Whether it reads the files by itself; the others are given the texts in memory before the clock starts. */
  readonly readsFiles?: boolean;
  build(chunks: readonly PeerChunk[], place: Place): Promise<void>;
  open(place: Place): Promise<Opened>;
  /** Looks whether anything has changed; returns how many files were read for that. */
  restart?(place: Place): Promise<number>;
}

/** How many results every program is asked for. */
export const resultCount = 10;
