/** The interface of measured programs, and their input. */

/** A chunk for the peers: the text as cut by our own chunker. */
export interface PeerChunk {
  /** 1-based. */
  readonly id: number;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One changed file, as a peer sees it. */
export interface FileChange {
  readonly path: string;
  readonly before: readonly PeerChunk[];
  /** With new ids. */
  readonly after: readonly PeerChunk[];
  /** The text of the changed file. */
  readonly content: string;
  /** A word that only the changed file contains. */
  readonly word: string;
}

/** The results of a search: ids of chunks, or paths. */
export type Found = readonly (number | string)[];
export type Search = (query: string) => Promise<Found>;

/** Searches by name, of an index that is closed before the next measurement. */
export interface TimedSearches {
  readonly searches: Readonly<Record<string, Search>>;
  close(): Promise<void>;
}

/** An open index. */
export interface Opened {
  /** The ten best. */
  readonly search: Search;
  /** Puts the changed file where this program reads it; the clock starts afterwards. Absent if the program is given texts. */
  save?(change: FileChange): void;
  /** Updates one file; resolves when the change can be found and is as durable as the program makes it. */
  change(change: FileChange): Promise<void>;
  /** When the last search knew the ten best chunks, by `performance.now()`; absent if it reports nothing else. */
  rankedAtMs?(): number;
  /** The timed searches by name; absent if there is only `search`. */
  timed?(): Promise<TimedSearches>;
  close(): Promise<void>;
}

/** The folders of a program. */
export interface Place {
  /** The folder for its index. */
  readonly dir: string;
  /** The folder of the files; only our own index reads it. */
  readonly tree: string;
}

/** A program that is measured. */
export interface System {
  /** Whether it reads the files itself; the others get the texts in memory before the clock starts. */
  readonly readsFiles?: boolean;
  build(chunks: readonly PeerChunk[], place: Place): Promise<void>;
  open(place: Place): Promise<Opened>;
  /** Checks for changes; returns the number of files read for it. */
  restart?(place: Place): Promise<number>;
}

/** Number of results requested from every program. */
export const resultCount = 10;
