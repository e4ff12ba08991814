/**
 * Communities as the tree sees them. What goes over the wire at once is small, as a large workspace has thousands; who overlaps whom is found
 * when one community is looked into. What is made of an answer is kept as long as the answer is.
 */

import { visible } from '../core/text/visible.ts';
import type { CommunitiesResult, CommunityResult, WireCommunity } from '../protocol/places.ts';
import type { CommunitiesAnswer, Community, Place } from '../service/results.ts';
import { type Conversion, toWirePlace } from './convert.ts';
import { distinct } from './why.ts';

const entitiesShown = 12;
const overlapsShown = 5;

/** The communities of all folders, in the service's order, without their chunks. */
export function toCommunities(answers: readonly CommunitiesAnswer[]): CommunitiesResult {
  return {
    communities: answers.flatMap((answer) => kept(listOf, answer, () => answer.communities.map((one) => toWire(answer.folder, one)))),
  };
}

/** The chunks of one community, with what each shares and where else it belongs. */
export function toCommunity(answers: readonly CommunitiesAnswer[], id: string, conversion: Conversion): CommunityResult {
  for (const answer of answers) {
    const community = answer.communities.find((one) => wireId(answer.folder, one.id) === id);
    if (!community) continue;
    const holders = kept(holdersOf, answer, () => findHolders(answer));
    const others = (chunk: Place): Community[] => (holders.get(chunkKey(chunk)) ?? []).filter((one) => one !== community);
    return {
      chunks: community.chunks.map((chunk) => ({
        ...toWirePlace(chunk, conversion),
        title: visible(chunk.title),
        entities: distinct(chunk.entities ?? []).map(visible),
        alsoIn: others(chunk).map(({ name }) => visible(name)),
      })),
      overlaps: mostFrequent(community.chunks.flatMap(others)).map(({ name }) => visible(name)),
    };
  }
  return { chunks: [], overlaps: [] };
}

/** The id of a community among those of all folders. */
export function wireId(folder: string, id: string): string {
  return `${folder}\n${id}`;
}

const listOf = new WeakMap<CommunitiesAnswer, readonly WireCommunity[]>();
const holdersOf = new WeakMap<CommunitiesAnswer, ReadonlyMap<string, Community[]>>();

function kept<T>(known: WeakMap<CommunitiesAnswer, T>, answer: CommunitiesAnswer, make: () => T): T {
  const made = known.get(answer) ?? make();
  known.set(answer, made);
  return made;
}

function toWire(folder: string, community: Community): WireCommunity {
  return {
    id: wireId(folder, community.id),
    name: visible(community.name),
    size: community.size,
    files: new Set(community.chunks.map(({ path }) => path)).size,
    entities: distinct(community.entities).slice(0, entitiesShown).map(visible),
  };
}

/** The communities that hold each chunk. */
function findHolders({ communities }: CommunitiesAnswer): ReadonlyMap<string, Community[]> {
  const holders = new Map<string, Community[]>();
  for (const community of communities) {
    for (const chunk of community.chunks) {
      const key = chunkKey(chunk);
      const known = holders.get(key);
      if (known) known.push(community);
      else holders.set(key, [community]);
    }
  }
  return holders;
}

function chunkKey({ path, startLine, startColumn }: Place): string {
  return `${path}\n${startLine}\n${startColumn ?? 0}`;
}

function mostFrequent(communities: readonly Community[]): Community[] {
  const counts = new Map<Community, number>();
  for (const community of communities) counts.set(community, (counts.get(community) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, overlapsShown)
    .map(([community]) => community);
}
