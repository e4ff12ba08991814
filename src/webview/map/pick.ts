/** Hit testing: a chunk before a link of chunks, before an area, before a link of areas, before a part, before a link of parts. */

import type { MapChunk, MapLink } from '../../protocol/map.ts';
import type { Camera } from './camera.ts';
import type { Scene, Target } from './scene.ts';

/** Maximum distance of the pointer, in pixels. */
const dotReach = 8;
const linkReach = 5;

export function pick(scene: Scene, camera: Camera, screenX: number, screenY: number): Target | undefined {
  const [x, y] = camera.toMap(screenX, screenY);
  const reach = linkReach / camera.scale;
  const visible = scene.visible();
  const index = visible.find((i) => Math.hypot(scene.area(i).x - x, scene.area(i).y - y) <= scene.area(i).r);
  if (index !== undefined) return inside(scene, camera, index, x, y) ?? { kind: 'area', index };
  const link = nearest(between(scene.map.links, visible), (i) => scene.area(i), { x, y }, reach);
  if (link !== undefined) return { kind: 'link', link };
  const parts = scene.shownParts();
  const part = parts.find((i) => Math.hypot(scene.part(i).x - x, scene.part(i).y - y) <= scene.part(i).r);
  if (part !== undefined) return { kind: 'part', index: part };
  const partLink = nearest(between(scene.map.partLinks, parts), (i) => scene.part(i), { x, y }, reach);
  return partLink && { kind: 'partLink', link: partLink };
}

function between(links: readonly MapLink[], ends: readonly number[]): readonly MapLink[] {
  const isEnd = new Set(ends);
  return links.filter(({ a, b }) => isEnd.has(a) && isEnd.has(b));
}

function inside(scene: Scene, camera: Camera, index: number, mapX: number, mapY: number): Target | undefined {
  const detail = scene.unfolded.get(index);
  if (detail === undefined) return undefined;
  const at = { x: mapX - scene.area(index).x, y: mapY - scene.area(index).y };
  let best = -1;
  let bestDistance = dotReach / camera.scale;
  for (const [i, chunk] of detail.chunks.entries()) {
    const distance = Math.hypot(chunk.x - at.x, chunk.y - at.y);
    if (distance > bestDistance || !scene.showsChunk(chunk)) continue;
    best = i;
    bestDistance = distance;
  }
  if (best >= 0) return { kind: 'chunk', index, chunk: best };
  const link = nearest(detail.links, (i) => detail.chunks[i] as MapChunk, at, linkReach / camera.scale);
  return link && { kind: 'chunkLink', index, link };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function nearest(links: readonly MapLink[], place: (index: number) => Point, at: Point, reach: number): MapLink | undefined {
  let best: MapLink | undefined;
  let bestDistance = reach;
  for (const link of links) {
    const distance = distanceToLine(at, place(link.a), place(link.b));
    if (distance > bestDistance) continue;
    best = link;
    bestDistance = distance;
  }
  return best;
}

function distanceToLine(at: Point, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(from.x + t * dx - at.x, from.y + t * dy - at.y);
}
