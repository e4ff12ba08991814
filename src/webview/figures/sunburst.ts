/** The sunburst of communities: a ring of communities by size, and around each the names that tell it apart. */

import type { FigureWords } from '../../protocol/figures.ts';
import type { MapResult } from '../../protocol/map.ts';
import { shorten } from '../../protocol/markdown.ts';
import { fill } from '../../protocol/words.ts';
import { count } from '../shared/dom.ts';
import type { Palette } from '../shared/palette.ts';
import { type Drawing, picture, round, shape, textLook } from './svg.ts';

/** Communities in the ring; each is wide enough for its name. */
export const mostSlices = 24;
const namesOfOne = 4;
const width = 960;
const radii = { hole: 48, inner: 252, outer: 470 } as const;
/** The largest letters. The picture is often drawn at half its size or less. */
const largest = 17;
/** A letter is about this much of its size wide, rather less. */
const letterWidth = 0.6;

export function sunburst({ communities, left }: MapResult, words: FigureWords, palette: Palette): Drawing {
  const shown = communities.slice(0, mostSlices);
  // The root tames the largest, so that the smallest still has room for its name.
  const weights = shown.map(({ size }) => Math.sqrt(size));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts: SVGElement[] = [];
  let from = -Math.PI / 2;
  for (const [i, community] of shown.entries()) {
    const to = from + (2 * Math.PI * (weights[i] as number)) / total;
    const hue = palette.hues[i % palette.hues.length] as string;
    parts.push(slice(from, to, radii.hole, radii.inner, hue, 0.45, palette, `${community.name} (${community.size})`));
    parts.push(label(from, to, radii.hole, radii.inner, community.name, palette));
    const names = community.entities.slice(0, namesOfOne);
    for (const [n, name] of names.entries()) {
      const start = from + ((to - from) * n) / names.length;
      const end = from + ((to - from) * (n + 1)) / names.length;
      parts.push(slice(start, end, radii.inner, radii.outer, hue, 0.2, palette, name));
      parts.push(label(start, end, radii.inner, radii.outer, name, palette));
    }
    from = to;
  }
  const note = fill(words.sunburstNote, count(shown.length), count(communities.length + left.communities));
  const rings = shape('g', { transform: `translate(${width / 2} ${width / 2})` }, ...parts);
  return { svg: picture(width, width, words.sunburst, note, rings), legend: [], note };
}

function slice(
  from: number,
  to: number,
  inner: number,
  outer: number,
  hue: string,
  opacity: number,
  palette: Palette,
  title: string,
): SVGElement {
  const point = (angle: number, radius: number): string => `${round(radius * Math.cos(angle))} ${round(radius * Math.sin(angle))}`;
  // A whole circle has no arc from a point to itself.
  const end = Math.min(to, from + 2 * Math.PI - 0.001);
  const large = end - from > Math.PI ? 1 : 0;
  const d = `M${point(from, inner)} L${point(from, outer)} A${outer} ${outer} 0 ${large} 1 ${point(end, outer)} L${point(end, inner)} A${inner} ${inner} 0 ${large} 0 ${point(from, inner)}Z`;
  const attributes = { d, fill: hue, 'fill-opacity': palette.isHighContrast ? 0 : opacity, stroke: palette.border || palette.background };
  return shape('path', attributes, shape('title', {}, title));
}

/** A name along the radius, the right way up; left out where the slice is too thin for it. */
function label(from: number, to: number, inner: number, outer: number, text: string, palette: Palette): SVGElement {
  const middle = (from + to) / 2;
  const isLeft = Math.cos(middle) < 0;
  const degrees = (middle * 180) / Math.PI + (isLeft ? 180 : 0);
  const room = (to - from) * ((inner + outer) / 2);
  const size = Math.min(largest, room * 0.8);
  if (size < 6) return shape('g', {});
  const x = ((inner + outer) / 2) * (isLeft ? -1 : 1);
  return shape(
    'text',
    {
      ...{ x: round(x), y: 0, transform: `rotate(${round(degrees)})`, 'text-anchor': 'middle', 'dominant-baseline': 'central' },
      ...textLook(palette.foreground, round(size)),
    },
    shorten(text, Math.floor((outer - inner - 8) / (size * letterWidth))),
  );
}
