/** Wire types of the tree of parts and communities: the parts of the workspace, and the cursor's proximity to communities. */

import type {
  CornerSummary,
  FolderSummary,
  OutlineRow,
  PartCommunity,
  PartFileSummary,
  PartSummary,
  PlacedEntryPoint,
  PlacedQuote,
} from '../service/types/treeRows.ts';
import type { RequestName } from './messageNames.ts';
import { uri, type Wire, type WirePlace, zeroBased } from './places.ts';
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

export type WireQuote = Wire<PlacedQuote>;
export type WireEntryPoint = Wire<PlacedEntryPoint>;
export type WirePart = Wire<PartSummary>;
export type WireCorner = Wire<CornerSummary>;
export type WireOverview = Wire<FolderSummary>;

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

export type WirePartFile = Wire<PartFileSummary>;

export interface PartResult {
  /** The most used first. */
  readonly files: readonly WirePartFile[];
}

/** The files of a part or corner; none if it no longer exists. */
export const partRequest: RequestName<PartParams, PartResult> = 'meshrag/part';

export type WireTopic = Wire<PartCommunity>;

export interface TopicsResult {
  /** Largest first. */
  readonly topics: readonly WireTopic[];
}

/** The communities of a part; none if it no longer exists. */
export const topicsRequest: RequestName<PartParams, TopicsResult> = 'meshrag/topics';

export const outlineParams = object({ uri });
export type OutlineParams = Infer<typeof outlineParams>;

export interface OutlineResult {
  readonly entries: readonly Wire<OutlineRow>[];
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
