/** Wire types of the map: communities as areas, and the chunks and links within one of them. */

import { asArray, asInteger, asNumber, asObject, asString, oneOf } from './check.ts';
import { readPlace } from './checkPlaces.ts';
import type { RequestName } from './names.ts';
import type { WirePlace } from './places.ts';

/** Limits of what is drawn; anything beyond is only counted. */
export const mapLimits = { communities: 140, links: 240, linksOfOne: 2, chunks: 300, chunkLinks: 600, chunkLinksOfOne: 3 } as const;

/** One community as an area, in map coordinates. */
export interface MapCommunity {
  readonly id: string;
  readonly name: string;
  /** Chunks. */
  readonly size: number;
  readonly files: number;
  /** Chunks of prose. */
  readonly docs: number;
  /** Chunks by index in `MapResult.folders`. */
  readonly folders: readonly (readonly [folder: number, chunks: number])[];
  /** The parts of its name and further candidates, best first. */
  readonly labels: readonly string[];
  /** The most characteristic ones. */
  readonly entities: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** What two communities, or two chunks of one, share. Ends are indexes in the list next to it. */
export interface MapLink {
  readonly a: number;
  readonly b: number;
  /** The summed rarity of what is shared. */
  readonly weight: number;
  readonly names: readonly string[];
}

/** The map of all folders. */
export interface MapResult {
  /** Largest first. */
  readonly communities: readonly MapCommunity[];
  readonly links: readonly MapLink[];
  /** Folders at most two levels deep, by name. */
  readonly folders: readonly string[];
  /** Counts of what is not drawn. */
  readonly left: { readonly communities: number; readonly links: number };
  /** Sum of the sizes of the communities. */
  readonly chunks: number;
}

/** A chunk of an unfolded area. */
export interface MapChunk extends WirePlace {
  readonly title: string;
  readonly kind: 'doc' | 'code';
  readonly entities: readonly string[];
  readonly alsoIn: readonly string[];
  /** Relative to the centre of its community. */
  readonly x: number;
  readonly y: number;
}

/** The inside of one area. */
export interface MapDetail {
  readonly id: string;
  readonly chunks: readonly MapChunk[];
  readonly links: readonly MapLink[];
  readonly left: { readonly chunks: number; readonly links: number };
}

/** Requests all areas. */
export const mapRequest: RequestName<Record<string, never>, MapResult> = 'meshrag/map';

/** Requests the chunks of an area to unfold. */
export const mapCommunityRequest: RequestName<{ readonly id: string }, MapDetail> = 'meshrag/mapCommunity';

/** Validates the areas; throws if they cannot be drawn. */
export function readMapResult(value: unknown): MapResult {
  const map = asObject(value, 'map');
  const left = asObject(map.left, 'map.left');
  const folders = asArray(map.folders, 'map.folders', asString);
  const communities = asArray(map.communities, 'map.communities', (item, name) => readCommunity(item, name, folders.length));
  return {
    communities,
    links: asArray(map.links, 'map.links', (item, name) => readLink(item, name, communities.length)),
    folders,
    left: { communities: count(left.communities, 'map.left.communities'), links: count(left.links, 'map.left.links') },
    chunks: count(map.chunks, 'map.chunks'),
  };
}

/** Validates the chunks of an area; throws if they cannot be drawn or opened. */
export function readMapDetail(value: unknown): MapDetail {
  const detail = asObject(value, 'detail');
  const left = asObject(detail.left, 'detail.left');
  const chunks = asArray(detail.chunks, 'detail.chunks', readChunk);
  return {
    id: asString(detail.id, 'detail.id'),
    chunks,
    links: asArray(detail.links, 'detail.links', (item, name) => readLink(item, name, chunks.length)),
    left: { chunks: count(left.chunks, 'detail.left.chunks'), links: count(left.links, 'detail.left.links') },
  };
}

function readCommunity(value: unknown, name: string, folders: number): MapCommunity {
  const one = asObject(value, name);
  return {
    id: asString(one.id, `${name}.id`),
    name: asString(one.name, `${name}.name`),
    size: count(one.size, `${name}.size`),
    files: count(one.files, `${name}.files`),
    docs: count(one.docs, `${name}.docs`),
    folders: asArray(one.folders, `${name}.folders`, (item, at) => {
      const [folder, chunks] = asArray(item, at, (part) => part);
      return [position(folder, `${at}[0]`, folders), count(chunks, `${at}[1]`)] as const;
    }),
    labels: asArray(one.labels, `${name}.labels`, asString),
    entities: asArray(one.entities, `${name}.entities`, asString),
    x: asNumber(one.x, `${name}.x`),
    y: asNumber(one.y, `${name}.y`),
    r: asNumber(one.r, `${name}.r`),
  };
}

function readChunk(value: unknown, name: string): MapChunk {
  const chunk = asObject(value, name);
  return {
    ...readPlace(value, name),
    title: asString(chunk.title, `${name}.title`),
    kind: oneOf(chunk.kind, `${name}.kind`, ['doc', 'code']),
    entities: asArray(chunk.entities, `${name}.entities`, asString),
    alsoIn: asArray(chunk.alsoIn, `${name}.alsoIn`, asString),
    x: asNumber(chunk.x, `${name}.x`),
    y: asNumber(chunk.y, `${name}.y`),
  };
}

/** @param ends what links are between: their ends are positions below it. */
function readLink(value: unknown, name: string, ends: number): MapLink {
  const link = asObject(value, name);
  return {
    a: position(link.a, `${name}.a`, ends),
    b: position(link.b, `${name}.b`, ends),
    weight: asNumber(link.weight, `${name}.weight`),
    names: asArray(link.names, `${name}.names`, asString),
  };
}

function count(value: unknown, name: string): number {
  return asInteger(value, name, 0, 1e9);
}

function position(value: unknown, name: string, length: number): number {
  return asInteger(value, name, 0, length - 1);
}
