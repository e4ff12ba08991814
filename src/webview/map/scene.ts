/** The state of the map: parts, their communities as areas, and what is unfolded, filtered, hovered or chosen. Plain data and queries. */

import type { MapChunk, MapCommunity, MapDetail, MapGates, MapLink, MapPart, MapResult } from '../../protocol/map.ts';
import type { MapCursor } from '../../protocol/panels/panelMap.ts';

export interface Filter {
  readonly words: string;
  /** Index of the part; -1 for all. */
  readonly part: number;
  /** Index of the area shown with those that share names with it; -1 for all. */
  readonly community: number;
  readonly kind: 'all' | 'doc' | 'code';
}

/** What is hovered or chosen. */
export type Target =
  | { readonly kind: 'part'; readonly index: number }
  | { readonly kind: 'partLink'; readonly link: MapLink }
  | { readonly kind: 'area'; readonly index: number }
  | { readonly kind: 'chunk'; readonly index: number; readonly chunk: number }
  | { readonly kind: 'link'; readonly link: MapLink }
  | { readonly kind: 'chunkLink'; readonly index: number; readonly link: MapLink };

/** Maximum number of unfolded areas; the least recently unfolded one is folded again. */
const maxUnfolded = 12;

export class Scene {
  readonly map: MapResult;
  readonly indexOf: ReadonlyMap<string, number>;
  /** Areas of each part, largest first. */
  readonly #areasOf: readonly (readonly number[])[];
  readonly unfolded = new Map<number, MapDetail>();
  readonly #opened = new Set<number>();
  #filter: Filter = { words: '', part: -1, community: -1, kind: 'all' };
  #shown: readonly number[] | undefined;
  #shownParts: readonly number[] | undefined;
  hover: Target | undefined;
  chosen: Target | undefined;
  cursor: MapCursor | undefined;
  /** The layer of gates: off, asked for, or there. */
  layer: MapGates | 'wanted' | undefined;

  constructor(map: MapResult) {
    this.map = map;
    this.indexOf = new Map(map.communities.map(({ id }, i) => [id, i]));
    const areas: number[][] = map.parts.map(() => []);
    for (const [i, { part }] of map.communities.entries()) areas[part]?.push(i);
    this.#areasOf = areas;
    // Of one part there is nothing to choose.
    if (map.parts.length === 1) this.#opened.add(0);
  }

  get gates(): MapGates | undefined {
    return this.layer === 'wanted' ? undefined : this.layer;
  }

  get filter(): Filter {
    return this.#filter;
  }

  /** Drops what is hovered or chosen, which would dim what is searched for. */
  set filter(filter: Filter) {
    this.#filter = filter;
    this.#shown = undefined;
    this.#shownParts = undefined;
    this.hover = undefined;
    this.chosen = undefined;
  }

  /** Whether only some areas are asked for: then the parts that have any are open. */
  get isFiltered(): boolean {
    const { words, community, kind } = this.#filter;
    return words !== '' || community >= 0 || kind !== 'all';
  }

  area(index: number): MapCommunity {
    return this.map.communities[index] as MapCommunity;
  }

  part(index: number): MapPart {
    return this.map.parts[index] as MapPart;
  }

  isOpen(part: number): boolean {
    return this.isFiltered || this.#opened.has(part);
  }

  /** @returns whether it was folded. */
  open(part: number): boolean {
    if (this.#opened.has(part)) return false;
    this.#opened.add(part);
    return true;
  }

  fold(part: number): void {
    this.#opened.delete(part);
  }

  unfold(detail: MapDetail): void {
    const index = this.indexOf.get(detail.id);
    if (index === undefined) return;
    this.#opened.add(this.area(index).part);
    this.unfolded.delete(index);
    this.unfolded.set(index, detail);
    for (const oldest of this.unfolded.keys()) {
      if (this.unfolded.size <= maxUnfolded) break;
      this.unfolded.delete(oldest);
    }
  }

  #passes(index: number): boolean {
    const { name, entities, part, docs, size } = this.area(index);
    const { words, part: only, community, kind } = this.#filter;
    if (community >= 0 && community !== index && !this.#areLinked(community, index)) return false;
    if (only >= 0 && part !== only) return false;
    if ((kind === 'doc' && docs === 0) || (kind === 'code' && docs === size)) return false;
    return holdsWords([name, ...entities, this.part(part).name], words);
  }

  showsChunk({ kind }: MapChunk): boolean {
    return this.#filter.kind === 'all' || kind === this.#filter.kind;
  }

  /** Indexes of the areas that pass the filter, largest first. */
  shown(): readonly number[] {
    this.#shown ??= this.map.communities.map((_, i) => i).filter((i) => this.#passes(i));
    return this.#shown;
  }

  /** Indexes of the parts with such areas, and of those without areas that pass it themselves. */
  shownParts(): readonly number[] {
    this.#shownParts ??= this.map.parts.map((_, i) => i).filter((i) => this.#passesAsPart(i));
    return this.#shownParts;
  }

  #passesAsPart(index: number): boolean {
    const { words, part, community, kind } = this.#filter;
    if (part >= 0 && part !== index) return false;
    if (this.areasShownIn(index).length > 0) return true;
    const { name, says } = this.part(index);
    return community < 0 && kind === 'all' && holdsWords([name, says], words);
  }

  /** The areas of a part that pass the filter. */
  areasShownIn(part: number): readonly number[] {
    const shown = new Set(this.shown());
    return (this.#areasOf[part] ?? []).filter((index) => shown.has(index));
  }

  /** The visible areas: those that pass the filter, of open parts. */
  visible(): readonly number[] {
    return this.shown().filter((index) => this.isOpen(this.area(index).part));
  }

  #areLinked(one: number, other: number): boolean {
    return areEnds(this.map.links, one, other);
  }

  isAtCursor({ uri, startLine, endLine }: MapChunk): boolean {
    return this.cursor !== undefined && uri === this.cursor.uri && startLine <= this.cursor.line && this.cursor.line <= endLine;
  }

  isAreaHere(index: number): boolean {
    return this.cursor?.here.includes(this.area(index).id) === true;
  }

  /** Whether the editor's place is in one of its areas. */
  isPartHere(part: number): boolean {
    return this.cursor !== undefined && (this.#areasOf[part] ?? []).some((index) => this.isAreaHere(index));
  }

  /** Whether an area stays bright while `hover` or `chosen` dims the rest. */
  isLit(index: number): boolean {
    const target = this.hover ?? this.chosen;
    const { part } = this.area(index);
    if (target === undefined) return true;
    if (target.kind === 'part' || target.kind === 'partLink') return this.isPartLit(part);
    if (target.kind === 'link') return target.link.a === index || target.link.b === index;
    if (target.index === index) return true;
    return target.kind === 'area' && this.#areLinked(target.index, index);
  }

  /** Whether a part stays bright: that of the target, and those that share names with it. */
  isPartLit(part: number): boolean {
    const target = this.hover ?? this.chosen;
    if (target === undefined) return true;
    if (target.kind === 'partLink') return target.link.a === part || target.link.b === part;
    if (target.kind === 'part') return target.index === part || areEnds(this.map.partLinks, target.index, part);
    return (this.#areasOf[part] ?? []).some((index) => this.isLit(index));
  }
}

function holdsWords(texts: readonly string[], words: string): boolean {
  const text = texts.join('\n').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function areEnds(links: readonly MapLink[], one: number, other: number): boolean {
  return links.some(({ a, b }) => (a === one && b === other) || (b === one && a === other));
}
