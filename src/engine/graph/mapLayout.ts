/**
 * Lays out circles in a plane: linked ones close together, none overlapping.
 *
 * Force-directed placement after Fruchterman and Reingold (1991), with two deviations: circles start one by one next to linked ones that
 * are already placed, so few rounds suffice; and circles repel only when they touch, as in packing, which keeps the picture dense. No
 * randomness: free directions come from the golden angle. Cost: rounds times (links + circles times their neighbours).
 */

export interface LayoutLink {
  readonly a: number;
  readonly b: number;
  /** Positive; only ratios matter. */
  readonly weight: number;
}

/** The centre of a circle. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));
const rounds = 90;
const maxPushes = 120;

/** The centre of each circle, with their mean at 0, 0. @param gap minimum distance of two circles, in the unit of the radii. */
export function layoutCircles(radii: readonly number[], links: readonly LayoutLink[], gap: number): readonly Point[] {
  const n = radii.length;
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  placeFirst(radii, links, gap, x, y);
  const maxWeight = Math.max(1e-9, ...links.map(({ weight }) => weight));
  for (let round = 0; round < rounds; round++) {
    const step = 0.25 * (1 - round / rounds);
    for (const { a, b, weight } of links) pull(a, b, step * Math.sqrt(weight / maxWeight), radii, gap, x, y);
    for (let i = 0; i < n; i++) {
      x[i] = (x[i] as number) * (1 - step * 0.04);
      y[i] = (y[i] as number) * (1 - step * 0.04);
    }
    pushApart(radii, gap, x, y);
  }
  for (let i = 0; i < maxPushes && pushApart(radii, gap, x, y); i++);
  const middleX = x.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const middleY = y.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  return Array.from(x, (value, i) => ({ x: value - middleX, y: (y[i] as number) - middleY }));
}

function placeFirst(radii: readonly number[], links: readonly LayoutLink[], gap: number, x: Float64Array, y: Float64Array): void {
  const linked: LayoutLink[][] = radii.map(() => []);
  for (const link of links) {
    linked[link.a]?.push(link);
    linked[link.b]?.push(link);
  }
  let area = 0;
  for (let i = 0; i < radii.length; i++) {
    area += ((radii[i] as number) + gap) ** 2;
    let weight = 0;
    let sumX = 0;
    let sumY = 0;
    for (const link of linked[i] as LayoutLink[]) {
      const other = link.a === i ? link.b : link.a;
      if (other >= i) continue;
      weight += link.weight;
      sumX += link.weight * (x[other] as number);
      sumY += link.weight * (y[other] as number);
    }
    const rim = Math.sqrt(area) * 1.1;
    const away = weight > 0 ? ((radii[i] as number) + gap) * 0.7 : rim;
    x[i] = (weight > 0 ? sumX / weight : 0) + away * Math.cos(i * goldenAngle);
    y[i] = (weight > 0 ? sumY / weight : 0) + away * Math.sin(i * goldenAngle);
  }
}

/** Circles, and the larger ones around each group of them. */
interface GroupedLayout {
  readonly circles: readonly Point[];
  readonly groups: readonly (Point & { readonly r: number })[];
}

/**
 * Lays out circles in groups: those of a group within the circle of the group, and groups as `layoutCircles` does.
 * @param groupOf the group of each circle. @param minRadii of the groups. @param links between circles; those between groups are ignored.
 */
export function layoutGroups(
  radii: readonly number[],
  links: readonly LayoutLink[],
  groupOf: readonly number[],
  minRadii: readonly number[],
  groupLinks: readonly LayoutLink[],
  gap: number,
): GroupedLayout {
  const members: number[][] = minRadii.map(() => []);
  for (const [circle, group] of groupOf.entries()) members[group]?.push(circle);
  const inside = members.map((own) => {
    const position = new Map(own.map((circle, at) => [circle, at]));
    const ownLinks = links.flatMap(({ a, b, weight }) => {
      const [from, to] = [position.get(a), position.get(b)];
      return from === undefined || to === undefined ? [] : [{ a: from, b: to, weight }];
    });
    const ownRadii = own.map((circle) => radii[circle] as number);
    return enclosed(layoutCircles(ownRadii, ownLinks, gap), ownRadii, gap);
  });
  const groupRadii = inside.map(({ r }, group) => Math.max(r, minRadii[group] as number));
  const centres = layoutCircles(groupRadii, groupLinks, 2 * gap);
  const circles: Point[] = new Array(radii.length);
  for (const [group, own] of members.entries())
    for (const [at, circle] of own.entries()) {
      const [centre, point] = [centres[group] as Point, inside[group]?.points[at] as Point];
      circles[circle] = { x: centre.x + point.x, y: centre.y + point.y };
    }
  return { circles, groups: centres.map(({ x, y }, group) => ({ x, y, r: groupRadii[group] as number })) };
}

