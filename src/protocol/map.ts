/** Wire types of the map: parts, the communities in them, the chunks and links within one of these, and the gates between them. */

import type { RequestName } from './messageNames.ts';
import { docOrCode, wirePlace } from './places.ts';
import { boolean, checkRange, extend, type Infer, integer, join, list, number, object, oneOf, text } from './schema.ts';

/** Limits of what is drawn; anything beyond is only counted. */
export const mapLimits = {
  communities: 140,
  links: 240,
  linksOfOne: 2,
  partLinks: 80,
  chunks: 300,
  chunkLinks: 600,
  chunkLinksOfOne: 3,
} as const;

const count = integer(0, 1e9);

/** One community as an area, in map coordinates. */
const mapCommunity = object({
  id: text(),
  name: text(),
  /** Chunks. */
  size: count,
  files: count,
  /** Chunks of prose. */
  docs: count,
  /** Its part, as an index in `MapResult.parts`. */
  part: count,
  /** The parts of its name and further candidates, best first. */
  labels: list(text()),
  /** The most characteristic ones. */
  entities: list(text()),
  x: number,
  y: number,
  r: number,
});
export type MapCommunity = Infer<typeof mapCommunity>;

/** What two communities, or two chunks of one, share. Ends are indexes in the list next to it. */
const mapLink = object({
  a: count,
  b: count,
  /** The summed rarity of what is shared. */
  weight: number,
  names: list(text()),
});
export type MapLink = Infer<typeof mapLink>;

/** A part of the workspace: the first level, as a circle around its communities. */
const mapPart = object({
  /** That of the overview. */
  id: text(),
  /** As the overview calls it: empty for the files of the folder itself. */
  name: text(),
  /** The workspace folder's name if there are several; else empty. */
  folder: text(),
  /** What its author says about it, else what it holds. */
  says: text(),
  /** Chunks. */
  size: count,
  files: count,
  /** The files that others use most. */
  first: list(wirePlace),
  /** What its communities share with others, the most characteristic first. */
  entities: list(text()),
  x: number,
  y: number,
  r: number,
});
export type MapPart = Infer<typeof mapPart>;

/** The map of all folders. */
export const mapResult = object(
  {
    /** The largest of each folder, then the others by size. */
    parts: list(mapPart),
    /** Between parts. */
    partLinks: list(mapLink),
    /** Largest first. */
    communities: list(mapCommunity),
    links: list(mapLink),
    /** Counts of what is not drawn. */
    left: object({ communities: count, links: count }),
    /** Sum of the sizes of the communities. */
    chunks: count,
  },
  ({ parts, partLinks, communities, links }, path) => {
    for (const [i, { part }] of communities.entries()) checkRange(part, `${join(path, 'communities')}[${i}].part`, 0, parts.length - 1);
    checkEnds(links, communities.length, join(path, 'links'));
    checkEnds(partLinks, parts.length, join(path, 'partLinks'));
  },
);
export type MapResult = Infer<typeof mapResult>;

/** A chunk of an unfolded area. */
const mapChunk = extend(wirePlace, {
  title: text(),
  kind: docOrCode,
  entities: list(text()),
  /** Relative to the centre of its community. */
  x: number,
  y: number,
});
export type MapChunk = Infer<typeof mapChunk>;

/** The inside of one area. */
export const mapDetail = object(
  {
    id: text(),
    chunks: list(mapChunk),
    links: list(mapLink),
    left: object({ chunks: count, links: count }),
  },
  ({ chunks, links }, path) => checkEnds(links, chunks.length, join(path, 'links')),
);
export type MapDetail = Infer<typeof mapDetail>;

function checkEnds(links: readonly MapLink[], length: number, path: string): void {
  for (const [i, { a, b }] of links.entries()) {
    checkRange(a, `${path}[${i}].a`, 0, length - 1);
    checkRange(b, `${path}[${i}].b`, 0, length - 1);
  }
}

/** Requests all areas. */
export const mapRequest: RequestName<Record<string, never>, MapResult> = 'meshrag/map';

/** Requests the chunks of an area to unfold. */
export const mapCommunityRequest: RequestName<{ readonly id: string }, MapDetail> = 'meshrag/mapCommunity';

/** Max gates drawn; the rest is only counted. */
export const maxMapGates = 120;

/** `cause` has no direction. */
export const mapGateKinds = ['calls', 'extends', 'throws', 'imports', 'cause', 'causes'] as const;

/** A gate between communities, made of pairs of passages in which one uses or causes the other. */
const mapGate = object({
  /** Ids of communities: the one that uses or causes, and the one that is used or follows. */
  from: text(),
  to: text(),
  /** That of most of its relations. */
  kind: oneOf(mapGateKinds),
  /** What is used, the rarest first. */
  names: list(text()),
  /** Relations. */
  count: integer(1, 1e9),
});
export type MapGate = Infer<typeof mapGate>;

export const mapGates = object({
  /** Those of most relations first. */
  gates: list(mapGate),
  left: integer(0, 1e9),
  /** Whether the workspace has too many passages for gates. */
  isTooLarge: boolean,
});
export type MapGates = Infer<typeof mapGates>;

/** Requests the gates between the communities of the map; they are found when first asked for. */
export const mapGatesRequest: RequestName<Record<string, never>, MapGates> = 'meshrag/mapGates';
