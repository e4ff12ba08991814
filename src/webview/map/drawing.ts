/** What the map is drawn with: circles and the links between them, on a 2D context. */

import type { MapLink } from '../../protocol/map.ts';
import type { Palette } from '../shared/palette.ts';
import type { Camera, Circle } from './camera.ts';
import type { Scene, Target } from './scene.ts';

/** Half the usual width of a chunk's dot, in pixels. */
export const dotSize = 4;
/** Opacity of what is not pointed at. */
export const dimmed = 0.22;
/** Opacity of links. */
export const linkStrengths = { highContrast: { lit: 0.75, dimmed: 0.25 }, other: { lit: 0.28, dimmed: 0.06 } } as const;

export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly palette: Palette;
  readonly scene: Scene;
}

export function isOnScreen({ camera }: Drawing, { x, y, r }: Circle): boolean {
  const [screenX, screenY] = camera.toScreen(x, y);
  const reach = r * camera.scale;
  return screenX + reach > 0 && screenY + reach > 0 && screenX - reach < camera.size.width && screenY - reach < camera.size.height;
}

export function isTarget(target: Target | undefined, link: MapLink): boolean {
  return target !== undefined && 'link' in target && target.link === link;
}

export function drawLinks(
  { context, camera, palette, scene }: Drawing,
  links: readonly MapLink[],
  ends: readonly number[],
  circles: readonly Circle[],
  isLit: (index: number) => boolean,
): void {
  const isEnd = new Set(ends);
  const strengths = palette.isHighContrast ? linkStrengths.highContrast : linkStrengths.other;
  for (const link of links) {
    if (!isEnd.has(link.a) || !isEnd.has(link.b)) continue;
    const [a, b] = [circles[link.a] as Circle, circles[link.b] as Circle];
    const isChosen = isTarget(scene.hover, link) || isTarget(scene.chosen, link);
    context.globalAlpha = isChosen ? 1 : isLit(link.a) && isLit(link.b) ? strengths.lit : strengths.dimmed;
    context.strokeStyle = isChosen ? palette.focus : palette.isHighContrast ? palette.foreground : palette.quiet;
    context.lineWidth = Math.min(5, 0.75 + link.weight / 2) + (isChosen ? 1.5 : 0);
    context.beginPath();
    context.moveTo(...camera.toScreen(a.x, a.y));
    context.lineTo(...camera.toScreen(b.x, b.y));
    context.stroke();
  }
  context.globalAlpha = 1;
}

export interface CircleLook {
  readonly hue: string;
  /** Opacity of the fill, in themes that have fills. */
  readonly fill: number;
  readonly isLit: boolean;
  readonly isMarked: boolean;
  readonly isDashed: boolean;
}

export function drawCircle({ context, camera, palette }: Drawing, { x, y, r }: Circle, look: CircleLook): void {
  const light = look.isLit ? 1 : dimmed;
  context.beginPath();
  context.arc(...camera.toScreen(x, y), Math.max(1.5, r * camera.scale), 0, 2 * Math.PI);
  context.globalAlpha = 1;
  context.fillStyle = palette.background;
  context.fill();
  if (!palette.isHighContrast) {
    context.globalAlpha = look.fill * light;
    context.fillStyle = look.hue;
    context.fill();
  }
  context.globalAlpha = light;
  context.strokeStyle = look.isMarked ? palette.focus : look.hue;
  // Without fills, only the edge shows the part of an area.
  context.lineWidth = look.isMarked ? 3 : palette.isHighContrast ? 2 : 1;
  context.setLineDash(look.isDashed ? [4, 3] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}