/** Circles around the middle of their bounds, and the radius of a circle around all of them. */
function enclosed(points: readonly Point[], radii: readonly number[], gap: number): { points: readonly Point[]; r: number } {
  if (points.length === 0) return { points, r: 0 };
  const middle = (axis: 'x' | 'y'): number => {
    const low = Math.min(...points.map((point, i) => point[axis] - (radii[i] as number)));
    const high = Math.max(...points.map((point, i) => point[axis] + (radii[i] as number)));
    return (low + high) / 2;
  };
  const [x, y] = [middle('x'), middle('y')];
  const moved = points.map((point) => ({ x: point.x - x, y: point.y - y }));
  return { points: moved, r: gap + Math.max(...moved.map((point, i) => Math.hypot(point.x, point.y) + (radii[i] as number))) };
}

/** Pulls two linked circles together until they touch. */
function pull(a: number, b: number, share: number, radii: readonly number[], gap: number, x: Float64Array, y: Float64Array): void {
  const dx = (x[b] as number) - (x[a] as number);
  const dy = (y[b] as number) - (y[a] as number);
  const distance = Math.hypot(dx, dy);
  const free = distance - (radii[a] as number) - (radii[b] as number) - gap;
  if (free <= 0) return;
  const massA = (radii[a] as number) ** 2;
  const massB = (radii[b] as number) ** 2;
  const move = (free / distance) * share;
  const toB = massB / (massA + massB);
  x[a] = (x[a] as number) + dx * move * toB;
  y[a] = (y[a] as number) + dy * move * toB;
  x[b] = (x[b] as number) - dx * move * (1 - toB);
  y[b] = (y[b] as number) - dy * move * (1 - toB);
}

/** Pushes overlapping circles apart, the smaller one more; returns whether there were any. Finds neighbours by a sweep along x. */
function pushApart(radii: readonly number[], gap: number, x: Float64Array, y: Float64Array): boolean {
  const order = Array.from(radii.keys()).sort(
    (a, b) => (x[a] as number) - (radii[a] as number) - ((x[b] as number) - (radii[b] as number)) || a - b,
  );
  let touched = false;
  for (let s = 0; s < order.length; s++) {
    const a = order[s] as number;
    for (let t = s + 1; t < order.length; t++) {
      const b = order[t] as number;
      const min = (radii[a] as number) + (radii[b] as number) + gap;
      if ((x[b] as number) - (radii[b] as number) > (x[a] as number) + (radii[a] as number) + gap) break;
      let dx = (x[b] as number) - (x[a] as number);
      let dy = (y[b] as number) - (y[a] as number);
      let distance = Math.hypot(dx, dy);
      if (distance >= min - 1e-6) continue;
      touched = true;
      if (distance < 1e-6) {
        dx = Math.cos((a + b) * goldenAngle);
        dy = Math.sin((a + b) * goldenAngle);
        distance = 1;
      }
      const massA = (radii[a] as number) ** 2;
      const massB = (radii[b] as number) ** 2;
      const push = (min - Math.min(distance, min)) / distance;
      const ofA = massB / (massA + massB);
      x[a] = (x[a] as number) - dx * push * ofA;
      y[a] = (y[a] as number) - dy * push * ofA;
      x[b] = (x[b] as number) + dx * push * (1 - ofA);
      y[b] = (y[b] as number) + dy * push * (1 - ofA);
    }
  }
  return touched;
}
