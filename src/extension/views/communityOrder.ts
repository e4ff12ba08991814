/** Filters and sorts the communities of the tree. */

import type { WireCommunity } from '../../protocol/places.ts';

export type CommunityOrder = 'size' | 'name' | 'closeness';

export interface CommunityArrangement {
  readonly order: CommunityOrder;
  /** Words that the name or the entities of a community must all contain, ignoring case. */
  readonly filter: string;
  /** By community; used for sorting by proximity. */
  readonly closeness: Readonly<Record<string, number>>;
}

/** The filtered communities, sorted; ties keep their order. */
export function arrange(communities: readonly WireCommunity[], { order, filter, closeness }: CommunityArrangement): WireCommunity[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, entities }: WireCommunity): boolean => {
    const text = [name, ...entities].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const near = ({ id }: WireCommunity): number => closeness[id] ?? 0;
  return communities.filter(matches).sort((a, b) => {
    if (order === 'name') return a.name.localeCompare(b.name);
    return (order === 'closeness' ? near(b) - near(a) : 0) || b.size - a.size;
  });
}
