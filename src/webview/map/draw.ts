/** Draws the scene onto a canvas: areas with their names, links by strength, chunks as dots by kind. A 2D context suffices. */

import type { MapChunk, MapDetail, MapLink } from '../../protocol/map.ts';
import { shorten } from '../../protocol/text/markdown.ts';
import type { Palette } from '../shared/palette.ts';
import type { Camera } from './camera.ts';
import { mainFolderOf, type Scene, type Target } from './scene.ts';

/** Maximum number of names on screen; they never overlap. */
const maxNames = 60;
const maxNameLength = 34;
const maxChunkNameLength = 24;
/** Number of areas on screen, by size, that may have a first name wider than themselves: a small picture would show nothing else. */
const maxWideLabels = 8;
/** Maximum width of a name, in radii of its area: for one of the largest, and for any other. */
const widest = { large: 6, other: 3 } as const;
/** Lengths to which a first name is truncated if it does not fit: a large area always has a name. */
const cuts = [14, 11, 8];
/** Half the width of a chunk's dot in pixels: the usual size and the minimum. */
const dotSize = 4;
const smallestDot = 1.5;
const dimmed = 0.22;
/** Opacity of links between areas. */
const linkStrengths = { highContrast: { lit: 0.75, dimmed: 0.25 }, other: { lit: 0.28, dimmed: 0.06 } } as const;

type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly palette: Palette;
  readonly scene: Scene;
}

/** Redraws everything; returns the number of areas on screen. */
export function draw(drawing: Drawing): number {
  const { context, camera, scene } = drawing;
  context.clearRect(0, 0, camera.size.width, camera.size.height);
  const shown = scene.shown().filter((index) => isOnScreen(drawing, index));
  const isShown = new Set(shown);
  for (const link of scene.map.links) if (isShown.has(link.a) && isShown.has(link.b)) drawLink(drawing, link);
  for (const index of shown) drawArea(drawing, index);
  for (const index of shown) {
    const detail = scene.unfolded.get(index);
    if (detail !== undefined) drawChunks(drawing, index, detail);
  }
  drawNames(drawing, shown);
  return shown.length;
}

function isOnScreen({ camera, scene }: Drawing, index: number): boolean {
  const { x, y, r } = scene.area(index);
  const [screenX, screenY] = camera.toScreen(x, y);
  const reach = r * camera.scale;
  return screenX + reach > 0 && screenY + reach > 0 && screenX - reach < camera.size.width && screenY - reach < camera.size.height;
}

function isTarget(target: Target | undefined, link: MapLink): boolean {
  return target !== undefined && 'link' in target && target.link === link;
}

function drawLink({ context, camera, palette, scene }: Drawing, link: MapLink): void {
  const from = camera.toScreen(scene.area(link.a).x, scene.area(link.a).y);
  const to = camera.toScreen(scene.area(link.b).x, scene.area(link.b).y);
  const isChosen = isTarget(scene.hover, link) || isTarget(scene.chosen, link);
  const isLit = isChosen || (scene.isLit(link.a) && scene.isLit(link.b));
  const strengths = palette.isHighContrast ? linkStrengths.highContrast : linkStrengths.other;
  context.globalAlpha = isChosen ? 1 : isLit ? strengths.lit : strengths.dimmed;
  context.strokeStyle = isChosen ? palette.focus : palette.isHighContrast ? palette.foreground : palette.quiet;
  context.lineWidth = Math.min(5, 0.75 + link.weight / 2) + (isChosen ? 1.5 : 0);
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
  context.globalAlpha = 1;
}

/** Areas with the same main folder share a hue; those of rarer folders have none. */
function hueOf({ palette, scene }: Drawing, index: number): string {
  const rank = scene.mainFolders(palette.hues.length).indexOf(mainFolderOf(scene.area(index)));
  return palette.hues[rank] ?? palette.quiet;
}

