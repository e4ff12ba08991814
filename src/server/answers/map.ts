/** The map: parts, in each its communities, near those that share names; and the chunks of one community with their links. */

import { type LayoutLink, layoutCircles, layoutGroups } from '../../engine/graph/mapLayout.ts';
import { visible } from '../../engine/text/visible.ts';
import { type MapDetail, type MapLink, type MapResult, mapLimits } from '../../protocol/map.ts';
import type { WirePlace } from '../../protocol/places.ts';
import { communityId } from '../../service/explorer/communityRows.ts';
import { partId, placeAt } from '../../service/explorer/overviewRows.ts';
import type { CommunityPassages } from '../../service/types/explorer.ts';
import type { CommunitiesAnswer, Community, OverviewAnswer } from '../../service/types/results.ts';
import { type Conversion, toWire, toWirePlace } from './wire.ts';

/** Radius of a one-chunk area, and of a chunk in an area, in map units. */
const unitRadius = 10;
const chunkRadius = 3;
/** A name in more communities than this is no link. */
const maxHolders = 24;
const namesShown = 6;
/** Files named along with a part. */
const maxFirst = 6;

/** The map of all folders. The layout is cached while communities and overviews are the same. */
export function toMap(answers: readonly CommunitiesAnswer[], overviews: readonly OverviewAnswer[], conversion: Conversion): MapResult {
  const from = [...answers, ...overviews];
  const known = answers[0] === undefined ? undefined : maps.get(answers[0]);
  if (known?.from.length === from.length && known.from.every((one, i) => one === from[i])) return known.map;
  const map = layOut(answers, overviews, conversion);
  if (answers[0] !== undefined) maps.set(answers[0], { from, map });
  return map;
}

const maps = new WeakMap<CommunitiesAnswer, { readonly from: readonly object[]; readonly map: MapResult }>();

interface Placed {
  readonly folder: string;
  readonly community: Community;
}

function layOut(answers: readonly CommunitiesAnswer[], overviews: readonly OverviewAnswer[], conversion: Conversion): MapResult {
  const all = answers
    .flatMap(({ folder, communities }) => communities.map((community): Placed => ({ folder, community })))
    .sort((a, b) => b.community.size - a.community.size || (a.community.id < b.community.id ? -1 : 1));
  const drawn = all.slice(0, mapLimits.communities);
  const { links, left } = strongest(
    sharedNames(drawn.map(({ community }) => community.entities)),
    drawn.length,
    mapLimits.linksOfOne,
    mapLimits.links,
  );
  const { parts, partOf } = partsWith(drawn, withMissing(answers, overviews), conversion);
  const entities = parts.map((_, part) => [
    ...new Set(drawn.flatMap(({ community }, i) => (partOf[i] === part ? community.entities : []))),
  ]);
  const partLinks = strongest(sharedNames(entities), parts.length, mapLimits.linksOfOne, mapLimits.partLinks).links;
  const radii = drawn.map(({ community }) => unitRadius * Math.sqrt(community.size));
  const minRadii = parts.map(({ size }) => unitRadius * Math.sqrt(size));
  const { circles, groups } = layoutGroups(radii, links, partOf, minRadii, partLinks, unitRadius);
  const communities = drawn.map(({ folder, community }, i) => ({
    id: communityId(folder, community.id),
    name: visible(community.name),
    size: community.size,
    files: community.files,
    docs: community.chunks.filter(({ kind }) => kind === 'doc').length,
    part: partOf[i] as number,
    labels: community.labels.map(visible),
    entities: community.entities.slice(0, namesShown).map(visible),
    x: rounded(circles[i]?.x),
    y: rounded(circles[i]?.y),
    r: rounded(radii[i]),
  }));
  return {
    parts: parts.map((part, i) => ({
      ...part,
      entities: (entities[i] ?? []).slice(0, namesShown).map(visible),
      x: rounded(groups[i]?.x),
      y: rounded(groups[i]?.y),
      r: rounded(groups[i]?.r),
    })),
    partLinks,
    communities,
    links,
    left: { communities: all.length - drawn.length, links: left },
    chunks: all.reduce((sum, { community }) => sum + community.size, 0),
  };
}

/** The overviews, with one part for a folder that has communities and no overview, as when its index has just changed. */
function withMissing(answers: readonly CommunitiesAnswer[], overviews: readonly OverviewAnswer[]): readonly Divided[] {
  const missing = answers.filter(({ folder }) => !overviews.some((overview) => overview.folder === folder));
  const whole: Divided['parts'] = [{ name: '', path: '', says: undefined, holds: [], files: [], passages: 0 }];
  return [...overviews, ...missing.map(({ folder }) => ({ folder, parts: whole }))];
}

type Divided = Pick<OverviewAnswer, 'folder' | 'parts'>;

interface NamedPart {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly says: string;
  readonly size: number;
  readonly files: number;
  readonly first: readonly WirePlace[];
}

