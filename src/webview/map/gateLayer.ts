/** A layer of the map, off at first: gates as dashed arrows between areas, or the parts that hide them, and the same as lines of text. */

import type { MapGate, MapGates } from '../../protocol/map.ts';
import type { MapWords } from '../../protocol/panels/mapWords.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { count } from '../shared/dom.ts';
import type { Circle } from './camera.ts';
import type { Drawing } from './drawing.ts';
import type { Scene } from './scene.ts';

/** Length of the head of an arrow, in pixels. */
const headLength = 8;
const opacity = { lit: 0.8, dimmed: 0.15 } as const;
/** Gates named of one end, and names of one gate. */
const maxNamed = 8;
const maxNames = 6;

/** An area of an open part, or a part that is folded. */
export interface GateEnd {
  readonly kind: 'area' | 'part';
  readonly index: number;
}

interface DrawnGate extends Pick<MapGate, 'kind' | 'names' | 'count'> {
  readonly from: GateEnd;
  readonly to: GateEnd;
}

/** The visible end of each community. */
function endsIn(scene: Scene): (id: string) => GateEnd | undefined {
  const [areas, parts] = [new Set(scene.visible()), new Set(scene.shownParts())];
  return (id) => {
    const index = scene.indexOf.get(id);
    if (index === undefined) return undefined;
    if (areas.has(index)) return { kind: 'area', index };
    const { part } = scene.area(index);
    return parts.has(part) && !scene.isOpen(part) ? { kind: 'part', index: part } : undefined;
  };
}

/** The gates between visible ends; those between the same two are one, of the kind of most. */
function gatesOf(scene: Scene): readonly DrawnGate[] {
  const found = new Map<string, DrawnGate>();
  const endOf = endsIn(scene);
  for (const { from, to, kind, names, count: size } of scene.gates?.gates ?? []) {
    const [a, b] = [endOf(from), endOf(to)];
    if (a === undefined || b === undefined || isSame(a, b)) continue;
    const name = `${a.kind} ${a.index} ${b.kind} ${b.index}`;
    const known = found.get(name);
    const all = [...new Set([...(known?.names ?? []), ...names])].slice(0, maxNames);
    // The gates of most relations come first.
    found.set(name, { from: a, to: b, kind: known?.kind ?? kind, names: all, count: (known?.count ?? 0) + size });
  }
  return [...found.values()];
}

function isSame(a: GateEnd, b: GateEnd): boolean {
  return a.kind === b.kind && a.index === b.index;
}

function circleOf(scene: Scene, { kind, index }: GateEnd): Circle & { readonly name: string } {
  return kind === 'area' ? scene.area(index) : scene.part(index);
}

/** From the edge of one end to that of the other; both have a head where there is no direction. */
export function drawGates(drawing: Drawing): void {
  const { scene, context, palette } = drawing;
  const isLit = ({ kind, index }: GateEnd): boolean => (kind === 'area' ? scene.isLit(index) : scene.isPartLit(index));
  context.strokeStyle = palette.foreground;
  context.fillStyle = palette.foreground;
  for (const { from, to, kind, count: size } of gatesOf(scene)) {
    context.globalAlpha = isLit(from) && isLit(to) ? opacity.lit : opacity.dimmed;
    context.lineWidth = Math.min(3, 1 + Math.log2(size) / 3);
    drawArrow(drawing, circleOf(scene, from), circleOf(scene, to), kind === 'cause');
  }
  context.globalAlpha = 1;
}

function drawArrow({ context, camera }: Drawing, a: Circle, b: Circle, isMutual: boolean): void {
  const [[ax, ay], [bx, by]] = [camera.toScreen(a.x, a.y), camera.toScreen(b.x, b.y)];
  const length = Math.hypot(bx - ax, by - ay);
  const [rest, reach] = [a.r * camera.scale, b.r * camera.scale];
  if (length <= rest + reach + headLength) return;
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const start: Point = [ax + dx * rest, ay + dy * rest];
  const end: Point = [bx - dx * reach, by - dy * reach];
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(...start);
  context.lineTo(...end);
  context.stroke();
  context.setLineDash([]);
  drawHead(context, end, [dx, dy]);
  if (isMutual) drawHead(context, start, [-dx, -dy]);
}

type Point = readonly [x: number, y: number];

function drawHead(context: CanvasRenderingContext2D, [x, y]: Point, [dx, dy]: Point): void {
  context.beginPath();
  context.moveTo(x, y);
  for (const side of [1, -1]) context.lineTo(x - headLength * (dx - side * 0.45 * dy), y - headLength * (dy + side * 0.45 * dx));
  context.closePath();
  context.fill();
}

/** The gates of an area or part in words: what it uses, and what uses it. */
export function gateTexts(scene: Scene, end: GateEnd, words: MapWords): readonly string[] {
  const own = gatesOf(scene).filter(({ from, to }) => isSame(from, end) || isSame(to, end));
  return own.slice(0, maxNamed).map(({ from, to, kind, names }) => {
    const isFrom = isSame(from, end);
    const text = kind === 'cause' ? words.gateMutual : isFrom ? words.gateTo : words.gateFrom;
    return fill(text, circleOf(scene, isFrom ? to : from).name, kindWord(kind, words), names.join(', '));
  });
}

function kindWord(kind: MapGate['kind'], words: MapWords): string {
  const known = {
    ...{ calls: words.gateCalls, extends: words.gateExtends, throws: words.gateThrows, imports: words.gateImports },
    ...{ cause: words.gateCause, causes: words.gateCauses },
  };
  return known[kind];
}

/** The status line of the layer. */
export function gateStatus(gates: MapGates | 'wanted', words: MapWords): string {
  if (gates === 'wanted') return words.gatesLoading;
  if (gates.isTooLarge) return words.gatesTooLarge;
  return gates.gates.length === 0
    ? words.gatesNone
    : fill(words.gatesShown, count(gates.gates.length), count(gates.gates.length + gates.left));
}
