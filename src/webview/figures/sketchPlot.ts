/** The plot of sketches: a mark for each sampled chunk, in the colour and with the number of its community. */

import type { FiguresResult } from '../../protocol/figures.ts';
import { t } from '../../protocol/text/translate.ts';
import { count } from '../shared/dom.ts';
import type { Palette } from '../shared/palette.ts';
import { type Drawing, type LegendLine, picture, round, shape, textLook } from '../shared/svg.ts';

const size = 680;
const margin = 24;
const markSize = 3;
/** Communities in the legend. */
const named = 12;

export function sketchPlot(figures: FiguresResult, palette: Palette): Drawing {
  const { points, chunks } = figures;
  const reach = (size - 2 * margin) / 2;
  const place = (x: number, y: number): [number, number] => [margin + reach * (1 + x), margin + reach * (1 + y)];
  const colourOf = (area: number): string =>
    area < 0 || area >= named ? palette.quiet : (palette.hues[area % palette.hues.length] as string);
  const marks = points.map(({ x, y, kind, label, area }) => {
    const [left, top] = place(x, y);
    const look = { fill: colourOf(area), 'fill-opacity': area < 0 || area >= named ? 0.35 : 0.85 };
    const title = shape('title', {}, label);
    return kind === 'doc'
      ? shape('rect', { x: round(left - markSize), y: round(top - markSize), width: 2 * markSize, height: 2 * markSize, ...look }, title)
      : shape('circle', { cx: round(left), cy: round(top), r: markSize, ...look }, title);
  });
  const note = t(
    '{0} of {1} passages. Close together = many names in common. Colour = community in the Communities view. Squares are docs, dots are code.',
    count(points.length),
    count(chunks),
  );
  const svg = picture(size, size, t('Passages by similarity'), note, ...marks, ...numbers(figures, place, palette, colourOf));
  return { svg, legend: legend(figures, palette, colourOf), note };
}

/** The number of each named community at its centre, since hues repeat. */
function numbers(
  { communities, points }: FiguresResult,
  place: (x: number, y: number) => [number, number],
  palette: Palette,
  colourOf: (area: number) => string,
): SVGElement[] {
  return communities.slice(0, named).flatMap((_, area) => {
    const own = points.filter((point) => point.area === area);
    if (own.length === 0) return [];
    const [left, top] = place(median(own.map((point) => point.x)), median(own.map((point) => point.y)));
    const look = { ...textLook(palette.foreground), 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    return [
      shape('circle', { cx: round(left), cy: round(top), r: 9, fill: palette.background, stroke: colourOf(area) }),
      shape('text', { ...look, x: round(left), y: round(top) }, String(area + 1)),
    ];
  });
}

function legend({ communities }: FiguresResult, palette: Palette, colourOf: (area: number) => string): LegendLine[] {
  const lines = communities.slice(0, named).map(({ name }, area) => ({ colour: colourOf(area), opacity: 1, text: `${area + 1}  ${name}` }));
  return [...lines, { colour: palette.quiet, opacity: 0.35, text: t('other communities') }];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}
