/** The state of the map: areas, and what is unfolded, filtered, hovered or chosen. Plain data and queries. */

import type { MapChunk, MapCommunity, MapDetail, MapLink, MapResult } from '../../protocol/map.ts';
import type { MapCursor } from '../../protocol/panels/panelMap.ts';

export interface Filter {
  readonly words: string;
  /** Index of the folder; -1 for all. */
  readonly folder: number;
  /** Index of the area shown with those that share names with it; -1 for all. */
  readonly community: number;
  readonly kind: 'all' | 'doc' | 'code';
}

/** What is hovered or chosen. */
export type Target =
  | { readonly kind: 'area'; readonly index: number }
  | { readonly kind: 'chunk'; readonly index: number; readonly chunk: number }
  | { readonly kind: 'link'; readonly link: MapLink }
  | { readonly kind: 'chunkLink'; readonly index: number; readonly link: MapLink };

/** Maximum number of unfolded areas; the least recently unfolded one is folded again. */
const maxUnfolded = 12;

export class Scene {
  readonly map: MapResult;
  readonly indexOf: ReadonlyMap<string, number>;
  readonly unfolded = new Map<number, MapDetail>();
  #filter: Filter = { words: '', folder: -1, community: -1, kind: 'all' };
  #shown: readonly number[] | undefined;
  hover: Target | undefined;
  chosen: Target | undefined;
  cursor: MapCursor | undefined;
  #mainFolders: readonly number[] | undefined;

  constructor(map: MapResult) {
    this.map = map;
    this.indexOf = new Map(map.communities.map(({ id }, i) => [id, i]));
  }

  get filter(): Filter {
    return this.#filter;
  }

  /** Drops what is hovered or chosen, which would dim what is searched for. */
  set filter(filter: Filter) {
    this.#filter = filter;
    this.#shown = undefined;
    this.hover = undefined;
    this.chosen = undefined;
  }

  /** The main folders of most areas, by number of areas; each has a hue. */
  mainFolders(max: number): readonly number[] {
    this.#mainFolders ??= rankedFolders(this.map);
    return this.#mainFolders.slice(0, max);
  }

  area(index: number): MapCommunity {
    return this.map.communities[index] as MapCommunity;
  }

  unfold(detail: MapDetail): void {
    const index = this.indexOf.get(detail.id);
    if (index === undefined) return;
    this.unfolded.delete(index);
    this.unfolded.set(index, detail);
    for (const oldest of this.unfolded.keys()) {
      if (this.unfolded.size <= maxUnfolded) break;
      this.unfolded.delete(oldest);
    }
  }

  #passes(index: number): boolean {
    const { name, entities, folders, docs, size } = this.area(index);
    const { words, folder, community, kind } = this.#filter;
    if (community >= 0 && community !== index && !this.#areLinked(community, index)) return false;
    if (folder >= 0 && !folders.some(([id]) => id === folder)) return false;
    if ((kind === 'doc' && docs === 0) || (kind === 'code' && docs === size)) return false;
    const text = [name, ...entities].join('\n').toLowerCase();
    return words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  }

  showsChunk(chunk: MapChunk): boolean {
    const { folder, kind } = this.#filter;
    if (kind !== 'all' && chunk.kind !== kind) return false;
    const wanted = this.map.folders[folder];
    if (wanted === undefined) return true;
    return wanted === '.' ? !chunk.path.includes('/') : chunk.path.startsWith(`${wanted}/`);
  }

  /** Indexes of the visible areas, largest first. */
  shown(): readonly number[] {
    this.#shown ??= this.map.communities.map((_, i) => i).filter((i) => this.#passes(i));
    return this.#shown;
  }

  #areLinked(one: number, other: number): boolean {
    return this.map.links.some(({ a, b }) => (a === one && b === other) || (b === one && a === other));
  }

  isAtCursor({ uri, startLine, endLine }: MapChunk): boolean {
    return this.cursor !== undefined && uri === this.cursor.uri && startLine <= this.cursor.line && this.cursor.line <= endLine;
  }

  /** Whether an item stays bright while `hover` or `chosen` dims the rest. */
  isLit(index: number): boolean {
    const target = this.hover ?? this.chosen;
    if (target === undefined) return true;
    if (target.kind === 'link') return target.link.a === index || target.link.b === index;
    if (target.index === index) return true;
    return target.kind === 'area' && this.#areLinked(target.index, index);
  }
}

/** The folder with most chunks of an area. */
export function mainFolderOf({ folders }: MapCommunity): number {
  return folders.reduce((best, one) => (one[1] > best[1] ? one : best), [-1, 0] as readonly [number, number])[0];
}

function rankedFolders({ communities }: MapResult): number[] {
  const counts = new Map<number, number>();
  for (const community of communities) counts.set(mainFolderOf(community), (counts.get(mainFolderOf(community)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([folder]) => folder);
}