/** The parts, the largest of each folder first; and the part of each community. */
function partsWith(
  drawn: readonly Placed[],
  overviews: readonly Divided[],
  conversion: Conversion,
): { parts: readonly NamedPart[]; partOf: readonly number[] } {
  const parts: NamedPart[] = [];
  /** Positions of the parts by folder and path. */
  const partAt = new Map<string, number>();
  for (const { folder, parts: own } of overviews) {
    const name = conversion.folderNames.size > 1 ? visible(conversion.folderNames.get(folder) ?? '') : '';
    partAt.set(folder, parts.length);
    for (const part of own) {
      for (const { path } of part.files) partAt.set(`${folder}\n${path}`, parts.length);
      parts.push({
        id: partId(folder, 'part', part.name),
        name: visible(part.name),
        folder: name,
        says: visible(part.says?.text ?? part.holds.join(', ')),
        size: part.passages,
        files: part.files.length,
        first: part.files.slice(0, maxFirst).map(({ path }) => toWirePlace(placeAt(folder, path), conversion)),
      });
    }
  }
  const homes = drawn.map(({ folder, community }) => {
    // The first part, if the index has changed since the overview.
    return (partAt.get(`${folder}\n${community.chunks[0]?.path}`) ?? partAt.get(folder)) as number;
  });
  const kept = parts.map((part, at) => ({ ...part, at })).sort((a, b) => b.size - a.size || a.at - b.at);
  // The first parts have hues and are in the legend: of each folder one at least.
  const leads = kept.filter(({ folder }, i) => kept.findIndex((one) => one.folder === folder) === i);
  const ordered = [...leads, ...kept.filter((part) => !leads.includes(part))];
  const position = new Map(ordered.map(({ at }, i) => [at, i]));
  return { parts: ordered.map(({ at: _, ...part }) => part), partOf: homes.map((home) => position.get(home) ?? 0) };
}

/** The chunks of one area with positions and links; empty if the community no longer exists. */
export function toMapDetail({ chunks: all }: CommunityPassages, id: string, conversion: Conversion): MapDetail {
  const drawn = all.slice(0, mapLimits.chunks);
  const { links, left } = strongest(
    sharedNames(drawn.map(({ entities }) => entities)),
    drawn.length,
    mapLimits.chunkLinksOfOne,
    mapLimits.chunkLinks,
  );
  const radius = unitRadius * Math.sqrt(all.length);
  const points = layoutCircles(
    drawn.map(() => chunkRadius),
    links,
    chunkRadius,
  );
  const reach = Math.max(1e-9, ...points.map(({ x, y }) => Math.hypot(x, y)));
  const scale = Math.min(2.5, (radius * 0.8) / reach);
  const chunks = drawn.map((chunk, i) => ({
    ...chunk,
    x: rounded((points[i]?.x ?? 0) * scale),
    y: rounded((points[i]?.y ?? 0) * scale),
  }));
  return { id, chunks: toWire(chunks, conversion), links, left: { chunks: all.length - drawn.length, links: left } };
}

/** What any two of the lists share: the rarer a name, the higher its weight. */
function sharedNames(lists: readonly (readonly string[])[]): MapLink[] {
  const holders = new Map<string, number[]>();
  for (const [i, names] of lists.entries()) for (const name of new Set(names)) holders.set(name, [...(holders.get(name) ?? []), i]);
  const found = new Map<number, { a: number; b: number; weight: number; names: { name: string; weight: number }[] }>();
  for (const [name, held] of holders) {
    if (held.length > Math.max(maxHolders, lists.length / 4)) continue;
    const weight = 1 / Math.log2(1 + held.length);
    for (const [i, a] of held.entries()) {
      for (const b of held.slice(i + 1)) {
        const link = found.get(a * lists.length + b) ?? { a, b, weight: 0, names: [] };
        link.weight += weight;
        link.names.push({ name: visible(name), weight });
        found.set(a * lists.length + b, link);
      }
    }
  }
  return [...found.values()].map(({ a, b, weight, names }) => ({
    a,
    b,
    weight: rounded(weight),
    names: names
      .sort((one, other) => other.weight - one.weight || (one.name < other.name ? -1 : 1))
      .slice(0, namesShown)
      .map(({ name }) => name),
  }));
}

/** The strongest links of each end, so that no end with links is left without; and the number of the rest. */
function strongest(all: readonly MapLink[], ends: number, ofOne: number, max: number): { links: MapLink[]; left: number } {
  const counts = new Int32Array(ends);
  const links: MapLink[] = [];
  for (const link of [...all].sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)) {
    if (links.length >= max) break;
    if ((counts[link.a] as number) >= ofOne && (counts[link.b] as number) >= ofOne) continue;
    counts[link.a] = (counts[link.a] as number) + 1;
    counts[link.b] = (counts[link.b] as number) + 1;
    links.push(link);
  }
  return { links: links satisfies LayoutLink[], left: all.length - links.length };
}

function rounded(value = 0): number {
  return Math.round(value * 100) / 100;
}
