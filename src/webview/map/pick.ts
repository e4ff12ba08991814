/** Hit testing: a chunk before a link of chunks, before an area, before a link of areas. */

import type { MapChunk, MapLink } from '../../protocol/map.ts';
import type { Camera } from './camera.ts';
import type { Scene, Target } from './scene.ts';

/** Maximum distance of the pointer, in pixels. */
const dotReach = 8;
const linkReach = 5;

export function pick(scene: Scene, camera: Camera, screenX: number, screenY: number): Target | undefined {
  const [x, y] = camera.toMap(screenX, screenY);
  const shown = scene.shown();
  const index = shown.find((i) => Math.hypot(scene.area(i).x - x, scene.area(i).y - y) <= scene.area(i).r);
  if (index !== undefined) return inside(scene, camera, index, x, y) ?? { kind: 'area', index };
  const isShown = new Set(shown);
  const link = nearest(
    scene.map.links.filter(({ a, b }) => isShown.has(a) && isShown.has(b)),
    (i) => scene.area(i),
    { x, y },
    linkReach / camera.scale,
  );
  return link && { kind: 'link', link };
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
