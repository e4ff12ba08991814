/** Gates between the communities of the map. */

import type { Place } from '../engine/place.ts';
import { visible } from '../engine/text/visible.ts';
import { type MapGate, type MapGates, maxMapGates } from '../protocol/map.ts';
import { communityId } from '../service/explorer/communityRows.ts';
import type { GateRelation } from '../service/types/gates.ts';
import type { CommunitiesAnswer } from '../service/types/results.ts';

const namesShown = 6;

/** Relations whose ends are in communities that do not overlap there, joined by pair and direction. `undefined` for too many passages. */
export function toMapGates(relations: readonly GateRelation[] | undefined, answers: readonly CommunitiesAnswer[]): MapGates {
  const communitiesOf = new Map<string, string[]>();
  for (const { folder, communities } of answers)
    for (const community of communities)
      for (const chunk of community.chunks) {
        const name = placeName(chunk);
        communitiesOf.set(name, [...(communitiesOf.get(name) ?? []), communityId(folder, community.id)]);
      }
  const found = new Map<string, { from: string; to: string; names: Set<string>; kinds: Map<MapGate['kind'], number>; count: number }>();
  for (const { from, to, kind, name } of relations ?? []) {
    const [ofFrom, ofTo] = [communitiesOf.get(placeName(from)) ?? [], communitiesOf.get(placeName(to)) ?? []];
    if (ofFrom.some((one) => ofTo.includes(one))) continue;
    for (const a of ofFrom)
      for (const b of ofTo) {
        const [one, other] = kind === 'cause' && b < a ? [b, a] : [a, b];
        const gate = found.get(`${one}\n${other}`) ?? { from: one, to: other, names: new Set(), kinds: new Map(), count: 0 };
        found.set(`${one}\n${other}`, gate);
        gate.names.add(visible(name));
        gate.kinds.set(kind, (gate.kinds.get(kind) ?? 0) + 1);
        gate.count++;
      }
  }
  const gates = [...found.values()].map(({ kinds, names, ...gate }): MapGate => {
    const [[kind]] = [...kinds].sort(([, a], [, b]) => b - a) as [[MapGate['kind'], number]];
    return { ...gate, kind, names: [...names].slice(0, namesShown) };
  });
  gates.sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1));
  const left = Math.max(0, gates.length - maxMapGates);
  return { gates: gates.slice(0, maxMapGates), left, isTooLarge: relations === undefined };
}

function placeName({ folder, path, startLine, startColumn = 0 }: Place): string {
  return `${folder}\n${path}\n${startLine}:${startColumn}`;
}
