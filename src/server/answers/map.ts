/** Communities as a map: areas that share names lie near each other; and the chunks of one area with their links. */

import { type LayoutLink, languageOf, layoutCircles, visible } from '../../engine/index.ts';
import { type MapDetail, type MapLink, type MapResult, mapLimits } from '../../protocol/map.ts';
import type { CommunitiesAnswer, Community, CommunityDetail, CommunityMember, OverviewAnswer } from '../../service/results.ts';
import { toCommunity, wireId } from './communities.ts';
import type { Conversion } from './convert.ts';

/** Radius of a one-chunk area, and of a chunk in an area, in map units. */
const unitRadius = 10;
const chunkRadius = 3;
/** A name in more communities than this is no link. */
const maxHolders = 24;
const namesShown = 6;

/**
 * The map of all folders. The layout is cached while the communities are the same.
 * @param overviews of the folders: areas are coloured by the parts in which their files are.
 */
export function toMap(answers: readonly CommunitiesAnswer[], overviews: readonly OverviewAnswer[], conversion: Conversion): MapResult {
  const known = answers[0] === undefined ? undefined : maps.get(answers[0]);
  if (known?.answers.length === answers.length && known.answers.every((one, i) => one === answers[i])) return known.map;
  const map = layOut(answers, partNames(overviews), conversion);
  if (answers[0] !== undefined) maps.set(answers[0], { answers, map });
  return map;
}

const maps = new WeakMap<CommunitiesAnswer, { readonly answers: readonly CommunitiesAnswer[]; readonly map: MapResult }>();

interface Placed {
  readonly folder: string;
  readonly community: Community;
}

function layOut(
  answers: readonly CommunitiesAnswer[],
  partsOf: ReadonlyMap<string, ReadonlySet<string>>,
  conversion: Conversion,
): MapResult {
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
  const radii = drawn.map(({ community }) => unitRadius * Math.sqrt(community.size));
  const points = layoutCircles(radii, links, unitRadius);
  const folders = new Map<string, number>();
  const communities = drawn.map(({ folder, community }, i) => ({
    id: wireId(folder, community.id),
    name: visible(community.name),
    size: community.size,
    files: community.files,
    docs: community.chunks.filter(({ path }) => languageOf(path).kind === 'doc').length,
    folders: countFolders(community.chunks, folders, partsOf.get(folder) ?? new Set(), conversion),
    labels: community.labels.map(visible),
    entities: community.entities.slice(0, namesShown).map(visible),
    x: rounded(points[i]?.x),
    y: rounded(points[i]?.y),
    r: rounded(radii[i]),
  }));
  const leftOf = (what: 'communities' | 'chunks'): number => answers.reduce((sum, answer) => sum + (answer.left?.[what] ?? 0), 0);
  return {
    communities,
    links,
    folders: [...folders.keys()],
    left: { communities: all.length - drawn.length + leftOf('communities'), links: left },
    chunks: all.reduce((sum, { community }) => sum + community.size, 0) + leftOf('chunks'),
  };
}

/** The folders that are parts, by workspace folder. */
function partNames(overviews: readonly OverviewAnswer[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(overviews.map(({ folder, parts }) => [folder, new Set(parts.map(({ path }) => path))]));
}

/** Chunks by the part that their file is in, prefixed with the workspace folder's name if there are several. */
function countFolders(
  chunks: readonly CommunityMember[],
  known: Map<string, number>,
  parts: ReadonlySet<string>,
  { folderNames }: Conversion,
): [number, number][] {
  const counts = new Map<number, number>();
  for (const { path, folder } of chunks) {
    const names = partOf(path, parts).map(visible);
    if (folderNames.size > 1) names.unshift(visible(folderNames.get(folder) ?? ''));
    const name = names.length === 0 ? '.' : names.join('/');
    const id = known.get(name) ?? known.size;
    known.set(name, id);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts];
}

/** The names of the deepest part above a file; of files in none, such as tests, those of the outermost folder. */
function partOf(path: string, parts: ReadonlySet<string>): string[] {
  const names = path.split('/').slice(0, -1);
  for (let length = names.length; length > 0; length--) if (parts.has(names.slice(0, length).join('/'))) return names.slice(0, length);
  return names.slice(0, 1);
}

/** The chunks of one area with positions and links; empty if the community no longer exists. */
export function toMapDetail(found: CommunityDetail | undefined, id: string, conversion: Conversion): MapDetail {
  const all = toCommunity(found, conversion).chunks;
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
    kind: languageOf(chunk.path).kind,
    x: rounded((points[i]?.x ?? 0) * scale),
    y: rounded((points[i]?.y ?? 0) * scale),
  }));
  return { id, chunks, links, left: { chunks: all.length - drawn.length, links: left } };
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
