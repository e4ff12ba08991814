/** The lines of arrows as paths of SVG: through points, with rounded corners and a head. */

import { round } from './svg.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

const headLength = 7;
const cornerRadius = 14;

export function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** A line through points with rounded corners, so that it passes where its label is. */
export function smooth(points: readonly Point[]): string {
  return points
    .map((point, i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (before === undefined) return `M${at(point)}`;
      if (after === undefined) return `L${at(point)}`;
      return `L${at(near(point, before))}Q${at(point)} ${at(near(point, after))}`;
    })
    .join('');
}

/** The point of a corner's curve toward a neighbour. */
function near(corner: Point, to: Point): Point {
  const length = Math.hypot(to.x - corner.x, to.y - corner.y);
  const share = length === 0 ? 0 : Math.min(cornerRadius, length / 2) / length;
  return { x: corner.x + (to.x - corner.x) * share, y: corner.y + (to.y - corner.y) * share };
}

export function headOf(points: readonly Point[]): string {
  const [before, end] = points.slice(-2);
  if (before === undefined || end === undefined) return '';
  const length = Math.max(1e-6, Math.hypot(end.x - before.x, end.y - before.y));
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const side = (sign: number): Point => ({
    x: end.x - headLength * (dx - sign * 0.45 * dy),
    y: end.y - headLength * (dy + sign * 0.45 * dx),
  });
  return `M${at(end)}L${at(side(1))}L${at(side(-1))}Z`;
}
