/** Wire types of the explorer: the parts of the workspace, and the cursor's proximity to communities. */

import type { RequestName } from './messageNames.ts';
import { type CommunityChunk, uri, type WireCommunity, type WirePlace, zeroBased } from './places.ts';
import { type Infer, object, text } from './schema.ts';

export const closenessParams = object({
  uri,
  /** 0-based, as LSP counts. */
  line: zeroBased,
});
export type ClosenessParams = Infer<typeof closenessParams>;

export interface ClosenessResult {
  /** By community, above 0 to 3.5; a community that is absent has nothing in the file or its directory. */
  readonly closeness: Readonly<Record<string, number>>;
  /** The communities that hold the chunk at the place, closest first. */
  readonly here: readonly string[];
}

/** How close communities are to the cursor: the tree sorts by it and reveals the chunk there. */
export const closenessRequest: RequestName<ClosenessParams, ClosenessResult> = 'meshrag/closeness';

/** A sentence of a file, with its line. */
export interface WireQuote {
  readonly text: string;
  readonly place: WirePlace;
}

export interface WireEntryPoint {
  readonly name: string;
  readonly kind: 'command' | 'library' | 'main' | 'route' | 'script';
  readonly place: WirePlace;
}

export interface WirePart {
  /** For `partRequest`; unique among all folders. */
  readonly id: string;
  /** Empty for the files of the folder itself. */
  readonly name: string;
  /** Of its directory, for display. */
  readonly path: string;
  readonly files: number;
  /** What its author says about it; if nothing, `holds` are names of what is in it. */
  readonly says?: WireQuote;
  readonly holds: readonly string[];
  /** Its first files. */
  readonly first: readonly WirePlace[];
}

/** Files that are in no part, by reason. */
export interface WireCorner {
  readonly id: string;
  readonly corner: 'tests' | 'translations' | 'changeLogs' | 'licences' | 'vendored' | 'compiled' | 'settings';
  readonly files: number;
}

export interface WireOverview {
  /** The folder's name. */
  readonly folder: string;
  readonly files: number;
  readonly says?: WireQuote;
  readonly entryPoints: readonly WireEntryPoint[];
  /** The files to read first. */
  readonly startWith: readonly WirePlace[];
  readonly parts: readonly WirePart[];
  readonly corners: readonly WireCorner[];
}

export interface OverviewResult {
  readonly folders: readonly WireOverview[];
}

/** The structure of the folders. */
export const overviewRequest: RequestName<Record<string, never>, OverviewResult> = 'meshrag/overview';

export const partParams = object({
  /** Of a part or corner. */
  id: text(10_000),
});
export type PartParams = Infer<typeof partParams>;

export interface WirePartFile {
  readonly place: WirePlace;
  /** What its author says about it, else its heading or the names that it defines; may be empty. */
  readonly says: string;
}

export interface PartResult {
  /** The most used first. */
  readonly files: readonly WirePartFile[];
}

/** The files of a part or corner; none if it no longer exists. */
export const partRequest: RequestName<PartParams, PartResult> = 'meshrag/part';

/** The share of a community or module that lies in a part, in one language. */
export interface WireTopic extends WireCommunity {
  /** ISO 639-1; empty for English and code. */
  readonly language: string;
  readonly chunks: readonly CommunityChunk[];
}

export interface TopicsResult {
  /** Largest first. */
  readonly topics: readonly WireTopic[];
}

/** The topics of a part; none if it no longer exists. */
export const topicsRequest: RequestName<PartParams, TopicsResult> = 'meshrag/topics';

export const outlineParams = object({ uri });
export type OutlineParams = Infer<typeof outlineParams>;

export interface OutlineResult {
  readonly entries: readonly { readonly name: string; readonly depth: number; readonly says: string; readonly place: WirePlace }[];
}

/** A link in a document, as written. */
export const linkTargetParams = object({ uri, target: text(1000) });
export type LinkTargetParams = Infer<typeof linkTargetParams>;

export interface LinkTargetResult {
  /** Absent if it leads to nothing in the workspace. */
  readonly place?: WirePlace;
}

/** The place that a link leads to. */
export const linkTargetRequest: RequestName<LinkTargetParams, LinkTargetResult> = 'meshrag/linkTarget';

/** The headings or definitions of a file. */
export const outlineRequest: RequestName<OutlineParams, OutlineResult> = 'meshrag/outline';
