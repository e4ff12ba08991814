/**
 * The sunburst of communities: a ring of communities by size, each surrounded by its distinctive names. If there is no room for names, a
 * numbered ring with a list next to it.
 */

import { type FigureCommunity, type FiguresResult, maxFigureCommunities } from '../../protocol/figures.ts';
import { shorten } from '../../protocol/text/markdown.ts';
import { fill, t } from '../../protocol/text/translate.ts';
import { count } from '../shared/dom.ts';
import type { Palette } from '../shared/palette.ts';
import { type Drawing, picture, round, shape, textLook } from '../shared/svg.ts';

/** Communities in a ring with a list. */
const maxListed = 12;
const namesOfOne = 4;
const width = 960;
const radii = { hole: 48, inner: 252, outer: 470 } as const;
/** The ring with a list is drawn at about its actual size, so that its numbers match the page's text. */
const small = { width: 340, hole: 60, outer: 166, letters: 17 } as const;
/** Maximum font size. The picture is often displayed at half its size or less. */
const largest = 17;
/** Approximate width of a letter, as a share of the font size; rather too small. */
const letterWidth = 0.6;

export function sunburst(figures: FiguresResult, palette: Palette): Drawing {
  const slices = slicesOf(figures, maxFigureCommunities, palette);
  const parts = slices.flatMap(({ from, to, hue, community }) => {
    const [first, names] = labelsOf(community);
    return [
      slice(from, to, radii.hole, radii.inner, hue, 0.45, palette, titleOf(community)),
      label(from, to, radii.hole, radii.inner, first, palette),
      ...names.flatMap((name, n) => {
        const start = from + ((to - from) * n) / names.length;
        const end = from + ((to - from) * (n + 1)) / names.length;
        return [
          slice(start, end, radii.inner, radii.outer, hue, 0.2, palette, name),
          label(start, end, radii.inner, radii.outer, name, palette),
        ];
      }),
    ];
  });
  const note = noteOf(
    t('The {0} largest of {1} communities in the Communities view; the outer ring has their distinctive names.'),
    slices.length,
    figures,
  );
  const rings = shape('g', { transform: `translate(${width / 2} ${width / 2})` }, ...parts);
  return { svg: picture(width, width, t('Communities and their names'), note, rings), legend: [], note };
}

/** The variant for pages where labels in the picture would be too small to read. */
export function numberedRing(figures: FiguresResult, palette: Palette): Drawing {
  const slices = slicesOf(figures, maxListed, palette);
  const parts = slices.flatMap(({ from, to, hue, community }, i) => {
    const middle = (from + to) / 2;
    const reach = (small.hole + small.outer) / 2;
    const at = { x: round(reach * Math.cos(middle)), y: round(reach * Math.sin(middle)) };
    const look = { ...textLook(palette.foreground, small.letters), 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    return [
      slice(from, to, small.hole, small.outer, hue, 0.45, palette, titleOf(community)),
      shape('text', { ...at, ...look }, String(i + 1)),
    ];
  });
  const note = noteOf(t('The {0} largest of {1} communities in the Communities view, numbered by size.'), slices.length, figures);
  const ring = shape('g', { transform: `translate(${small.width / 2} ${small.width / 2})` }, ...parts);
  const legend = slices.map(({ hue, community }, i) => ({ colour: hue, opacity: 1, text: `${i + 1}  ${titleOf(community)}` }));
  return { svg: picture(small.width, small.width, t('Communities and their names'), note, ring), legend, note };
}

interface Slice {
  readonly community: FigureCommunity;
  readonly hue: string;
  /** Angles. */
  readonly from: number;
  readonly to: number;
}

/** The largest communities, clockwise from the top. */
function slicesOf({ communities }: FiguresResult, max: number, palette: Palette): readonly Slice[] {
  const shown = communities.slice(0, max);
  // The square root dampens the largest, so that the smallest still has room for its name.
  const weights = shown.map(({ size }) => Math.sqrt(size));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let to = -Math.PI / 2;
  return shown.map((community, i) => {
    const from = to;
    to += (2 * Math.PI * (weights[i] as number)) / total;
    return { community, hue: palette.hues[i % palette.hues.length] as string, from, to };
  });
}

/** The first part of a name, which is mostly unique, and the other distinctive names. */
function labelsOf({ name, labels }: FigureCommunity): readonly [first: string, others: readonly string[]] {
  const [first = name] = name.split(/, | · /);
  return [first, labels.filter((one) => one !== first).slice(0, namesOfOne)];
}

function titleOf({ name, size }: FigureCommunity): string {
  return `${name} (${count(size)})`;
}

function noteOf(text: string, shown: number, { all }: FiguresResult): string {
  return fill(text, count(shown), count(all));
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
  // A full circle cannot be drawn as one arc.
  const end = Math.min(to, from + 2 * Math.PI - 0.001);
  const large = end - from > Math.PI ? 1 : 0;
  const d = `M${point(from, inner)} L${point(from, outer)} A${outer} ${outer} 0 ${large} 1 ${point(end, outer)} L${point(end, inner)} A${inner} ${inner} 0 ${large} 0 ${point(from, inner)}Z`;
  const attributes = { d, fill: hue, 'fill-opacity': palette.isHighContrast ? 0 : opacity, stroke: palette.border || palette.background };
  return shape('path', attributes, shape('title', {}, title));
}

/** A name along the radius, upright; omitted if the slice is too thin. */
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
