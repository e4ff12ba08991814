/** Draws the scene onto a canvas: parts, areas with their names, links by strength, chunks as dots by kind. A 2D context suffices. */

import type { MapChunk, MapDetail } from '../../protocol/map.ts';
import { type Drawing, dotSize, drawCircle, drawLinks, isOnScreen, isTarget, linkStrengths } from './drawing.ts';
import { drawGates } from './gateLayer.ts';
import { drawNames } from './mapNames.ts';

/** Half the minimum width of a chunk's dot, in pixels. */
const smallestDot = 1.5;

/** Redraws everything; returns the number of areas on screen. */
export function draw(drawing: Drawing): number {
  const { context, camera, scene } = drawing;
  const { map } = scene;
  context.clearRect(0, 0, camera.size.width, camera.size.height);
  const parts = scene.shownParts();
  drawLinks(drawing, map.partLinks, parts, map.parts, (index) => scene.isPartLit(index));
  const partsShown = parts.filter((index) => isOnScreen(drawing, scene.part(index)));
  for (const index of partsShown) drawPart(drawing, index);
  const visible = scene.visible();
  const shown = visible.filter((index) => isOnScreen(drawing, scene.area(index)));
  drawLinks(drawing, map.links, visible, map.communities, (index) => scene.isLit(index));
  for (const index of shown) drawArea(drawing, index);
  for (const index of shown) {
    const detail = scene.unfolded.get(index);
    if (detail !== undefined) drawChunks(drawing, index, detail);
  }
  drawGates(drawing);
  drawNames(drawing, partsShown, shown);
  return shown.length;
}

/** Each of the largest parts has a hue, and so do its areas. */
function hueOf({ palette }: Drawing, part: number): string {
  return palette.hues[part] ?? palette.quiet;
}

/** An open part is a faint ground for its areas. */
function drawPart(drawing: Drawing, index: number): void {
  const { scene } = drawing;
  const isOpen = scene.isOpen(index);
  drawCircle(drawing, scene.part(index), {
    hue: hueOf(drawing, index),
    fill: isOpen ? 0.06 : 0.2,
    isLit: scene.isPartLit(index),
    isMarked: scene.isPartHere(index) && !isOpen,
    isDashed: isOpen,
  });
}

function drawArea(drawing: Drawing, index: number): void {
  const { scene } = drawing;
  const area = scene.area(index);
  const isChosen = scene.chosen?.kind === 'area' && scene.chosen.index === index;
  drawCircle(drawing, area, {
    hue: hueOf(drawing, area.part),
    fill: 0.2,
    isLit: scene.isLit(index),
    isMarked: isChosen || scene.isAreaHere(index),
    isDashed: scene.unfolded.has(index),
  });
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
