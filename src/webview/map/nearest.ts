/** The box that an arrow key leads to. */

import type { Point } from '../shared/arrows.ts';
import { boxPadding, type PlacedBox } from './layout.ts';

/** The next box in a direction: down from an unfolded part into it, among the files of a part, up from these to it; else any. */
export function nearest(from: PlacedBox, all: readonly PlacedBox[], to: Point): PlacedBox | undefined {
  const inside = to.y > 0 ? (from.inside?.boxes ?? []) : [];
  const around = all.find((one) => one.inside?.boxes.some(({ box }) => box.key === from.box.key));
  const others = all.filter((one) => one !== around && !from.inside?.boxes.includes(one));
  return (
    findNearest(from, inside, to) ??
    findNearest(from, around?.inside?.boxes ?? [], to) ??
    (to.y < 0 ? around : undefined) ??
    findNearest(from, others, to)
  );
}

/** In a cone of 45 degrees to each side, else in the half plane. */
function findNearest(from: PlacedBox, all: readonly PlacedBox[], { x: dx, y: dy }: Point): PlacedBox | undefined {
  const start = headOfBox(from);
  const found = all.flatMap((one) => {
    if (one.box.key === from.box.key) return [];
    const end = headOfBox(one);
    const along = (end.x - start.x) * dx + (end.y - start.y) * dy;
    const across = Math.abs((end.x - start.x) * dy) + Math.abs((end.y - start.y) * dx);
    return along <= 1 ? [] : [{ one, distance: along + 2 * across + (across > along ? 10_000 : 0) }];
  });
  return found.sort((a, b) => a.distance - b.distance)[0]?.one;
}

/** The middle of the title. */
function headOfBox({ x, y, width }: PlacedBox): Point {
  return { x: x + width / 2, y: y + boxPadding };
}
