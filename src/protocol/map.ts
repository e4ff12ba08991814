/** The map of a workspace: communities as areas, and the chunks and links of one of them, as both sides of the wire see them. */

import { asArray, asInteger, asNumber, asObject, asString } from './check.ts';
import type { RequestName } from './names.ts';
import type { WirePlace } from './places.ts';

/** What is drawn at most; what is beyond is counted. */
export const mapLimits = { communities: 140, links: 240, linksOfOne: 2, chunks: 300, chunkLinks: 600, chunkLinksOfOne: 3 } as const;

/** One community as an area. Coordinates are in a unit of the map's own. */
export interface MapCommunity {
  readonly id: string;
  readonly name: string;
  /** Chunks. */
  readonly size: number;
  readonly files: number;
  /** Chunks of prose. */
  readonly docs: number;
  /** Chunks by position in `MapResult.folders`. */
  readonly folders: readonly (readonly [folder: number, chunks: number])[];
  /** The most characteristic ones. */
  readonly entities: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** What two communities, or two chunks of one, share. Positions in the list beside. */
export interface MapLink {
  readonly a: number;
  readonly b: number;
  /** The rarity of what is shared, summed up. */
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
  /** What is not drawn. */
  readonly left: { readonly communities: number; readonly links: number };
  /** Chunks in communities, each counted once for each. */
  readonly chunks: number;
}

/** A chunk of the area that is looked into. */
export interface MapChunk extends WirePlace {
  readonly title: string;
  readonly kind: 'doc' | 'code';
  readonly entities: readonly string[];
  readonly alsoIn: readonly string[];
  /** From the middle of its community. */
  readonly x: number;
  readonly y: number;
}

/** One area from inside. */
export interface MapDetail {
  readonly id: string;
  readonly chunks: readonly MapChunk[];
  readonly links: readonly MapLink[];
  readonly left: { readonly chunks: number; readonly links: number };
}

/** The map asks for all areas. */
export const mapRequest: RequestName<Record<string, never>, MapResult> = 'meshrag/map';

/** The map asks for the chunks of an area that is looked into. */
export const mapCommunityRequest: RequestName<{ readonly id: string }, MapDetail> = 'meshrag/mapCommunity';

/** Checks the areas that came from the other side of a panel. */
export function readMapResult(value: unknown): MapResult {
  const map = asObject(value, 'map');
  const left = asObject(map.left, 'map.left');
  return {
    communities: asArray(map.communities, 'map.communities', readCommunity),
    links: asArray(map.links, 'map.links', readLink),
    folders: asArray(map.folders, 'map.folders', asString),
    left: { communities: count(left.communities, 'left.communities'), links: count(left.links, 'left.links') },
    chunks: count(map.chunks, 'map.chunks'),
  };
}

/** Checks the chunks that came from the other side of a panel. */
export function readMapDetail(value: unknown): MapDetail {
  const detail = asObject(value, 'detail');
  const left = asObject(detail.left, 'detail.left');
  return {
    id: asString(detail.id, 'detail.id'),
    chunks: asArray(detail.chunks, 'detail.chunks', (chunk, name) => ({
      ...(asObject(chunk, name) as unknown as MapChunk),
      uri: asString(asObject(chunk, name).uri, `${name}.uri`),
      x: asNumber(asObject(chunk, name).x, `${name}.x`),
      y: asNumber(asObject(chunk, name).y, `${name}.y`),
    })),
    links: asArray(detail.links, 'detail.links', readLink),
    left: { chunks: count(left.chunks, 'left.chunks'), links: count(left.links, 'left.links') },
  };
}

function readCommunity(value: unknown, name: string): MapCommunity {
  const one = asObject(value, name);
  return {
    ...(one as unknown as MapCommunity),
    id: asString(one.id, `${name}.id`),
    name: asString(one.name, `${name}.name`),
    x: asNumber(one.x, `${name}.x`),
    y: asNumber(one.y, `${name}.y`),
    r: asNumber(one.r, `${name}.r`),
  };
}

function readLink(value: unknown, name: string): MapLink {
  const link = asObject(value, name);
  return {
    a: count(link.a, `${name}.a`),
    b: count(link.b, `${name}.b`),
    weight: asNumber(link.weight, `${name}.weight`),
    names: asArray(link.names, `${name}.names`, asString),
  };
}

function count(value: unknown, name: string): number {
  return asInteger(value, name, 0, 1e9);
}
