/** What the views show of folders, parts and communities before a row is unfolded, and then: lists without the passages of each. */

import type { Corner } from '../../engine/parts/sourceFiles.ts';
import type { Place } from '../../engine/place.ts';
import type { Community, CommunityMember } from './results.ts';

/** A sentence of a file, with its line. */
export interface PlacedQuote {
  readonly text: string;
  readonly place: Place;
}

export interface PlacedEntryPoint {
  readonly name: string;
  readonly kind: 'command' | 'library' | 'main' | 'route' | 'script';
  readonly place: Place;
}

export interface PartSummary {
  /** Unique among all folders. */
  readonly id: string;
  /** Empty for the files of the folder itself. */
  readonly name: string;
  /** Of its directory, for display. */
  readonly path: string;
  readonly files: number;
  /** What its author says about it; if nothing, `holds` are names of what is in it. */
  readonly says?: PlacedQuote;
  readonly holds: readonly string[];
  /** Its first files. */
  readonly first: readonly Place[];
}

/** Files that are in no part, by reason. */
export interface CornerSummary {
  readonly id: string;
  readonly corner: Corner;
  readonly files: number;
}

export interface FolderSummary {
  /** Absolute. */
  readonly folder: string;
  readonly files: number;
  readonly says?: PlacedQuote;
  readonly entryPoints: readonly PlacedEntryPoint[];
  /** The files to read first. */
  readonly startWith: readonly Place[];
  readonly parts: readonly PartSummary[];
  readonly corners: readonly CornerSummary[];
}

export interface PartFileSummary {
  readonly place: Place;
  /** What its author says about it, else its heading or the names that it defines; may be empty. */
  readonly says: string;
}

/** A community without its chunks: a large workspace has thousands, and few are ever opened. */
export interface CommunitySummary extends Pick<Community, 'name' | 'size' | 'files'> {
  /** Unique among all folders; stable for equal content. */
  readonly id: string;
  /** The most characteristic ones, at most twelve. */
  readonly entities: readonly string[];
}

export interface CommunityList {
  readonly communities: readonly CommunitySummary[];
}

export interface CommunityPassage extends CommunityMember {
  /** The community's entities that this chunk holds, most characteristic first. */
  readonly entities: readonly string[];
}

export interface CommunityPassages {
  /** Empty if the community no longer exists. */
  readonly chunks: readonly CommunityPassage[];
}

/** A community of a part. */
export interface PartCommunity extends CommunitySummary {
  readonly chunks: readonly CommunityMember[];
}

export interface OutlineRow {
  readonly name: string;
  readonly depth: number;
  readonly says: string;
  readonly place: Place;
}
