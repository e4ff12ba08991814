/** Filters and sorts the communities of a part. */

import type { WireTopic } from '../../protocol/treeRows.ts';

export type CommunityOrder = 'size' | 'name' | 'closeness';

type Sortable = Pick<WireTopic, 'id' | 'name' | 'entities' | 'size'>;

/** Whether a text contains all words of a filter, ignoring case. */
export function matchesFilter(text: string, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}

/** The communities whose name and entities contain all words of the filter, sorted; ties keep their order. `closeness` is by community. */
export function arrange<One extends Sortable>(
  communities: readonly One[],
  filter: string,
  order: CommunityOrder,
  closeness: Readonly<Record<string, number>>,
): One[] {
  const near = ({ id }: Sortable): number => closeness[id] ?? 0;
  const shown = communities.filter(({ name, entities }) => matchesFilter([name, ...entities].join('\n'), filter));
  return shown.sort((a, b) => {
    if (order === 'name') return a.name.localeCompare(b.name);
    return (order === 'closeness' ? near(b) - near(a) : 0) || b.size - a.size;
  });
}
