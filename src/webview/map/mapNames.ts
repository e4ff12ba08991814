/** The names on the map: those of parts first, then those of areas and of dots, where there is room; no two overlap. */

import type { MapDetail } from '../../protocol/map.ts';
import { shorten } from '../../protocol/text/markdown.ts';
import { type Drawing, dimmed, dotSize } from './drawing.ts';

/** Maximum number of names on screen; they never overlap. */
const maxNames = 60;
const maxNameLength = 34;
const maxChunkNameLength = 24;
/** Number of areas on screen, by size, that may have a first name wider than themselves: a small picture would show nothing else. */
const maxWideLabels = 8;
/** Maximum width of a name, in radii: for a part or one of the largest areas, and for any other. */
const widest = { large: 6, other: 3 } as const;
/** Lengths to which a first name is truncated if it does not fit: a large area always has a name. */
const cuts = [14, 11, 8];

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** @param parts on screen. @param shown areas on screen, largest first. */
export function drawNames(drawing: Drawing, parts: readonly number[], shown: readonly number[]): void {
  const { context, palette, scene } = drawing;
  const names: Names = { drawing, boxes: [], drawn: new Set() };
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `600 ${palette.fontSize}px ${palette.font}`;
  for (const index of parts) namePart(names, index);
  context.font = `${palette.fontSize}px ${palette.font}`;
  const target = scene.hover ?? scene.chosen;
  const first = target !== undefined && 'index' in target && target.kind !== 'part' ? [target.index] : [];
  for (const index of [...first, ...shown.filter((one) => !first.includes(one))]) {
    if (names.boxes.length >= maxNames) break;
    nameArea(names, index, first.includes(index), shown.indexOf(index) < maxWideLabels);
  }
  context.globalAlpha = 1;
  for (const index of shown) {
    const detail = scene.unfolded.get(index);
    if (detail !== undefined) nameChunks(drawing, index, detail, names.boxes);
  }
}

interface Names {
  readonly drawing: Drawing;
  /** Where there is a name already. */
  readonly boxes: Box[];
  readonly drawn: Set<string>;
}

/** In the middle of a part that is folded, above one that is open, or at the upper edge of the picture. */
function namePart(names: Names, index: number): void {
  const { camera, context, palette, scene } = names.drawing;
  const { name, x, y, r } = scene.part(index);
  const [screenX, screenY] = camera.toScreen(x, y);
  const height = palette.fontSize * 0.75;
  const top = Math.max(height, screenY - r * camera.scale - height);
  const textY = scene.isOpen(index) ? top : screenY;
  const [whole, ...shorter] = [shorten(name, maxNameLength), ...cuts.map((length) => shorten(name, length))];
  const beside = [textY, textY - 2 * height, textY + 2 * height];
  // At the edge of the picture a name is moved into it, as long as some of its circle is in view.
  const inside = (label: string): number => {
    const half = context.measureText(label).width / 2 + 4;
    return Math.min(Math.max(screenX, half), Math.max(half, camera.size.width - half));
  };
  // The whole name of a small part would lie across its neighbours.
  const isWide = context.measureText(whole as string).width > Math.max(r * camera.scale, height) * widest.large;
  const text = [...(isWide ? [] : [whole as string]), ...shorter]
    .flatMap((label) => beside.map((at) => ({ label, at })))
    .find(({ label, at }) => isFree(names, boxOf(names, label, inside(label), at)));
  if (text !== undefined) drawName(names, text.label, inside(text.label), text.at, scene.isPartLit(index));
}

/** The whole name if it is about as wide as the area, or a part of it if that fits: a wider one would look like a neighbour's. */
function nameArea(names: Names, index: number, isTarget: boolean, isLarge: boolean): void {
  const { camera, palette, scene } = names.drawing;
  const { name, x, y, r } = scene.area(index);
  const [screenX, screenY] = camera.toScreen(x, y);
  const isUnfolded = scene.unfolded.has(index);
  const height = palette.fontSize * 0.75;
  const isWanted = isTarget || isUnfolded;
  const radius = r * camera.scale;
  // A name on an area that is lower than its letters would hide it and its neighbours: the largest have theirs below.
  const isLow = radius < height;
  if (!isWanted && isLow && !isLarge) return;
  const textY = isUnfolded ? screenY - radius - height : isLow ? screenY + radius + height : screenY;
  // Two areas with the same first part are distinguished by their second.
  const labels = labelsOf(name);
  const isWhole = (text: string): boolean => text === labels[0] && text !== labels[1];
  const roomFor = (text: string): number => Math.max(radius, height) * (isLarge && !isWhole(text) ? widest.large : widest.other);
  const fits = (text: string): boolean => {
    const box = boxOf(names, text, screenX, textY);
    return (isWanted || box[2] - box[0] - 8 < roomFor(text)) && isFree(names, box);
  };
  const text = labels.find((one) => (isWanted || !names.drawn.has(one)) && fits(one));
  if (text !== undefined) drawName(names, text, screenX, textY, scene.isLit(index));
}

function boxOf({ drawing: { context, palette } }: Names, text: string, x: number, y: number): Box {
  const half = context.measureText(text).width / 2 + 4;
  const height = palette.fontSize * 0.75;
  return [x - half, y - height, x + half, y + height];
}

function isFree({ boxes }: Names, box: Box): boolean {
  return !boxes.some((other) => overlap(box, other));
}

function drawName(names: Names, text: string, x: number, y: number, isLit: boolean): void {
  const { context, palette } = names.drawing;
  const box = boxOf(names, text, x, y);
  names.boxes.push(box);
  names.drawn.add(text);
  context.globalAlpha = isLit ? 0.75 : dimmed;
  context.fillStyle = palette.background;
  context.fillRect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
  context.globalAlpha = isLit ? 1 : dimmed * 2;
  context.fillStyle = palette.foreground;
  context.fillText(text, x, y);
}

/** Names the dots of an area below them, those in front first, where there is room. */
function nameChunks({ context, camera, palette, scene }: Drawing, index: number, detail: MapDetail, boxes: Box[]): void {
  const { x, y } = scene.area(index);
  const height = palette.fontSize * 0.75;
  context.fillStyle = palette.foreground;
  for (const chunk of detail.chunks) {
    if (boxes.length >= maxNames) return;
    if (!scene.showsChunk(chunk)) continue;
    const [screenX, screenY] = camera.toScreen(x + chunk.x, y + chunk.y);
    const text = shorten(chunk.title.split(' › ').at(-1) || chunk.path.slice(chunk.path.lastIndexOf('/') + 1), maxChunkNameLength);
    const half = context.measureText(text).width / 2 + 4;
    const textY = screenY + dotSize + height;
    const box: Box = [screenX - half, textY - height, screenX + half, textY + height];
    if (boxes.some((other) => overlap(box, other))) continue;
    boxes.push(box);
    context.fillText(text, screenX, textY);
  }
}

/** Possible labels of an area, longest first. */
function labelsOf(name: string): string[] {
  const [first = name, second] = name.replace(/ · .*$/, '').split(', ');
  return [shorten(name, maxNameLength), first, ...(second === undefined ? [] : [second]), ...cuts.map((length) => shorten(first, length))];
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}