function drawArea(drawing: Drawing, index: number): void {
  const { context, camera, palette, scene } = drawing;
  const { x, y, r } = scene.area(index);
  const [screenX, screenY] = camera.toScreen(x, y);
  const hue = hueOf(drawing, index);
  const isHere = scene.cursor?.here.includes(scene.area(index).id) === true;
  const isChosen = scene.chosen?.kind === 'area' && scene.chosen.index === index;
  const light = scene.isLit(index) ? 1 : dimmed;
  context.beginPath();
  context.arc(screenX, screenY, Math.max(1.5, r * camera.scale), 0, 2 * Math.PI);
  context.globalAlpha = 1;
  context.fillStyle = palette.background;
  context.fill();
  if (!palette.isHighContrast) {
    context.globalAlpha = 0.2 * light;
    context.fillStyle = hue;
    context.fill();
  }
  context.globalAlpha = light;
  context.strokeStyle = isHere || isChosen ? palette.focus : hue;
  // Without fills, only the edge shows the folder of an area.
  context.lineWidth = isHere || isChosen ? 3 : palette.isHighContrast ? 2 : 1;
  context.setLineDash(scene.unfolded.has(index) ? [4, 3] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function drawChunks(drawing: Drawing, index: number, detail: MapDetail): void {
  const { context, camera, palette, scene } = drawing;
  const { x, y, r } = scene.area(index);
  const room = (r * camera.scale) / Math.sqrt(Math.max(1, detail.chunks.length));
  const size = Math.min(dotSize, Math.max(smallestDot, 0.5 * room));
  const place = (chunk: MapChunk) => camera.toScreen(x + chunk.x, y + chunk.y);
  for (const link of detail.links) {
    const [a, b] = [detail.chunks[link.a] as MapChunk, detail.chunks[link.b] as MapChunk];
    if (!scene.showsChunk(a) || !scene.showsChunk(b)) continue;
    const isChosen = isTarget(scene.hover, link) || isTarget(scene.chosen, link);
    context.globalAlpha = isChosen ? 1 : palette.isHighContrast ? linkStrengths.highContrast.lit : 0.45;
    context.strokeStyle = isChosen ? palette.focus : palette.quiet;
    context.lineWidth = Math.min(3, 0.5 + link.weight / 3) + (isChosen ? 1.5 : 0);
    context.beginPath();
    context.moveTo(...place(a));
    context.lineTo(...place(b));
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const [i, chunk] of detail.chunks.entries()) {
    if (!scene.showsChunk(chunk)) continue;
    const isTargeted = [scene.hover, scene.chosen].some(
      (target) => target?.kind === 'chunk' && target.index === index && target.chunk === i,
    );
    drawDot(drawing, place(chunk), size, chunk, isTargeted);
  }
}

/** Code is a round dot, prose a square one. */
function drawDot(
  { context, palette, scene }: Drawing,
  [x, y]: readonly [number, number],
  size: number,
  chunk: MapChunk,
  isTargeted: boolean,
): void {
  context.beginPath();
  if (chunk.kind === 'doc') context.rect(x - size, y - size, 2 * size, 2 * size);
  else context.arc(x, y, size, 0, 2 * Math.PI);
  context.fillStyle = chunk.kind === 'doc' ? palette.background : palette.foreground;
  context.fill();
  context.strokeStyle = isTargeted || scene.isAtCursor(chunk) ? palette.focus : palette.foreground;
  context.lineWidth = isTargeted || scene.isAtCursor(chunk) ? Math.max(3, size) : 0.375 * size;
  context.stroke();
}

function drawNames(drawing: Drawing, shown: readonly number[]): void {
  const { context, palette, scene, camera } = drawing;
  const boxes: Box[] = [];
  const drawn = new Set<string>();
  context.font = `${palette.fontSize}px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const target = scene.hover ?? scene.chosen;
  const first = target !== undefined && 'index' in target ? [target.index] : [];
  for (const index of [...first, ...shown.filter((one) => !first.includes(one))]) {
    if (boxes.length >= maxNames) break;
    const { name, x, y, r } = scene.area(index);
    const [screenX, screenY] = camera.toScreen(x, y);
    const isUnfolded = scene.unfolded.has(index);
    const height = palette.fontSize * 0.75;
    const isWanted = first.includes(index) || isUnfolded;
    const radius = r * camera.scale;
    const isLarge = shown.indexOf(index) < maxWideLabels;
    // A name on an area that is lower than its letters would hide it and its neighbours: the largest have theirs below.
    const isLow = radius < height;
    if (!isWanted && isLow && !isLarge) continue;
    const textY = isUnfolded ? screenY - radius - height : isLow ? screenY + radius + height : screenY;
    // The whole name if it is about as wide as the area, or its first part if that fits: a wider one would look like a neighbour's. Two
    // areas with the same first part are distinguished by their second.
    const labels = labelsOf(name);
    const isWhole = (text: string): boolean => text === labels[0] && text !== labels[1];
    const roomFor = (text: string): number => Math.max(radius, height) * (isLarge && !isWhole(text) ? widest.large : widest.other);
    const boxOf = (text: string): Box => {
      const half = context.measureText(text).width / 2 + 4;
      return [screenX - half, textY - height, screenX + half, textY + height];
    };
    const fits = (text: string): boolean => {
      const box = boxOf(text);
      return (isWanted || box[2] - box[0] - 8 < roomFor(text)) && !boxes.some((other) => overlap(box, other));
    };
    const text = labels.find((one) => (isWanted || !drawn.has(one)) && fits(one));
    if (text === undefined) continue;
    const box = boxOf(text);
    boxes.push(box);
    drawn.add(text);
    context.globalAlpha = scene.isLit(index) ? 0.75 : dimmed;
    context.fillStyle = palette.background;
    context.fillRect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
    context.globalAlpha = scene.isLit(index) ? 1 : dimmed * 2;
    context.fillStyle = palette.foreground;
    context.fillText(text, screenX, textY);
  }
  context.globalAlpha = 1;
  for (const index of shown) {
    const detail = scene.unfolded.get(index);
    if (detail !== undefined) nameChunks(drawing, index, detail, boxes);
  }
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
