/** The plot of sketches: a mark for each sampled chunk, in the colour and with the number of its community. */

import type { FigureWords, SketchesResult } from '../../protocol/figures.ts';
import type { MapResult } from '../../protocol/map.ts';
import { shorten } from '../../protocol/markdown.ts';
import { fill } from '../../protocol/words.ts';
import { count } from '../shared/dom.ts';
import type { Palette } from '../shared/palette.ts';
import { picture, round, shape } from './svg.ts';

const width = 960;
const height = 720;
const margin = 24;
const legendWidth = 300;
const markSize = 3;
/** Communities that the legend names. */
const named = 12;

export function sketchPlot({ points, chunks }: SketchesResult, map: MapResult, words: FigureWords, palette: Palette): SVGElement {
  const reach = (width - legendWidth - 2 * margin) / 2;
  const place = (x: number, y: number): [number, number] => [margin + reach * (1 + x), margin + ((height - 2 * margin - 24) / 2) * (1 + y)];
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
  const note = fill(words.sketchesNote, count(points.length), count(chunks));
  const caption = shape('text', { ...textLook(palette.quiet), x: width / 2, y: height - 8, 'text-anchor': 'middle' }, note);
  return picture(width, height, words.sketches, note, ...marks, ...legend(map, points, place, words, palette, colourOf), caption);
}

/** Names of the communities beside the plot; the number of each stands in its middle, since hues repeat. */
function legend(
  map: MapResult,
  points: SketchesResult['points'],
  place: (x: number, y: number) => [number, number],
  words: FigureWords,
  palette: Palette,
  colourOf: (area: number) => string,
): SVGElement[] {
  const parts: SVGElement[] = [];
  const x = width - legendWidth + margin;
  const shown = map.communities.slice(0, named);
  for (const [area, { name }] of shown.entries()) {
    const y = margin + 12 + area * 22;
    parts.push(shape('rect', { x, y: y - 9, width: 10, height: 10, fill: colourOf(area) }));
    parts.push(shape('text', { ...textLook(palette.foreground), x: x + 16, y }, `${area + 1}  ${shorten(name, 36)}`));
    const own = points.filter((point) => point.area === area);
    if (own.length === 0) continue;
    const [left, top] = place(median(own.map((point) => point.x)), median(own.map((point) => point.y)));
    parts.push(shape('circle', { cx: round(left), cy: round(top), r: 9, fill: palette.background, stroke: colourOf(area) }));
    const look = { 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    parts.push(shape('text', { ...textLook(palette.foreground), ...look, x: round(left), y: round(top) }, String(area + 1)));
  }
  const y = margin + 12 + shown.length * 22;
  parts.push(shape('rect', { x, y: y - 9, width: 10, height: 10, fill: palette.quiet, 'fill-opacity': 0.35 }));
  parts.push(shape('text', { ...textLook(palette.quiet), x: x + 16, y }, words.others));
  return parts;
}

function textLook(fillWith: string): Record<string, string | number> {
  return { fill: fillWith, 'font-size': 13, 'font-family': 'sans-serif' };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}
