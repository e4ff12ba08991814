/**
 * Where boxes and arrows are: in layers from the users down to what they use, by dagre. The files of an unfolded part are laid out in it, as a picture
 * of their own. Boxes without arrows are in rows below. The same picture has the same layout.
 */

import { Graph, layout } from '@dagrejs/dagre';
import type { Point } from '../shared/arrows.ts';
import { type Arrow, type Box, countUses, type Level } from './boxes.ts';

export interface Rect {
  /** Of its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedBox extends Rect {
  readonly box: Box;
  /** Relative to the whole picture too. */
  readonly inside?: PlacedLevel;
}

export interface PlacedArrow {
  readonly arrow: Arrow;
  readonly points: readonly Point[];
  /** The middle of its label. */
  readonly label: Point;
  /** Whether it leads up, against the direction of most. */
  readonly isBack: boolean;
}

export interface PlacedLevel {
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
  readonly width: number;
  readonly height: number;
}

export interface Measures {
  /** Width of a line of text. */
  textWidth(text: string, isBold: boolean): number;
  readonly lineHeight: number;
  /** Rows of boxes without arrows are at most this wide, unless the layers are wider. */
  readonly maxWidth: number;
  readonly isNarrow: boolean;
}

/** The text on an arrow: imports + calls. */
export function arrowLabel({ imports, calls }: Pick<Arrow, 'imports' | 'calls'>): string {
  return calls === 0 ? String(imports) : `${imports} + ${calls}`;
}

/** Around the content of a box. */
export const boxPadding = 8;
/** Longest title of a box, in characters. */
export const maxTitle = 26;
const smallest = 48;

export function placeLevel({ boxes, arrows }: Level, measures: Measures): PlacedLevel {
  const { lineHeight, isNarrow } = measures;
  const gap = isNarrow ? 12 : 24;
  const insides = boxes.map(({ inside }) => inside && placeLevel(inside, measures));
  const sizes = new Map(boxes.map((box, i) => [box.key, sizeOfBox(box, insides[i], measures)] as const));
  const strong = arrows.filter(({ isStrong }) => isStrong);
  const joined = new Set(strong.flatMap(({ from, to }) => [from, to]));
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: gap, edgesep: gap / 2, ranksep: isNarrow ? 16 : 24, acyclicer: 'greedy' });
  for (const { key } of boxes) if (joined.has(key)) graph.setNode(key, { ...(sizes.get(key) as Size) });
  for (const arrow of strong) {
    const label = { width: measures.textWidth(arrowLabel(arrow), false) + 6, height: lineHeight, labelpos: 'c' };
    graph.setEdge(arrow.from, arrow.to, { ...label, weight: Math.ceil(Math.log2(1 + countUses(arrow))) }, arrow.key);
  }
  layout(graph);
  const laidOut = joined.size === 0 ? { width: 0, height: 0 } : graph.graph();
  const corners = new Map<string, Point>();
  for (const key of joined) {
    const { x, y, width, height } = graph.node(key) as Rect;
    corners.set(key, { x: x - width / 2, y: y - height / 2 });
  }
  const layersWidth = laidOut.width ?? 0;
  let bottom = laidOut.height ?? 0;
  // Rows of the boxes without arrows.
  const rowWidth = Math.max(layersWidth, measures.maxWidth);
  let [x, rowHeight, width] = [0, 0, layersWidth];
  if (joined.size > 0) bottom += gap;
  for (const { key } of boxes) {
    if (joined.has(key)) continue;
    const size = sizes.get(key) as Size;
    if (x > 0 && x + size.width > rowWidth) {
      bottom += rowHeight + gap;
      [x, rowHeight] = [0, 0];
    }
    corners.set(key, { x, y: bottom });
    x += size.width + gap;
    width = Math.max(width, x - gap);
    rowHeight = Math.max(rowHeight, size.height);
  }
  return {
    boxes: boxes.map((box, i) => {
      const corner = corners.get(box.key) as Point;
      const inside = insides[i];
      const own = { ...corner, ...(sizes.get(box.key) as Size), box };
      const top = { x: corner.x + boxPadding, y: corner.y + 2 * boxPadding + lineHeight };
      return inside === undefined ? own : { ...own, inside: moved(inside, top) };
    }),
    arrows: strong.map((arrow): PlacedArrow => {
      const { points = [], x: labelX = 0, y: labelY = 0 } = graph.edge(arrow.from, arrow.to, arrow.key) as unknown as EdgePlace;
      const isBack = (points.at(-1)?.y ?? 0) < (points[0]?.y ?? 0);
      const middle = points.slice(1, -1).map(({ x: left, y }) => ({ x: left, y }));
      const rectOf = (key: string): Rect => ({ ...(corners.get(key) as Point), ...(sizes.get(key) as Size) });
      const start = endAt(rectOf(arrow.from), isBack ? 'top' : 'bottom', middle[0]);
      const end = endAt(rectOf(arrow.to), isBack ? 'bottom' : 'top', middle.at(-1));
      return { arrow, points: [start, ...middle, end], label: { x: labelX, y: labelY }, isBack };
    }),
    width,
    height: bottom + rowHeight,
  };
}

/** Where an arrow begins or ends: at the side that faces the next layer, since a line to the middle would cross the boxes beside it. */
function endAt({ x, y, width, height }: Rect, side: 'top' | 'bottom', toward: Point = { x: x + width / 2, y }): Point {
  const inset = Math.min(10, width / 2);
  return { x: Math.min(Math.max(toward.x, x + inset), x + width - inset), y: side === 'top' ? y : y + height };
}

interface EdgePlace {
  readonly points?: readonly Point[];
  readonly x?: number;
  readonly y?: number;
}

type Size = Pick<Rect, 'width' | 'height'>;

function sizeOfBox({ title, note, kind }: Box, inside: PlacedLevel | undefined, { textWidth, lineHeight }: Measures): Size {
  const notes = kind === 'file' || kind === 'otherFiles' ? 0 : textWidth(note, false);
  const text = Math.max(textWidth(title.slice(0, maxTitle), kind !== 'file'), inside === undefined ? notes : 0, smallest);
  if (inside !== undefined)
    return { width: Math.max(text + 24, inside.width) + 2 * boxPadding, height: inside.height + lineHeight + 3 * boxPadding };
  return { width: text + 2 * boxPadding, height: (notes > 0 ? 2 : 1) * lineHeight + boxPadding };
}

function moved({ boxes, arrows, width, height }: PlacedLevel, by: Point): PlacedLevel {
  const move = ({ x, y }: Point): Point => ({ x: x + by.x, y: y + by.y });
  return {
    boxes: boxes.map((one) => ({ ...one, ...move(one), ...(one.inside === undefined ? {} : { inside: moved(one.inside, by) }) })),
    arrows: arrows.map((one) => ({ ...one, points: one.points.map(move), label: move(one.label) })),
    width,
    height,
  };
}

/** All boxes at their places, those inside of others after them. */
export function placedBoxes({ boxes }: PlacedLevel): readonly PlacedBox[] {
  return boxes.flatMap((one) => (one.inside === undefined ? [one] : [one, ...placedBoxes(one.inside)]));
}

export function placedArrows({ boxes, arrows }: PlacedLevel): readonly PlacedArrow[] {
  return [...arrows, ...boxes.flatMap(({ inside }) => (inside === undefined ? [] : placedArrows(inside)))];
}
